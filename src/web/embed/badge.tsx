import { renderToString } from 'preact-render-to-string'
import { en } from '../../texts/en.ts'
import { CARD_COLOURS } from '../cards/card-layout.tsx'
import { drawable, drawableIpoName } from '../cards/names.ts'
import { QuotesBar } from '../kit/range-bar.tsx'
import type { SharedIpo } from '../share/shared-ipo.ts'

const HEIGHT = 48
const EDGE = 5
const PADDING = 10
const BAR = { width: 72, height: 10 }
const LONGEST_NAME = 28

/** Widths of characters in parts of the font size, as in common sans-serif fonts; of all others 0.58. */
const NARROW = /[ .,:;'’|!iljtf()[\]]/
const WIDE = /[A-Z0-9₹−%×+&…]/

const widthOf = (text: string, size: number): number => {
  const widths = [...text].map((one) => (NARROW.test(one) ? 0.31 : WIDE.test(one) ? 0.64 : 0.58))
  return Math.ceil(size * widths.reduce((sum, width) => sum + width, 0))
}

interface LineProps {
  readonly y: number
  readonly size: number
  readonly weight: number
  readonly fill: string
  readonly children: string
}

/** Whatever the font of the reader is, the text gets the width that the badge has for it. */
const Line = ({ y, size, weight, fill, children }: LineProps) => (
  <text
    x={EDGE + PADDING}
    y={y}
    fill={fill}
    font-size={size}
    font-weight={weight}
    textLength={widthOf(children, size)}
    lengthAdjust="spacingAndGlyphs"
  >
    {children}
  </text>
)

/** Two lines for other sites: the name with its GMP as quoted, and its day and number of sources; and the quotes as a bar. */
export function badgeSvg(ipo: SharedIpo, { isDemo }: { readonly isDemo: boolean }): string {
  const [state, note] = ipo.badge
  const name = drawableIpoName(ipo)
  const shortName = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1).trimEnd()}…` : name
  const first = `${shortName}: ${state}`
  const second = drawable(isDemo ? en.cards.badge.demo(note) : note)
  const barAt = EDGE + PADDING + Math.max(widthOf(first, 15), widthOf(second, 12)) + 14
  const width = ipo.quotes ? barAt + BAR.width + PADDING : barAt - 4
  const title = `${first}, ${second}`
  const svg = renderToString(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={title}
      font-family="system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
    >
      <title>{title}</title>
      <rect
        x="0.5"
        y="0.5"
        width={width - 1}
        height={HEIGHT - 1}
        rx="4"
        fill={CARD_COLOURS.paper}
        stroke={CARD_COLOURS.line}
      />
      <path d={`M${EDGE} 0H4a4 4 0 0 0-4 4V${HEIGHT - 4}a4 4 0 0 0 4 4H${EDGE}Z`} fill={CARD_COLOURS.ink} />
      <Line y={20} size={15} weight={700} fill={CARD_COLOURS[ipo.tone]}>
        {first}
      </Line>
      <Line y={38} size={12} weight={500} fill={CARD_COLOURS.quiet}>
        {second}
      </Line>
      {ipo.quotes && (
        <g transform={`translate(${barAt} ${(HEIGHT - BAR.height * 1.6) / 2})`}>
          <QuotesBar quotes={ipo.quotes} {...BAR} colours={CARD_COLOURS} />
        </g>
      )}
    </svg>,
  )
  // HTML allows these characters in text, so they are left as they are; XML does not.
  return svg.replaceAll(']]>', ']]&gt;')
}
