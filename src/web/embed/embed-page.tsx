import { renderToString } from 'preact-render-to-string'
import type { Day } from '../../market/calendar.ts'
import { boardName, plainText } from '../../texts/format.ts'
import { EMBED_STYLES } from '../assets.ts'
import { LongDay, Name, Weekday } from '../figures.tsx'
import { FAVICON } from '../mark/icons.tsx'
import { calledOffTexts, gmpNote, noQuoteText, type SharedIpo } from '../share/shared-ipo.ts'

export interface EmbedContext {
  readonly today: Day
  readonly isDemo: boolean
  readonly publicUrl: string
}

/** A small page that other sites may show in a frame. It needs no script and sets no cookie. */
export const embedHtml = (ipo: SharedIpo, context: EmbedContext): string =>
  `<!doctype html>${renderToString(<Embed ipo={ipo} context={context} />)}`

const Embed = ({ ipo, context: { today, isDemo, publicUrl } }: { ipo: SharedIpo; context: EmbedContext }) => (
  <html lang="en-IN">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{plainText(`${ipo.name} IPO on Greymark`)}</title>
      <meta name="robots" content="noindex" />
      <meta name="color-scheme" content="light dark" />
      {publicUrl !== '' && <link rel="canonical" href={`${publicUrl}/ipos/${ipo.slug}`} />}
      <link rel="icon" href={FAVICON.path} type={FAVICON.contentType} />
      <link rel="stylesheet" href={EMBED_STYLES.path} />
    </head>
    <body>
      <main>
        <p class="board">
          {boardName(ipo.board)} IPO{isDemo && ' (invented demo)'}
        </p>
        <h1>
          <Name>{ipo.name}</Name>
        </h1>
        {ipo.calledOff === null ? (
          <>
            <Headline ipo={ipo} />
            <Facts ipo={ipo} today={today} />
          </>
        ) : (
          <CalledOffNotice how={ipo.calledOff} />
        )}
        <p class="more">
          <a href={`/ipos/${ipo.slug}`} target="_blank" rel="noopener">
            Sources and details at Greymark
          </a>
        </p>
      </main>
    </body>
  </html>
)

const CalledOffNotice = ({ how }: { how: 'withdrawn' | 'postponed' }) => {
  const [what, meaning] = calledOffTexts(how)
  return (
    <p class="notice">
      <strong>{what}.</strong> {meaning}
    </p>
  )
}

/** The GMP as quoted; after the listing, its day and the last GMP in small print. */
function Headline({ ipo }: { ipo: SharedIpo }) {
  const { listed, gmp } = ipo
  if (listed)
    return (
      <>
        <p class="figure">
          Listed on <LongDay day={listed.on} />
        </p>
        <p class="note">
          Opened at {listed.price} on {listed.exchange}.
        </p>
        <p class="note">
          {gmp
            ? `Last GMP (unofficial): ${gmp.value}, ${gmpNote({ ...gmp, age: null })}.`
            : 'No GMP was quoted.'}
        </p>
      </>
    )
  if (!gmp)
    return (
      <p class="figure old">
        <span class="label">GMP</span> {noQuoteText(ipo)}
      </p>
    )
  return (
    <>
      <p class={gmp.age === null ? 'figure' : 'figure old'}>
        <span class="label">GMP (unofficial)</span> {gmp.value}
      </p>
      <p class={gmp.disputed ? 'note doubt' : 'note'}>{gmpNote(gmp)}</p>
    </>
  )
}

const Facts = ({ ipo: { price, dates }, today }: { ipo: SharedIpo; today: Day }) => (
  <dl>
    {price && (
      <div>
        <dt>{price.label}</dt>
        <dd>{price.text}</dd>
      </div>
    )}
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
