import { scaleLinear } from 'd3-scale'
import { Fragment } from 'preact'
import { shortName } from '../../market/issues/names.ts'
import type { Quadrants } from '../../market/scores/scoreboard.ts'
import type { ScoredListing } from '../../reports/scores/scoreboard.ts'
import { boardName, count, gain, isolated, longDay } from '../../texts/format.ts'
import {
  Chart,
  GainLine,
  gainTick,
  labelClasses,
  PLOT_LEFT,
  PLOT_RIGHT,
  percent,
  place,
  ReadingHint,
  type Scale,
} from './chart.tsx'
import { errorText } from './error-text.ts'

const HEIGHT = 424
const TOP = 40
const BOTTOM = 376
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

/** Expected gain across, actual gain upwards: on the diagonal both are equal. */
export function Scatter({ listings, total, quadrants }: ScatterProps) {
  const frame = frameOf(listings)
  const x = scaleLinear([frame.low, frame.high], [PLOT_LEFT, PLOT_RIGHT]).clamp(true)
  const y = scaleLinear([frame.low, frame.high], [BOTTOM, TOP]).clamp(true)
  const marks = listings
    .toSorted((a, b) => a.row.impliedPct - b.row.impliedPct || a.row.actualPct - b.row.actualPct)
    .map((listing) => ({
      listing,
      left: place(x(listing.row.impliedPct)),
      top: place(y(listing.row.actualPct)),
      beyond: beyond(listing, frame),
    }))
  const outside = marks.filter((mark) => mark.beyond !== null).length
  return (
    <Chart
      id="calls"
      title="Implied and actual gain of each IPO"
      description={`Each mark is a listing. ${quadrantsText(quadrants)}.`}
      height={HEIGHT}
      readout={<ReadingHint at="mark">Each mark is one listing.</ReadingHint>}
      legend={<Legend total={total} drawn={listings.length} outside={outside} />}
    >
      <defs>
        <polygon id="mark-up" points="-4,-8 4,-8 0,-13" />
        <polygon id="mark-down" points="-4,8 4,8 0,13" />
        <polygon id="mark-left" points="-8,-4 -8,4 -13,0" />
        <polygon id="mark-right" points="8,-4 8,4 13,0" />
      </defs>
      <Grid frame={frame} x={x} y={y} />
      <g class="marks">
        {marks.map((mark) => (
          <Fragment key={mark.listing.row.slug}>
            <MarkShape {...mark} />
            {mark.beyond !== null && (
              <use href={`#mark-${mark.beyond}`} class="beyond" x={percent(mark.left)} y={mark.top} />
            )}
          </Fragment>
        ))}
      </g>
    </Chart>
  )
}

interface PlacedMark {
  readonly listing: ScoredListing
  /** In percent of the width. */
  readonly left: number
  /** In pixels. */
  readonly top: number
}

/** A circle for Mainboard, a square for SME that the style sheet centres and turns into a diamond. */
const MarkShape = ({ listing, left, top }: PlacedMark) => {
  const point = { 'data-x': left, 'data-y': top, 'data-text': listingText(listing) }
  return listing.board === 'SME' ? (
    <rect class="sme" x={percent(left)} y={top} width="8" height="8" {...point} />
  ) : (
    <circle class="mainboard" cx={percent(left)} cy={top} r="4" {...point} />
  )
}

interface Frame {
  readonly low: number
  readonly high: number
}

/** One range for both axes, so that the diagonal runs from corner to corner. */
function frameOf(listings: readonly ScoredListing[]): Frame {
  const values = listings.flatMap(({ row }) => [row.impliedPct, row.actualPct]).sort((a, b) => a - b)
  const at = (share: number) => values[Math.round((values.length - 1) * share)] ?? 0
  const high = Math.max(LEAST_HIGH, Math.ceil(at(SHARE_INSIDE) / STEP) * STEP)
  return { high, low: Math.min(-STEP, Math.floor(at(1 - SHARE_INSIDE) / STEP) * STEP) }
}

function beyond({ row }: ScoredListing, { low, high }: Frame): 'up' | 'down' | 'left' | 'right' | null {
  if (row.actualPct > high) return 'up'
  if (row.actualPct < low) return 'down'
  if (row.impliedPct > high) return 'right'
  return row.impliedPct < low ? 'left' : null
}

/** The name is isolated from the text after it, whatever its writing direction. */
const listingText = ({ board, row }: ScoredListing): string =>
  `${isolated(shortName(row.name))}, ${boardName(board)}, listed ${longDay(row.listedOn)}: implied ${gain(row.impliedPct)}, listed at ${gain(row.actualPct)}, GMP ${errorText(row.errorPp)}`

const Grid = ({ frame, x, y }: { frame: Frame; x: Scale; y: Scale }) => {
  const ticks = x.ticks(6)
  const labelled = labelClasses(ticks)
  return (
    <g>
      {ticks.map((tick, i) => (
        <g key={tick}>
          <GainLine tick={tick} y={y} />
          <line
            class={tick === 0 ? 'axis' : 'grid'}
            x1={percent(x(tick))}
            x2={percent(x(tick))}
            y1={TOP}
            y2={BOTTOM}
          />
          {labelled[i] !== undefined && (
            <text
              class={`${x(tick) > 95 ? 'end' : 'middle'} ${labelled[i]}`.trim()}
              x={percent(x(tick))}
              y={BOTTOM + 24}
            >
              {gainTick(tick)}
            </text>
          )}
        </g>
      ))}
      <text x="0" y="12">
        ↑ actual gain
      </text>
      <text class="end" x="100%" y={BOTTOM + 44}>
        implied gain →
      </text>
      <line
        class="kept"
        x1={percent(PLOT_LEFT)}
        x2={percent(PLOT_RIGHT)}
        y1={place(y(frame.low))}
        y2={place(y(frame.high))}
      />
    </g>
  )
}

const quadrantsText = ({
  gainListedGain,
  gainListedLoss,
  lossListedGain,
  lossListedLoss,
}: Quadrants): string =>
  `Implied and actual gain: ${gainListedGain}; implied gain, actual loss: ${gainListedLoss}; implied loss, actual gain: ${lossListedGain}; implied and actual loss: ${lossListedLoss}`

const Legend = ({ total, drawn, outside }: { total: number; drawn: number; outside: number }) => (
  <>
    <ul class="legend">
      <li>
        <svg class="swatch marks" width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
          <circle class="mainboard" r="4" />
        </svg>{' '}
        Mainboard
      </li>
      <li>
        <svg class="swatch marks" width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
          <polygon class="sme" points="0,-5.5 5.5,0 0,5.5 -5.5,0" />
        </svg>{' '}
        SME
      </li>
      <li>
        <svg class="swatch" width="20" height="12" aria-hidden="true">
          <line class="kept" x1="0" x2="20" y1="11" y2="1" />
        </svg>{' '}
        actual = implied gain; below it, the GMP was too high
      </li>
    </ul>
    {(outside > 0 || drawn < total) && (
      <p class="quiet small">
        {outside > 0 &&
          (outside === 1
            ? 'One listing is beyond the frame; it is drawn at its edge with an arrow. '
            : `${count(outside)} listings are beyond the frame; they are drawn at its edge with an arrow. `)}
        {drawn < total && `The newest ${count(drawn)} of ${count(total)} listings are drawn.`}
      </p>
    )}
  </>
)
