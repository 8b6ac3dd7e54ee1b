import { setImmediate } from 'node:timers/promises'
import type { Instant } from '../../market/calendar.ts'
import { BOARDS, type Board } from '../../market/facts/fact.ts'
import type { Owners } from '../../market/facts/publisher.ts'
import {
  accuracyOf,
  calibrationOf,
  EXPECTED_GAIN_SIZES,
  type JudgedPrediction,
  ranksOf,
} from '../../market/scores/accuracy.ts'
import { HORIZONS, type Horizon } from '../../market/scores/horizon.ts'
import { type BoardGainsAt, boardGains } from '../../market/scores/known-figures.ts'
import { headToHead, type Leader, leaderOf, type PairedPrediction } from '../../market/scores/paired.ts'
import { type PredictionHistory, valueAt } from '../../market/scores/prediction.ts'
import { hundredths } from '../../market/scores/scoreboard.ts'
import { isInRange } from '../../market/scores/statistics.ts'
import { compareText } from '../../market/text-order.ts'
import type { View } from '../../store/view.ts'
import { afterTheOthers } from '../after-the-others.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import type { CalibrationBody } from '../schemas/accuracy.ts'
import type { FieldsOf } from '../schemas/fields.ts'
import { fromPredictions } from './listed-predictions.ts'
import { rangeRecords } from './range.ts'
import { scoredListings } from './scoreboard.ts'

interface JudgedCall extends JudgedPrediction, PairedPrediction {
  readonly slug: string
  readonly board: Board
  readonly year: string
}

/** This many take milliseconds; then the event loop runs. */
const LISTINGS_AT_A_TIME = 1000

export type AccuracyReport = Awaited<ReturnType<typeof accuracyReport>>

/** The errors of the grey market, by what was known at the time. */
export async function accuracyReport(market: MarketData, moment: Moment) {
  const { closing, ...judged } = await judgedAt(market, moment)
  const scored = await scoredListings(market, moment)
  return {
    ...judged,
    scoreboardN: scored.length,
    inBothN: scored.filter(({ row }) => closing.has(row.slug)).length,
  }
}

/** Actual gains by size of the median's expected gain, and the record of ranges, in the order of `HORIZONS`. */
export async function calibrationReport(
  market: MarketData,
  moment: Moment,
): Promise<FieldsOf<typeof CalibrationBody>> {
  const { median } = await accuracyReport(market, moment)
  const horizons = median.map(({ horizon, overall: { n }, calibration: bins }) => ({ horizon, n, bins }))
  return { horizons, ranges: await rangeRecords(market, moment) }
}

/** The accuracy of the median of all sources, by horizon. */
export const medianAccuracy = async (market: MarketData, view: View): Promise<readonly HorizonRecord[]> =>
  (await judgedAt(market, view)).median

const judgedAt = fromPredictions((pasts, asOf, owners) =>
  asOf === null ? judge(pasts, owners, null) : afterTheOthers(() => judge(pasts, owners, asOf)),
)

async function judge(pasts: readonly PredictionHistory[], owners: Owners, asOf: Instant | null) {
  const gainsAt = boardGains(pasts.map(({ outcome }) => outcome))
  const median: HorizonRecord[] = []
  const bySource = new Map<Horizon, Awaited<ReturnType<typeof sourceRecords>>>()
  const leaders = new Map<Horizon, Leader>()
  let closing: ReadonlySet<string> = new Set()
  for (const horizon of HORIZONS) {
    const calls = await callsAt(horizon, pasts, asOf, gainsAt)
    median.push(await horizonRecord(horizon, calls.median))
    if (horizon === 'close') closing = new Set(calls.median.map(({ slug }) => slug))
    const leader = leaderOf(calls.bySource)
    if (leader) leaders.set(horizon, leader)
    bySource.set(horizon, await sourceRecords(horizon, calls.bySource))
  }
  const sources = []
  const names = new Set([...bySource.values()].flatMap((records) => [...records.keys()]))
  for (const source of [...names].sort(compareText)) {
    const horizons = HORIZONS.map(
      async (horizon) =>
        bySource.get(horizon)?.get(source) ?? { ...(await sourceRecord(horizon, [])), rank: null },
    )
    sources.push({ source, owner: owners.of(source), horizons: await Promise.all(horizons) })
  }
  const listings = pasts.filter(({ outcome }) => valueAt(outcome, asOf)).length
  return {
    listings,
    /** For the published median, in the order of `HORIZONS`. */
    median,
    /** By name, each in the order of `HORIZONS`. */
    sources,
    /** The most accurate source, at the horizons that have one. */
    leaders,
    /** Slugs of the listings with an expected gain at close. */
    closing,
  }
}

async function sourceRecords(horizon: Horizon, calls: ReadonlyMap<string, readonly JudgedCall[]>) {
  const records = new Map<string, Awaited<ReturnType<typeof sourceRecord>>>()
  for (const [source, own] of calls) records.set(source, await sourceRecord(horizon, own))
  const ranks = ranksOf([...records.values()].map(({ overall }) => overall))
  return new Map(
    [...records].map(([source, record], i) => {
      /** Among the sources with enough listings; `null` with too few. */
      const rank = ranks[i] ?? null
      return [source, { ...record, rank }]
    }),
  )
}

const sourceRecord = async (horizon: Horizon, calls: readonly JudgedCall[]) => ({
  ...(await horizonRecord(horizon, calls)),
  againstMedian: headToHead(calls),
})

/** The expected gains at a horizon of the listings whose outcome is known. */
async function callsAt(
  horizon: Horizon,
  pasts: readonly PredictionHistory[],
  asOf: Instant | null,
  gainsAt: BoardGainsAt,
): Promise<{ median: JudgedCall[]; bySource: Map<string, JudgedCall[]> }> {
  const median: JudgedCall[] = []
  const bySource = new Map<string, JudgedCall[]>()
  for (const [i, past] of pasts.entries()) {
    if (i % LISTINGS_AT_A_TIME === 0) await setImmediate()
    const outcome = valueAt(past.outcome, asOf)
    const prediction = valueAt(past.predictions[horizon], asOf)
    if (!outcome || !prediction) continue
    const implied = hundredths(prediction.impliedPct)
    const { average, median: middle } = gainsAt(prediction.board, prediction.at)
    const call: JudgedCall = {
      slug: past.slug,
      listing: i,
      board: outcome.board,
      year: outcome.listedOn.slice(0, 4),
      implied,
      median: implied,
      actual: hundredths(outcome.actualPct),
      boardAverage: average,
      boardMedian: middle,
      isAtLimit: outcome.limit !== null,
    }
    median.push(call)
    for (const { source, impliedPct } of prediction.bySource) {
      const own = bySource.get(source) ?? []
      own.push({ ...call, implied: hundredths(impliedPct) })
      bySource.set(source, own)
    }
  }
  return { median, bySource }
}

/** The accuracy of expected gains at one horizon, as a whole and in parts. */
export type HorizonRecord = Awaited<ReturnType<typeof horizonRecord>>

/** With many listings each part takes long enough to let the event loop run after it. */
async function horizonRecord(horizon: Horizon, calls: readonly JudgedCall[]) {
  const years = [...Map.groupBy(calls, ({ year }) => year)].sort(([a], [b]) => compareText(b, a))
  const overall = accuracyOf(calls)
  await setImmediate()
  const byBoard = BOARDS.map((board) => ({
    board,
    ...accuracyOf(calls.filter((call) => call.board === board)),
  }))
  await setImmediate()
  const byYear = years.map(([year, ofYear]) => ({ year, ...accuracyOf(ofYear) }))
  await setImmediate()
  const bySize = EXPECTED_GAIN_SIZES.map((size) => ({
    ...size,
    ...accuracyOf(calls.filter(({ implied }) => isInRange(implied, size))),
  }))
  await setImmediate()
  return { horizon, overall, byBoard, byYear, bySize, calibration: calibrationOf(calls) }
}
