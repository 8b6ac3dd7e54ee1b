import { rupees } from '../../texts/format.ts'

/** The quotes of a day, in rupees a share. */
export interface Quotes {
  readonly lowest: number
  readonly median: number
  readonly highest: number
  readonly disputed: boolean
}

/** The room beyond the highest quote. */
const HEADROOM = 1.15

/** Where the issue price (a GMP of 0) and the quotes are, from 0 to 1. The price is at the left unless a quote is negative. */
export function placesOnBar({ lowest, median, highest }: Quotes) {
  const [from, to] = [Math.min(0, lowest), Math.max(0, highest) * HEADROOM]
  const span = to - from || 1
  const [price, low, middle, high] = [0, lowest, median, highest].map((value) => (value - from) / span)
  return { price, low, middle, high } as Readonly<Record<'price' | 'low' | 'middle' | 'high', number>>
}

interface QuotesBarProps {
  readonly quotes: Quotes
  readonly width: number
  /** Of the track; the ticks are longer. */
  readonly height: number
  readonly colours: Readonly<Record<'track' | 'ours' | 'doubt' | 'ink', string>>
}

/** Our signature: a tick at the issue price, a band from the lowest to the highest quote, and a tick at their median. */
export function QuotesBar({ quotes, width, height, colours }: QuotesBarProps) {
  const tick = Math.max(2, height / 5)
  const { price, low, middle, high } = placesOnBar(quotes)
  const xOf = (place: number) => Math.round(place * (width - tick) * 10) / 10
  const tall = height * 1.6
  const top = (tall - height) / 2
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={tall}
      viewBox={`0 0 ${width} ${tall}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${rupees(quotes.lowest)} to ${rupees(quotes.highest)}`}
    >
      <rect x={0} y={top} width={width} height={height} rx={height / 4} fill={colours.track} />
      <rect
        x={xOf(low)}
        y={top}
        width={Math.max(tick, xOf(high) - xOf(low))}
        height={height}
        fill={quotes.disputed ? colours.doubt : colours.ours}
      />
      <rect x={xOf(price)} y={0} width={tick} height={tall} fill={colours.ink} />
      <rect x={xOf(middle)} y={0} width={tick} height={tall} fill={colours.ink} />
    </svg>
  )
}
