import { scaleLinear } from 'd3-scale'
import type { ComponentChildren } from 'preact'
import { rupees } from '../../texts/format.ts'
import { percent, place } from '../charts/chart.tsx'

/** The quotes of a day, in rupees a share. */
export interface Quotes {
  readonly lowest: number
  readonly median: number
  readonly highest: number
  readonly disputed: boolean
}

/** What an IPO costs and what the grey market says of it, all in rupees of one application, or of one share. */
export interface RangeBarValues extends Quotes {
  readonly issuePrice: number
  /** Where the middle half of similar IPOs opened. */
  readonly similar: { readonly low: number; readonly high: number } | null
}

interface RangeBarProps {
  readonly of: RangeBarValues
  /** The same in a sentence, for screen readers. */
  readonly label: string
}

const lookOf = ({ disputed }: RangeBarValues): string => (disputed ? 'range-bar doubt' : 'range-bar')

const HEIGHT = 64
const MIDDLE = 32

/** The bar of the page of an IPO, with its amounts beside their marks. */
export function RangeBar({ of, label }: RangeBarProps) {
  const { issuePrice, lowest, highest, median, similar } = of
  const values = [issuePrice, lowest, highest, median, ...(similar ? [similar.low, similar.high] : [])]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = scaleLinear(low === high ? [low - 1, high + 1] : [low, high], [3, 97])
  const isBand = highest > lowest
  return (
    <svg class={lookOf(of)} width="100%" height={HEIGHT} role="img" aria-label={label}>
      <line class="track" x1="0" x2="100%" y1={MIDDLE} y2={MIDDLE} />
      {similar && <Band look="similar" from={x(similar.low)} to={x(similar.high)} height={22} />}
      {isBand && <Band look="quotes" from={x(lowest)} to={x(highest)} height={10} />}
      <Mark look="issue" at={x(issuePrice)} height={26} />
      <circle class="median" cx={percent(x(median))} cy={MIDDLE} r="6" />
      <Amount at={x(isBand ? (lowest + highest) / 2 : median)} y={12} look="said">
        {isBand && of.disputed ? `${rupees(lowest)} to ${rupees(highest)}` : rupees(median)}
      </Amount>
      <Amount at={x(issuePrice)} y={HEIGHT - 2} look="paid">
        {rupees(issuePrice)}
      </Amount>
    </svg>
  )
}

const Band = ({ look, from, to, height }: { look: string; from: number; to: number; height: number }) => (
  <rect
    class={look}
    x={percent(from)}
    width={percent(Math.max(0.5, place(to) - place(from)))}
    y={MIDDLE - height / 2}
    height={height}
    rx="3"
  />
)

const Mark = ({ look, at, height }: { look: string; at: number; height: number }) => (
  <line class={look} x1={percent(at)} x2={percent(at)} y1={MIDDLE - height / 2} y2={MIDDLE + height / 2} />
)

/** A text at its mark, but never across an edge. */
const Amount = ({ at, y, look, children }: { at: number; y: number; look: string; children: string }) => {
  const anchor = at < 25 ? 'start' : at > 75 ? 'end' : 'middle'
  return (
    <text
      class={`${look} ${anchor}`}
      x={anchor === 'start' ? '0' : anchor === 'end' ? '100%' : percent(at)}
      y={y}
    >
      {children}
    </text>
  )
}

interface RangeKeyProps {
  readonly of: RangeBarValues
  readonly issue: ComponentChildren
  readonly quotes: ComponentChildren
  readonly similar: ComponentChildren
}

/** What the marks of the bar mean, each with its amount. */
export const RangeKey = ({ of, issue, quotes, similar }: RangeKeyProps) => (
  <ul class="range-key quiet small">
    <li>
      <Sign of={of}>
        <line class="issue" x1="50%" x2="50%" y1="0" y2={SIGN} />
      </Sign>{' '}
      {issue}
    </li>
    <li>
      <Sign of={of}>
        <circle class="median" cx="50%" cy={SIGN / 2} r="5" />
      </Sign>{' '}
      {quotes}
    </li>
    {similar && (
      <li>
        <Sign of={of}>
          <rect class="similar" width="100%" height={SIGN} rx="3" />
        </Sign>{' '}
        {similar}
      </li>
    )}
  </ul>
)

const SIGN = 14
const Sign = ({ of, children }: { of: RangeBarValues; children: ComponentChildren }) => (
  <svg class={lookOf(of)} width={SIGN} height={SIGN} aria-hidden="true">
    {children}
  </svg>
)

/** The same scale in every row, so that rows compare: gains from −20% to +80% of the issue price; what is beyond ends there. */
const across = scaleLinear([-20, 80], [1, 99]).clamp(true)
const SMALL = 16

/** Without words, for a row whose figures stand beside it. */
export function SmallRangeBar({ of, label }: RangeBarProps) {
  const { issuePrice, lowest, highest, median } = of
  const x = (value: number) => across(((value - issuePrice) / issuePrice) * 100)
  return (
    <svg class={`${lookOf(of)} small`} width="100%" height={SMALL} role="img" aria-label={label}>
      <line class="track" x1="0" x2="100%" y1={SMALL / 2} y2={SMALL / 2} />
      {highest > lowest && (
        <rect
          class="quotes"
          x={percent(x(lowest))}
          width={percent(Math.max(0.5, place(x(highest)) - place(x(lowest))))}
          y={SMALL / 2 - 4}
          height="8"
          rx="2"
        />
      )}
      <line class="issue" x1={percent(across(0))} x2={percent(across(0))} y1="1" y2={SMALL - 1} />
      <circle class="median" cx={percent(x(median))} cy={SMALL / 2} r="4" />
    </svg>
  )
}

/** The room beyond the highest quote. */
const HEADROOM = 1.15

/** Where the issue price (a GMP of 0) and the quotes are, from 0 to 1. The price is at the left unless a quote is negative. */
export function placesOnBar({ lowest, median, highest }: Quotes) {
  const from = Math.min(0, lowest)
  const span = Math.max(0, highest) * HEADROOM - from || 1
  const placeOf = (value: number) => (value - from) / span
  return { price: placeOf(0), low: placeOf(lowest), middle: placeOf(median), high: placeOf(highest) }
}

interface QuotesBarProps {
  readonly quotes: Quotes
  readonly width: number
  /** Of the track; the ticks are longer. */
  readonly height: number
  readonly colours: Readonly<Record<'track' | 'ours' | 'doubt' | 'ink', string>>
}

/** For cards, badges and frames, which have no styles: a tick at the issue price, a band of the quotes, a tick at their median. */
export function QuotesBar({ quotes, width, height, colours }: QuotesBarProps) {
  const tick = Math.max(2, height / 5)
  const { price, low, middle, high } = placesOnBar(quotes)
  const xOf = (at: number) => Math.round(at * (width - tick) * 10) / 10
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
