import type { Day } from '../../market/calendar.ts'
import { longDay } from '../../texts/format.ts'
import { CARD_FONTS } from '../cards/card-font.ts'
import { type CardWeight, cutToWidth, drawable, drawableName } from '../cards/card-text.ts'
import { nameFromSlug } from '../cards/name-from-slug.ts'
import { renderSvg } from '../share/render-svg.ts'
import { gmpNote, type SharedGmp, type SharedIpo } from '../share/shared-ipo.ts'

/** What a badge states: a few words after the name, and the small print. */
export function badgeTexts(
  { calledOff, listed, gmp, isOverdue }: SharedIpo,
  today: Day,
): readonly [string, string] {
  if (calledOff !== null) return [`issue ${calledOff}`, `on Greymark, ${longDay(today)}`]
  if (listed)
    return [
      `listed ${longDay(listed.on)}`,
      gmp ? `last GMP ${gmp.value}, ${smallPrint({ ...gmp, age: null })}` : 'no GMP was quoted',
    ]
  return gmp
    ? [`GMP ${gmp.value}`, smallPrint(gmp)]
    : [isOverdue ? 'no GMP quoted' : 'no GMP quoted yet', `on ${longDay(today)}`]
}

const smallPrint = (gmp: SharedGmp): string => `${gmpNote(gmp)}, unofficial`

/** Amber for doubt, grey for an old GMP or none. */
function inkOf({ calledOff, listed, gmp }: SharedIpo): string {
  if (calledOff !== null) return COLOURS.doubt
  if (listed) return COLOURS.ink
  if (gmp === null || gmp.age !== null) return COLOURS.quiet
  return gmp.disputed ? COLOURS.doubt : COLOURS.ink
}

const COLOURS = {
  paper: '#fbfaf6',
  line: '#c4c0b4',
  ink: '#16181d',
  quiet: '#5b616c',
  doubt: '#7a4b00',
} as const
const HEIGHT = 48
const BAR = 5
const PADDING = 10
const LONGEST_NAME = 200

interface BadgeLine {
  readonly text: string
  readonly size: number
  readonly weight: CardWeight
  readonly width: number
}

/** The reader's font may be wider or narrower than ours, so the text is fitted to the width that it has in ours. */
function lineOf(text: string, size: number, weight: CardWeight): BadgeLine {
  const drawn = drawable(text)
  return { text: drawn, size, weight, width: Math.ceil(CARD_FONTS[weight].width(drawn, size)) }
}

const Line = ({ of: { text, size, weight, width }, y, fill }: { of: BadgeLine; y: number; fill: string }) => (
  <text
    x={BAR + PADDING}
    y={y}
    fill={fill}
    font-size={size}
    font-weight={weight === 'bold' ? 700 : 500}
    textLength={width}
  >
    {text}
  </text>
)

export interface BadgeContext {
  readonly today: Day
  readonly isDemo: boolean
}

/** Two lines for other sites: the name with its GMP as quoted, and its day and number of sources. */
export function badgeSvg(ipo: SharedIpo, { today, isDemo }: BadgeContext): string {
  const [state, note] = badgeTexts(ipo, today)
  const style = { size: 15, weight: 'bold', maxWidth: LONGEST_NAME } as const
  const name = cutToWidth(drawableName(ipo.name, nameFromSlug(ipo.slug)), style)
  const first = lineOf(`${name}: ${state}`, style.size, style.weight)
  const second = lineOf(isDemo ? `${note}, invented demo` : note, 12, 'medium')
  const width = Math.max(first.width, second.width) + BAR + 2 * PADDING
  const title = `${first.text}, ${second.text}`
  return renderSvg(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={title}
      font-family="Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
    >
      <title>{title}</title>
      <rect
        x="0.5"
        y="0.5"
        width={width - 1}
        height={HEIGHT - 1}
        rx="4"
        fill={COLOURS.paper}
        stroke={COLOURS.line}
      />
      <path d={`M${BAR} 0H4a4 4 0 0 0-4 4V${HEIGHT - 4}a4 4 0 0 0 4 4H${BAR}Z`} fill={COLOURS.ink} />
      <Line of={first} y={20} fill={inkOf(ipo)} />
      <Line of={second} y={38} fill={COLOURS.quiet} />
    </svg>,
  )
}
