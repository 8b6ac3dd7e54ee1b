import { renderToString } from 'preact-render-to-string'
import { shortName } from '../../market/issues/names.ts'
import { CALENDAR_PATH } from '../../request/paths.ts'
import { en } from '../../texts/en.ts'
import { harmless } from '../../texts/format.ts'
import { canDrawCards } from '../cards/draw-card.ts'
import { ipoPageCard } from '../cards/page-card.tsx'
import { LiveOnly, useCopy } from '../copy/static-copy.tsx'
import { EXTERNAL_REL } from '../external-link.tsx'
import { Snippet, shownOrigin } from '../texts/snippet.tsx'
import { Star } from './star.tsx'

const words = en.share

/** Other sites need the address that a static copy has, since not every host leads there. */
function useFile(): (address: string) => string {
  const copy = useCopy()
  return (address) => copy?.inCopy(address) ?? address
}

interface ShareIpoProps {
  readonly ipo: { readonly slug: string; readonly name: string }
  readonly publicUrl: string
}

/** Ways to send the page of an IPO to others, and code to show it on other sites. */
export const ShareIpo = (props: ShareIpoProps) => (
  <div class="share" id="share">
    <ShareRow {...props} />
    <EmbedCode {...props} />
  </div>
)

/** What is hidden needs the script: it shows what the browser can do, and knows the address where the server does not. */
function ShareRow({ ipo, publicUrl }: ShareIpoProps) {
  const name = harmless(shortName(ipo.name))
  const message = words.message(name)
  const sent = `${message} ${publicUrl}${useFile()(`/ipos/${ipo.slug}`)}`
  return (
    <p class="share-row" data-share={message}>
      <Star slug={ipo.slug} name={name} isLabelled />
      <button type="button" data-share-by="sheet" hidden>
        {words.share}
      </button>
      <a
        data-share-by="whatsapp"
        href={publicUrl === '' ? undefined : `https://wa.me/?text=${encodeURIComponent(sent)}`}
        hidden={publicUrl === ''}
        rel={EXTERNAL_REL}
      >
        {words.whatsApp}
      </a>
      <button type="button" data-share-by="copy" data-done={words.copied} hidden>
        {words.copyLink}
      </button>
      <LiveOnly>
        <a href={`${CALENDAR_PATH}?ipo=${ipo.slug}`}>{words.addToCalendar}</a>
      </LiveOnly>
    </p>
  )
}

/** In pixels. Enough for a range of GMPs with its bar, four dates and a long name. */
const FRAME = { width: 340, height: 330 }
/** A copy says below them of when they are. */
const FRAME_OF_COPY = { width: 340, height: 370 }

/** Code to copy for other sites: a frame and a badge; and the picture that messengers show. */
function EmbedCode({ ipo, publicUrl }: ShareIpoProps) {
  const origin = shownOrigin(publicUrl)
  const about = words.about(harmless(shortName(ipo.name)))
  const file = useFile()
  const [page, frame, badge] = [`/ipos/${ipo.slug}`, `/embed/${ipo.slug}`, `/badge/${ipo.slug}.svg`]
  const copy = useCopy()
  // A copy leaves them out for its oldest issues where there is no room.
  if (copy !== null && [frame, badge].some((address) => copy.inCopy(address) === undefined)) return null
  return (
    <details>
      <summary>{words.embedOrShare}</summary>
      <p class="quiet small">{words.forOtherSites(copy !== null)}</p>
      <h3>{words.frame}</h3>
      <Snippet>
        {renderToString(
          <iframe
            {...{ src: `${origin}${file(frame)}`, title: about }}
            {...(copy ? FRAME_OF_COPY : FRAME)}
            loading="lazy"
            style="border:0"
          />,
        )}
      </Snippet>
      <p class="small">
        <a href={frame}>{words.seeAlone}</a>
      </p>
      <h3>{words.badge}</h3>
      <p>
        <img src={badge} alt={about} height="48" loading="lazy" />
      </p>
      <Snippet>
        {renderToString(
          <a href={`${origin}${file(page)}`}>
            <img src={`${origin}${badge}`} alt={about} height="48" />
          </a>,
        )}
      </Snippet>
      {canDrawCards() && (
        <p class="small">
          <a href={ipoPageCard(ipo).path}>{words.whatsAppPreview}</a>
        </p>
      )}
    </details>
  )
}
