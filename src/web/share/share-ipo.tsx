import { renderToString } from 'preact-render-to-string'
import { shortName } from '../../market/issues/names.ts'
import { harmless } from '../../texts/format.ts'
import { canDrawCards } from '../cards/draw-card.ts'
import { ipoPageCard } from '../cards/page-card.tsx'
import { Snippet, shownOrigin } from '../texts/snippet.tsx'

interface ShareIpoProps {
  readonly ipo: { readonly slug: string; readonly name: string }
  readonly publicUrl: string
}

/** In pixels. Enough for a range of GMPs, four dates and a long name. */
const FRAME = { width: 340, height: 300 }

/** Code to copy for other sites: a frame and a badge, and the picture that messengers show. */
export function ShareIpo({ ipo, publicUrl }: ShareIpoProps) {
  const origin = shownOrigin(publicUrl)
  const about = `${harmless(shortName(ipo.name))} IPO: unofficial GMP and dates`
  const badge = `/badge/${ipo.slug}.svg`
  return (
    <details class="share">
      <summary>Embed or share this IPO</summary>
      <p class="quiet small">
        For other sites. They stay up to date, show the GMP as quoted with its day and number of sources, and
        nothing computed from it.
      </p>
      <h3>A small page in a frame</h3>
      <Snippet>
        {renderToString(
          <iframe
            src={`${origin}/embed/${ipo.slug}`}
            title={about}
            {...FRAME}
            loading="lazy"
            style="border:0"
          />,
        )}
      </Snippet>
      <p class="small">
        <a href={`/embed/${ipo.slug}`}>See it by itself</a>
      </p>
      <h3>A badge</h3>
      <p>
        <img src={badge} alt={about} height="48" loading="lazy" />
      </p>
      <Snippet>
        {renderToString(
          <a href={`${origin}/ipos/${ipo.slug}`}>
            <img src={`${origin}${badge}`} alt={about} height="48" />
          </a>,
        )}
      </Snippet>
      {canDrawCards() && (
        <p class="small">
          <a href={ipoPageCard(ipo).path}>The picture that messengers show beside a link to this page</a>
        </p>
      )}
    </details>
  )
}
