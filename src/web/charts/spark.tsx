import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import type { GmpHistoryDay } from '../../reports/ipos/gmp-history.ts'
import { rupees } from '../../texts/format.ts'

const WIDTH = 120
const HEIGHT = 32
/** Leaves room for the dot at the end. */
const EDGE = 4
const MOST_DAYS = 14

/** The premium of the last quoted days, over a dotted line at zero if that is in range. */
export function Spark({ days }: { days: readonly Pick<GmpHistoryDay, 'gmp'>[] }) {
  const shown = days.slice(-MOST_DAYS).map(({ gmp }) => gmp)
  const last = shown.at(-1)
  if (last === undefined || shown.length < 2) return null
  const x = scaleLinear([0, shown.length - 1], [EDGE, WIDTH - EDGE])
  const [low, high] = [Math.min(0, ...shown), Math.max(0, ...shown)]
  const y = scaleLinear(low === high ? [low - 1, high + 1] : [low, high], [HEIGHT - EDGE, EDGE])
  const path = line<number>(
    (_, i) => rounded(x(i)),
    (gmp) => rounded(y(gmp)),
  )(shown)
  return (
    <svg
      class="spark"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`GMP over ${shown.length} days, from ${rupees(shown[0] ?? 0)} to ${rupees(last)}`}
    >
      <line x1={EDGE} x2={WIDTH - EDGE} y1={rounded(y(0))} y2={rounded(y(0))} />
      <path d={path ?? ''} />
      <circle cx={rounded(x(shown.length - 1))} cy={rounded(y(last))} r="2.5" />
    </svg>
  )
}

const rounded = (value: number): number => Math.round(value * 10) / 10
