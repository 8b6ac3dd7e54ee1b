import { shortName } from '../../market/issues/names.ts'
import type { Quadrants } from '../../market/scores/scoreboard.ts'
import type { ScoredListing } from '../../reports/scores/scoreboard.ts'
import { en } from '../../texts/en.ts'
import { boardName, isolated } from '../../texts/format.ts'
import { areEnoughPoints, Chart, Legend, percent, place, ReadingHint } from './chart.tsx'
import { diagonalEntry, type Ends, GainAxes, type GainPlot, gainPlot } from './gain-axes.tsx'

const words = en.scores

const HEIGHT = 424
/** The frame contains this share of the listings; the rest are drawn at its edge. */
const SHARE_INSIDE = 0.97
const STEP = 20
const LEAST_HIGH = 40

interface ScatterProps {
  readonly listings: readonly ScoredListing[]
  /** The number of all listings, drawn or not. */
  readonly total: number
  readonly quadrants: Quadrants
}

/** What the GMP had said across, the listing gain upwards: on the diagonal both are equal. */
export function Scatter({ listings, total, quadrants }: ScatterProps) {
  if (!areEnoughPoints(listings.length)) return null
  const frame = frameOf(listings)
  const plot = gainPlot(frame, frame, HEIGHT)
  const ordered = listings.toSorted(
    (a, b) => a.row.impliedPct - b.row.impliedPct || a.row.actualPct - b.row.actualPct,
  )
  const outside = listings.filter((listing) => beyond(listing, frame) !== null).length
  return (
    <Chart
      id="calls"
      title={words.scatterTitle}
      description={words.scatterDescription(quadrants)}
      height={HEIGHT}
      readout={<ReadingHint point="mark">{words.scatterHint}</ReadingHint>}
      legend={
        <>
          <Legend entries={LEGEND} />
          <p class="quiet small">
            {outside > 0 && words.beyondFrame(outside)}{' '}
            {listings.length < total && words.newestDrawn(listings.length, total)}
          </p>
        </>
      }
    >
      <defs>
        <polygon id="mark-up" points="-4,-8 4,-8 0,-13" />
        <polygon id="mark-down" points="-4,8 4,8 0,13" />
        <polygon id="mark-left" points="-8,-4 -8,4 -13,0" />
        <polygon id="mark-right" points="8,-4 8,4 13,0" />
      </defs>
      <GainAxes plot={plot} />
      <g class="marks">
        {ordered.map((listing) => (
          <Mark key={listing.row.slug} listing={listing} plot={plot} arrow={beyond(listing, frame)} />
        ))}
      </g>
    </Chart>
  )
}

interface MarkProps {
  readonly listing: ScoredListing
  readonly plot: GainPlot
  readonly arrow: ReturnType<typeof beyond>
}

/** A circle for Mainboard, a square for SME that the style sheet centres and turns into a diamond. */
const Mark = ({ listing: { board, row }, plot, arrow }: MarkProps) => {
  const [left, top] = [place(plot.x(row.impliedPct)), place(plot.y(row.actualPct))]
  const text = words.listing({ ...row, name: isolated(shortName(row.name)), board: boardName(board) })
  const point = { 'data-x': left, 'data-y': top, 'data-text': text }
  return (
    <>
      {board === 'SME' ? (
        <rect class="sme" x={percent(left)} y={top} width="8" height="8" {...point} />
      ) : (
        <circle class="mainboard" cx={percent(left)} cy={top} r="4" {...point} />
      )}
      {arrow !== null && <use href={`#mark-${arrow}`} class="beyond" x={percent(left)} y={top} />}
    </>
  )
}

/** One range for both axes, so that the diagonal runs from corner to corner. */
function frameOf(listings: readonly ScoredListing[]): Ends {
  const values = listings.flatMap(({ row }) => [row.impliedPct, row.actualPct]).sort((a, b) => a - b)
  const at = (share: number) => values[Math.round((values.length - 1) * share)] ?? 0
  const high = Math.max(LEAST_HIGH, Math.ceil(at(SHARE_INSIDE) / STEP) * STEP)
  return { high, low: Math.min(-STEP, Math.floor(at(1 - SHARE_INSIDE) / STEP) * STEP) }
}

function beyond({ row }: ScoredListing, { low, high }: Ends) {
  if (row.actualPct > high) return 'up'
  if (row.actualPct < low) return 'down'
  if (row.impliedPct > high) return 'right'
  return row.impliedPct < low ? 'left' : null
}

const LEGEND = [
  [<circle class="mainboard" r="4" />, boardName('MAINBOARD')],
  [<polygon class="sme" points="0,-5.5 5.5,0 0,5.5 -5.5,0" />, boardName('SME')],
  diagonalEntry(words.onLineBelow),
] as const
