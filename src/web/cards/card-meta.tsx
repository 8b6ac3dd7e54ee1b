import { plainText } from '../../texts/format.ts'
import { CARD_HEIGHT, CARD_WIDTH } from './card-size.ts'
import { type PageCard, TODAY_CARD } from './page-card.ts'

/** The card in the head of a page. Crawlers want its full address, which is known only with `PUBLIC_URL`. */
export const CardMeta = ({
  card = TODAY_CARD,
  publicUrl,
}: {
  card?: PageCard | undefined
  publicUrl: string
}) => (
  <>
    <meta property="og:image" content={`${publicUrl}${card.path}`} />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content={String(CARD_WIDTH)} />
    <meta property="og:image:height" content={String(CARD_HEIGHT)} />
    <meta property="og:image:alt" content={plainText(card.alt)} />
    <meta name="twitter:card" content="summary_large_image" />
  </>
)
