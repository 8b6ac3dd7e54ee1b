import { setImmediate } from 'node:timers/promises'
import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import { BOARDS, type Board, type Exchange } from '../../market/facts/fact.ts'
import { HORIZONS, type Horizon, nearestHorizon } from '../../market/scores/horizon.ts'
import type { PredictionHistory } from '../../market/scores/prediction.ts'
import { type JudgedRange, PastRanges, rangeAround, rangeRecord } from '../../market/scores/range.ts'
import { firstQuotedDay, hundredths } from '../../market/scores/scoreboard.ts'
import type { View } from '../../store/view.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import type { HorizonRanges, Range80 } from '../schemas/range.ts'
import { fromPredictions } from './listed-predictions.ts'

const pastRanges = new WeakMap<readonly PredictionHistory[], (horizon: Horizon) => PastRanges>()

const rangesOf = fromPredictions((pasts, asOf) => {
  const pastAt = pastRanges.get(pasts) ?? onDemand((horizon: Horizon) => new PastRanges(pasts, horizon))
  pastRanges.set(pasts, pastAt)
  return onDemand((horizon: Horizon) => rangesAt(pastAt(horizon), asOf))
})

/** Each horizon is computed when it is first needed: an IPO needs one of them. */
function onDemand<K, V>(compute: (key: K) => V): (key: K) => V {
  const computed = new Map<K, V>()
  return (key) => {
    const value = computed.get(key) ?? compute(key)
    computed.set(key, value)
    return value
  }
}

/** The known misses at one horizon, and the ranges that past listings had, oldest first. */
function rangesAt(past: PastRanges, asOf: Instant | null) {
  const { listings, judged } = past.judgedAt(asOf)
  const ofBoard = <T extends { readonly board: Board }>(all: readonly T[], board: Board) =>
    all.filter((one) => one.board === board)
  return {
    misses: past.missesAt(asOf),
    judged,
    overall: rangeRecord(listings.length, judged),
    byBoard: BOARDS.map((board) => ({
      board,
      ...rangeRecord(ofBoard(listings, board).length, ofBoard(judged, board)),
    })),
  }
}

/** The values of an issue that decide its range. */
export interface RangedIssue {
  readonly board: Board
  readonly exchanges: readonly Exchange[] | null
  /** The expected gain by the last GMP, in percent. */
  readonly impliedPct: number | null
  /** The day of that GMP. */
  readonly gmpDay: Day | null
  /** When bidding ends. */
  readonly closes: Instant | null
}

/**
 * The range for an issue that is neither listed nor withdrawn, at the horizon nearest to its present stage. `null` where
 * there are fewer than 50 past listings, it is too early for any horizon, or the GMP is too old for a prediction.
 */
export async function rangeFor(
  market: MarketData,
  moment: Moment,
  { board, exchanges, impliedPct, gmpDay, closes }: RangedIssue,
): Promise<Range80 | null> {
  const horizon = nearestHorizon(moment.clock, closes)
  if (horizon === null || closes === null || impliedPct === null || gmpDay === null) return null
  const day = istDay(moment.clock)
  if (gmpDay < firstQuotedDay(day, istDay(closes))) return null
  const { misses, byBoard } = (await rangesOf(market, moment))(horizon)
  const range = rangeAround({ board, exchanges, implied: hundredths(impliedPct), day }, misses)
  const record = byBoard.find((of) => of.board === board)
  if (!range || !record) return null
  return {
    lowPct: range.low / 100,
    highPct: range.high / 100,
    listings: range.listings,
    judged: record.judged,
    heldPct: record.heldPct,
  }
}

/** How often ranges contained the listing gain, in the order of `HORIZONS`. */
export async function rangeRecords(market: MarketData, moment: Moment): Promise<HorizonRanges[]> {
  const ranges = await rangesOf(market, moment)
  const records: HorizonRanges[] = []
  for (const horizon of HORIZONS) {
    const { overall, byBoard } = ranges(horizon)
    records.push({ horizon, overall, byBoard: [...byBoard] })
    // With thousands of listings each horizon takes long enough to let the event loop run after it.
    await setImmediate()
  }
  return records
}

/** The listings that had a range at a horizon, oldest first. */
export async function judgedRanges(
  market: MarketData,
  view: View,
  horizon: Horizon,
): Promise<readonly JudgedRange[]> {
  return (await rangesOf(market, view))(horizon).judged
}
