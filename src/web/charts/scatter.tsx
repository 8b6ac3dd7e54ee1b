import { scaleLinear } from 'd3-scale'
import { shortName } from '../../market/issues/names.ts'
import type { Quadrants } from '../../market/scores/score-spread.ts'
import type { ScoredListing } from '../../reports/scores/scoreboard.ts'
import { boardName } from '../figures.tsx'
import { count, gain, isolated, longDay, points } from '../format.ts'
import { Chart, gainTick, percent, place, ReadingHint, type Scale } from './chart.tsx'

const HEIGHT = 456
const TOP = 40
const BOTTOM = 408
/** The frame contains this share of the listings; the rest are drawn at its edge. */
const SHARE_INSIDE = 0.97
const STEP = 20
const LEAST_HIGH = 40
/** With more ticks there is no room for all labels, however wide the page is. */
const MOST_LABELS = 7
/** The height of a quadrant's text at the top and at the bottom of the frame. */
const TEXT_HEIGHT = 48

interface ScatterProps {
  readonly listings: readonly ScoredListing[]
  /** The number of all listings, drawn or not. */
  readonly total: number
  readonly quadrants: Quadrants
}

/** Expected gain across, actual gain upwards: on the diagonal both are equal. */
export function Scatter({ listings, total, quadrants }: ScatterProps) {
  const frame = frameOf(listings)
  const x = scaleLinear([frame.low, frame.high], [0, 100]).clamp(true)
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
      title="Gain implied by the GMP and the actual gain"
      description={`Each mark is a listing. ${quadrantsText(quadrants)}.`}
      height={HEIGHT}
      readout={<ReadingHint at="mark">Each mark is one listing.</ReadingHint>}
      legend={<Legend total={total} drawn={listings.length} outside={outside} />}
    >
      <defs>
        <circle id="mark-mainboard" r="4" />
        <polygon id="mark-sme" points="0,-5.5 5.5,0 0,5.5 -5.5,0" />
        <polygon id="mark-up" points="-4,-8 4,-8 0,-13" />
        <polygon id="mark-down" points="-4,8 4,8 0,13" />
        <polygon id="mark-left" points="-8,-4 -8,4 -13,0" />
        <polygon id="mark-right" points="8,-4 8,4 13,0" />
      </defs>
      <Grid frame={frame} x={x} y={y} />
      <g class="marks">
        {marks.map(({ listing, left, top, beyond: direction }) => (
          <g key={listing.row.slug}>
            <use
              href={listing.board === 'SME' ? '#mark-sme' : '#mark-mainboard'}
              class={listing.board === 'SME' ? 'sme' : 'mainboard'}
              x={percent(left)}
              y={top}
              data-x={left}
              data-y={top}
              data-says={listingText(listing)}
            />
            {direction !== null && (
              <use href={`#mark-${direction}`} class="beyond" x={percent(left)} y={top} />
            )}
          </g>
        ))}
      </g>
      <QuadrantNames quadrants={quadrants} zero={{ x: x(0), y: y(0) }} />
    </Chart>
  )
}

interface Frame {
  readonly low: number
  readonly high: number
}

/** One range for both axes, so that the diagonal runs from corner to corner; losses get at least a third of it. */
function frameOf(listings: readonly ScoredListing[]): Frame {
  const values = listings.flatMap(({ row }) => [row.impliedPct, row.actualPct]).sort((a, b) => a - b)
  const at = (share: number) => values[Math.round((values.length - 1) * share)] ?? 0
  const high = Math.max(LEAST_HIGH, Math.ceil(at(SHARE_INSIDE) / STEP) * STEP)
  return { high, low: Math.min(-high / 2, Math.floor(at(1 - SHARE_INSIDE) / STEP) * STEP) }
}

function beyond({ row }: ScoredListing, { low, high }: Frame): 'up' | 'down' | 'left' | 'right' | null {
  if (row.actualPct > high) return 'up'
  if (row.actualPct < low) return 'down'
  if (row.impliedPct > high) return 'right'
  return row.impliedPct < low ? 'left' : null
}

/** The name is isolated from the text after it, whatever its writing direction. */
const listingText = ({ board, row }: ScoredListing): string =>
  `${isolated(shortName(row.name))}, ${boardName(board)}, listed ${longDay(row.listedOn)}: implied ${gain(row.impliedPct)}, actual ${gain(row.actualPct)}, ${errorText(row.errorPp)}`

const errorText = (errorPp: number): string => {
  if (errorPp === 0) return 'just as promised'
  return `promised ${points(Math.abs(errorPp))} points too ${errorPp > 0 ? 'much' : 'little'}`
}

const Grid = ({ frame, x, y }: { frame: Frame; x: Scale; y: Scale }) => {
  const ticks = x.ticks(6)
  const labelled = labelClasses(ticks)
  return (
    <g>
      {ticks.map((tick, i) => (
        <g key={tick}>
          <line class="grid" x1="0" x2="100%" y1={place(y(tick))} y2={place(y(tick))} />
          <line class="grid" x1={percent(x(tick))} x2={percent(x(tick))} y1={TOP} y2={BOTTOM} />
          {!overlapsText(y(tick)) && (
            <text x="0" y={place(y(tick)) - 4}>
              {gainTick(tick)}
            </text>
          )}
          {labelled[i] !== undefined && (
            <text class={`${anchorOf(x(tick))} ${labelled[i]}`.trim()} x={percent(x(tick))} y={BOTTOM + 24}>
              {gainTick(tick)}
            </text>
          )}
        </g>
      ))}
      <text x="0" y="12">
        ↑ actual
      </text>
      <text class="end" x="100%" y={BOTTOM + 44}>
        promised, as the GMP implied →
      </text>
      <line class="axis" x1="0" x2="100%" y1={place(y(0))} y2={place(y(0))} />
      <line class="axis" x1={percent(x(0))} x2={percent(x(0))} y1={TOP} y2={BOTTOM} />
      <line class="kept" x1="0" x2="100%" y1={place(y(frame.low))} y2={place(y(frame.high))} />
    </g>
  )
}

/** Keeps text at the very edge inside the chart. */
const anchorOf = (left: number): string => (left > 95 ? 'end' : left < 5 ? '' : 'middle')

/** Every other label is shown only where there is room, or never; that of 0 is always shown. */
function labelClasses(ticks: readonly number[]): (string | undefined)[] {
  const others = ticks.length > MOST_LABELS ? undefined : 'roomy'
  return ticks.map((_, i) => ((i - ticks.indexOf(0)) % 2 === 0 ? '' : others))
}

/** True where the texts of the left quadrants would cover a label. */
const overlapsText = (top: number): boolean =>
  (top > TOP && top < TOP + TEXT_HEIGHT) || top > BOTTOM - TEXT_HEIGHT

const QuadrantNames = ({ quadrants, zero }: { quadrants: Quadrants; zero: { x: number; y: number } }) => (
  <g class="quadrants">
    {[
      { n: quadrants.lossListedGain, lines: ['promised loss,', 'came gain'], isLeft: true, top: TOP + 16 },
      { n: quadrants.gainListedGain, lines: ['promised gain,', 'came gain'], isLeft: false, top: TOP + 16 },
      { n: quadrants.lossListedLoss, lines: ['promised loss,', 'came loss'], isLeft: true, top: BOTTOM - 24 },
      {
        n: quadrants.gainListedLoss,
        lines: ['promised gain,', 'came loss'],
        isLeft: false,
        top: BOTTOM - 24,
      },
    ].map(({ n, lines: [expected, actual], isLeft, top }) => (
      <text key={`${expected} ${actual}`} class={isLeft ? 'end' : undefined} y={top}>
        <tspan x={percent(zero.x)} dx={isLeft ? -8 : 8}>
          {expected}
        </tspan>
        <tspan x={percent(zero.x)} dx={isLeft ? -8 : 8} dy="16">
          {actual}: <tspan class="n">{count(n)}</tspan>
        </tspan>
      </text>
    ))}
  </g>
)

const quadrantsText = ({
  gainListedGain,
  gainListedLoss,
  lossListedGain,
  lossListedLoss,
}: Quadrants): string =>
  `Promised gain and came gain: ${gainListedGain}; promised gain and came loss: ${gainListedLoss}; promised loss and came gain: ${lossListedGain}; promised loss and came loss: ${lossListedLoss}`

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
        promise kept: above it more came, below it less
      </li>
    </ul>
    {(outside > 0 || drawn < total) && (
      <p class="quiet small">
        {outside > 0 &&
          (outside === 1
            ? 'One listing lies beyond the frame; it is drawn at its edge with an arrow. '
            : `${count(outside)} listings lie beyond the frame; they are drawn at its edge with an arrow. `)}
        {drawn < total && `The newest ${count(drawn)} of ${count(total)} listings are drawn.`}
      </p>
    )}
  </>
)
