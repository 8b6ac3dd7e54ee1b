import type { ComponentChildren } from 'preact'
import { MARK, MARK_SIDE } from '../mark/mark.ts'
import { renderSvg } from '../share/render-svg.ts'
import { CARD_HEIGHT, CARD_WIDTH } from './card-size.ts'
import { type CardTextStyle, cutToWidth, drawable } from './card-text.ts'

export const CARD_MARGIN = 60
/** The width of a line from margin to margin. */
export const CARD_LINE = CARD_WIDTH - 2 * CARD_MARGIN

/** The light colours of the pages. Amber is only for doubt. */
export const CARD_COLOURS = {
  paper: '#fbfaf6',
  ink: '#16181d',
  quiet: '#5b616c',
  line: '#c4c0b4',
  ours: '#1c4e9c',
  doubt: '#7a4b00',
  doubtPaper: '#fdf1d8',
} as const

interface CardTextProps extends Partial<CardTextStyle> {
  readonly x?: number
  readonly y: number
  readonly fill?: keyof typeof CARD_COLOURS
  readonly end?: boolean
  readonly children: string
}

const FONT_WEIGHTS = { medium: 500, bold: 700 } as const
/** A quarter of it is 10 px, the smallest text that can be read in a preview 300 px wide. */
const SMALL = 40

/** One line of text, cut to its width. `y` is the baseline. */
export function CardText({
  x = CARD_MARGIN,
  y,
  size = SMALL,
  weight = 'medium',
  maxWidth = CARD_LINE,
  fill = 'ink',
  end = false,
  children,
}: CardTextProps) {
  return (
    <text
      x={x}
      y={y}
      font-size={size}
      font-weight={FONT_WEIGHTS[weight]}
      fill={CARD_COLOURS[fill]}
      text-anchor={end ? 'end' : 'start'}
    >
      {cutToWidth(drawable(children), { size, weight, maxWidth })}
    </text>
  )
}

export const CardRule = ({ y }: { y: number }) => (
  <rect x={CARD_MARGIN} y={y} width={CARD_LINE} height={2} fill={CARD_COLOURS.line} />
)

interface CardProps {
  /** What kind of thing it is, in the corner. */
  readonly corner: string
  readonly isDemo: boolean
  readonly children: ComponentChildren
}

const MARK_SIZE = 56
const CORNER_WIDTH = 700

const CardMark = () => (
  <g transform={`translate(${CARD_MARGIN} 40) scale(${MARK_SIZE / MARK_SIDE})`}>
    <rect width={MARK_SIDE} height={MARK_SIDE} rx={MARK.radius} fill={MARK.ground} />
    <path
      d={MARK.line.d}
      fill="none"
      stroke={MARK.line.stroke}
      stroke-width={MARK.line.width}
      stroke-linecap="round"
      stroke-linejoin="round"
    />
    <circle {...MARK.dot} />
  </g>
)

const Card = ({ corner, isDemo, children }: CardProps) => (
  <svg
    xmlns="http://www.w3.org/2000/svg"
    width={CARD_WIDTH}
    height={CARD_HEIGHT}
    viewBox={`0 0 ${CARD_WIDTH} ${CARD_HEIGHT}`}
    font-family="Inter"
  >
    <title>{corner}</title>
    <rect width={CARD_WIDTH} height={CARD_HEIGHT} fill={CARD_COLOURS.paper} />
    <CardMark />
    <CardText x={CARD_MARGIN + MARK_SIZE + 18} y={83} weight="bold" maxWidth={300}>
      Greymark
    </CardText>
    <CardText
      x={CARD_WIDTH - CARD_MARGIN}
      y={83}
      maxWidth={CORNER_WIDTH}
      fill={isDemo ? 'doubt' : 'quiet'}
      end
    >
      {isDemo ? `${corner} (invented demo)` : corner}
    </CardText>
    {children}
  </svg>
)

/** The SVG of a card. */
export const cardSvg = (card: CardProps): string => renderSvg(<Card {...card} />)
