import { asciiUpper } from '../../market/text-order.ts'
import { en } from '../../texts/en.ts'
import { harmless, plainText } from '../../texts/format.ts'
import { useCopy } from '../copy/static-copy.tsx'
import { CARD_HEIGHT, CARD_WIDTH } from './card.ts'

/** The picture that is shown beside a link to a page. */
export interface PageCard {
  readonly path: string
  /** For people who do not see it. */
  readonly alt: string
}

const { alt } = en.cards

/** For every page without a card of its own. */
const TODAY_CARD: PageCard = { path: '/cards/today.png', alt: alt.today }

export const SCOREBOARD_CARD: PageCard = { path: '/cards/scoreboard.png', alt: alt.scoreboard }

export const ipoPageCard = ({ slug, name }: { readonly slug: string; readonly name: string }): PageCard => ({
  path: `/cards/ipos/${slug}.png`,
  alt: alt.ipo(harmless(name)),
})

export const symbolPageCard = (symbol: string): PageCard => ({
  path: `/cards/deals/${encodeURIComponent(asciiUpper(symbol))}.png`,
  alt: alt.deals(harmless(symbol)),
})

interface CardMetaProps {
  readonly card?: PageCard | undefined
  readonly publicUrl: string
}

/** The card in the head of a page. Crawlers want its full address, which is known only with `PUBLIC_URL`. */
export function CardMeta({ card: own = TODAY_CARD, publicUrl }: CardMetaProps) {
  const copy = useCopy()
  const card = copy === null || copy.inCopy(own.path) !== undefined ? own : TODAY_CARD
  return (
    <>
      <meta property="og:image" content={`${publicUrl}${card.path}`} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(CARD_WIDTH)} />
      <meta property="og:image:height" content={String(CARD_HEIGHT)} />
      <meta property="og:image:alt" content={plainText(card.alt)} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
