import { renderToString } from 'preact-render-to-string'
import type { Day } from '../../market/calendar.ts'
import { en } from '../../texts/en.ts'
import { plainText } from '../../texts/format.ts'
import { EMBED_STYLES } from '../assets.ts'
import { CopyMark } from '../copy/copy-state.tsx'
import { Name, Weekday } from '../figures.tsx'
import { QuotesBar } from '../kit/range-bar.tsx'
import { FAVICON } from '../mark/icons.tsx'
import type { SharedIpo } from '../share/shared-ipo.ts'

interface EmbedContext {
  readonly today: Day
  readonly isDemo: boolean
  readonly publicUrl: string
  readonly isCopy?: boolean
}

/** A small page that other sites may show in a frame. It needs no script and sets no cookie. */
export const embedHtml = (ipo: SharedIpo, context: EmbedContext): string =>
  `<!doctype html>${renderToString(<Embed {...context} ipo={ipo} />)}`

const Embed = ({
  ipo,
  today,
  isDemo,
  publicUrl,
  isCopy = false,
}: EmbedContext & { readonly ipo: SharedIpo }) => (
  <html lang="en-IN">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{plainText(`${ipo.name} IPO on Greymark`)}</title>
      <meta name="robots" content="noindex" />
      <meta name="color-scheme" content="light dark" />
      {publicUrl !== '' && (
        <link rel="canonical" href={`${publicUrl}/ipos/${ipo.slug}${isCopy ? '/' : ''}`} />
      )}
      <link rel="icon" href={FAVICON.path} type={FAVICON.contentType} />
      <link rel="stylesheet" href={EMBED_STYLES.path} />
    </head>
    <body>
      <main>
        <p class="kind">{isDemo ? en.cards.demo(ipo.kind) : ipo.kind}</p>
        <h1>
          <Name>{ipo.name}</Name>
        </h1>
        {ipo.calledOff && (
          <p class="notice">
            <strong>{ipo.calledOff[0]}.</strong> {ipo.calledOff[1]}
          </p>
        )}
        <Figures ipo={ipo} />
        <Dates ipo={ipo} today={today} />
        {isCopy && <CopyMark isShort />}
        <p class="more">
          <a href={`/ipos/${ipo.slug}`} target="_blank" rel="noopener">
            {en.cards.sourcesAt}
          </a>
        </p>
      </main>
    </body>
  </html>
)

const AS_THE_PAGE = {
  track: 'var(--line)',
  ours: 'var(--ours)',
  doubt: 'var(--doubt)',
  ink: 'currentColor',
} as const

/** The GMP as quoted with its bar, or the price at which it listed; beside it the second figure. */
const Figures = ({ ipo: { figures, quotes, lastGmp } }: { ipo: SharedIpo }) => (
  <>
    <div class="figures">
      {figures.map(({ label, value, note, tone }) => (
        <p key={label} class={tone === 'quiet' ? 'figure old' : 'figure'}>
          <span class="label">{label}</span> {value}
          {note !== undefined && <span class={tone === 'doubt' ? 'note doubt' : 'note'}> {note}</span>}
        </p>
      ))}
    </div>
    {quotes && <QuotesBar quotes={quotes} width={306} height={12} colours={AS_THE_PAGE} />}
    {lastGmp !== null && <p class="note">{lastGmp}.</p>}
  </>
)

const Dates = ({ ipo: { dates }, today }: { ipo: SharedIpo; today: Day }) => (
  <dl>
    {dates.map(({ label, day, note }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <Weekday day={day} today={today} />
          {note !== undefined && `; ${note}`}
        </dd>
      </div>
    ))}
  </dl>
)
