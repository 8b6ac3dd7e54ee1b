import { setImmediate } from 'node:timers/promises'
import {
  type Accuracy,
  accuracyOf,
  type Call,
  isOfSize,
  meanOf,
  PROMISE_SIZES,
  type PromiseSize,
  ranksOf,
} from '../market/accuracy.ts'
import { type BoardAverage, boardAverages } from '../market/board-average.ts'
import type { Instant } from '../market/calendar.ts'
import { type CalibrationBin, calibrationOf } from '../market/calibration.ts'
import { BOARDS, type Board } from '../market/fact.ts'
import { HORIZONS, type Horizon } from '../market/horizon.ts'
import { type IssuePast, type Prediction, valueAt } from '../market/prediction.ts'
import { ownerOf } from '../market/publisher.ts'
import { hundredths } from '../market/scoreboard.ts'
import { compareText } from '../market/text-order.ts'
import type { Db } from '../store/db.ts'
import type { View } from '../store/view.ts'
import { listedPasts } from './accuracy-pasts.ts'
import { keptByView } from './kept-by-view.ts'
import type { Moment } from './moment.ts'
import { scoredListings } from './scoreboard.ts'

/** How promises made at one horizon did, as a whole and in parts. */
export interface HorizonRecord {
  readonly horizon: Horizon
  readonly overall: Accuracy
  readonly byBoard: readonly (Accuracy & { readonly board: Board })[]
  /** By year of listing, newest first; years without a promise are left out. */
  readonly byYear: readonly (Accuracy & { readonly year: string })[]
  readonly bySize: readonly (Accuracy & PromiseSize)[]
  readonly calibration: readonly CalibrationBin[]
}

/** A source beside the median, on the listings that both spoke of. */
export interface HeadToHead {
  readonly n: number
  readonly meanAbsErrorPp: number | null
  readonly medianMeanAbsErrorPp: number | null
}

export interface SourceHorizonRecord extends HorizonRecord {
  /** Its place among the sources with enough listings; `null` with too few. */
  readonly rank: number | null
  readonly againstMedian: HeadToHead
}

export interface SourceRecord {
  readonly source: string
  readonly owner: string
  /** In the order of `HORIZONS`. */
  readonly horizons: readonly SourceHorizonRecord[]
}

export interface AccuracyReport {
  /** Listings whose outcome is known, quoted or not. */
  readonly listings: number
  /** How many the scoreboard scores, by the day of a quote and whenever it was recorded. */
  readonly scoreboardN: number
  /** How many of these were also promised at the close by what was recorded then. */
  readonly inBothN: number
  /** Of the published median, in the order of `HORIZONS`. */
  readonly median: readonly HorizonRecord[]
  /** By name. */
  readonly sources: readonly SourceRecord[]
}

interface JudgedCall extends Call {
  readonly slug: string
  readonly board: Board
  readonly year: string
  /** What the median promised for it. */
  readonly median: number
}

/** How far off the grey market was, by what was known at the time. */
export const accuracyReport = (db: Db, moment: Moment): Promise<AccuracyReport> => recordOf(db, moment)

const recordOf = keptByView(async (db: Db, view: View): Promise<AccuracyReport> => {
  const pasts = await listedPasts(db, view.version)
  const averageAt = boardAverages(pasts.map(({ outcome }) => outcome))
  const median: HorizonRecord[] = []
  const bySource = new Map<string, SourceHorizonRecord[]>()
  const names = sourcesOf(pasts, view.asOf)
  let closing = new Set<string>()
  for (const horizon of HORIZONS) {
    const calls = callsAt(horizon, pasts, view.asOf, averageAt)
    median.push(await horizonRecord(horizon, calls.median))
    if (horizon === 'close') closing = new Set(calls.median.map(({ slug }) => slug))
    const records: Omit<SourceHorizonRecord, 'rank'>[] = []
    for (const name of names) {
      const own = calls.bySource.get(name) ?? []
      records.push({ ...(await horizonRecord(horizon, own)), againstMedian: headToHead(own) })
    }
    const ranks = ranksOf(records.map(({ overall }) => overall))
    for (const [i, name] of names.entries()) {
      const record = records[i]
      if (record) bySource.set(name, [...(bySource.get(name) ?? []), { ...record, rank: ranks[i] ?? null }])
    }
  }
  const scored = await scoredListings(db, view)
  return {
    listings: pasts.filter(({ outcome }) => valueAt(outcome, view.asOf)).length,
    scoreboardN: scored.length,
    inBothN: scored.filter(({ row }) => closing.has(row.slug)).length,
    median,
    sources: names.map((source) => ({
      source,
      owner: ownerOf(source),
      horizons: bySource.get(source) ?? [],
    })),
  }
})

function* predictionsOf(past: IssuePast, asOf: Instant | null): Generator<[Horizon, Prediction]> {
  for (const { horizon, prediction } of past.atClosing)
    if (asOf === null || prediction.at <= asOf) yield [horizon, prediction]
  const last = valueAt(past.last, asOf)
  if (last) yield ['last', last]
}

function sourcesOf(pasts: readonly IssuePast[], asOf: Instant | null): string[] {
  const names = new Set<string>()
  for (const past of pasts)
    if (valueAt(past.outcome, asOf))
      for (const [, { bySource }] of predictionsOf(past, asOf))
        for (const { source } of bySource) names.add(source)
  return [...names].sort(compareText)
}

/** What was promised at a horizon of the listings whose outcome is known. */
function callsAt(
  horizon: Horizon,
  pasts: readonly IssuePast[],
  asOf: Instant | null,
  averageAt: BoardAverage,
): { median: JudgedCall[]; bySource: Map<string, JudgedCall[]> } {
  const median: JudgedCall[] = []
  const bySource = new Map<string, JudgedCall[]>()
  for (const past of pasts) {
    const outcome = valueAt(past.outcome, asOf)
    if (!outcome) continue
    for (const [made, prediction] of predictionsOf(past, asOf)) {
      if (made !== horizon) continue
      const implied = hundredths(prediction.impliedPct)
      const call: JudgedCall = {
        slug: past.slug,
        board: outcome.board,
        year: outcome.listedOn.slice(0, 4),
        implied,
        median: implied,
        actual: hundredths(outcome.actualPct),
        boardAverage: averageAt(prediction.board, prediction.at),
      }
      median.push(call)
      for (const { source, impliedPct } of prediction.bySource) {
        const own = bySource.get(source) ?? []
        own.push({ ...call, implied: hundredths(impliedPct) })
        bySource.set(source, own)
      }
    }
  }
  return { median, bySource }
}

async function horizonRecord(horizon: Horizon, calls: readonly JudgedCall[]): Promise<HorizonRecord> {
  // Of many listings this takes long enough to let others have their turn.
  await setImmediate()
  const years = [...Map.groupBy(calls, ({ year }) => year)].sort(([a], [b]) => compareText(b, a))
  return {
    horizon,
    overall: accuracyOf(calls),
    byBoard: BOARDS.map((board) => ({
      board,
      ...accuracyOf(calls.filter((call) => call.board === board)),
    })),
    byYear: years.map(([year, ofYear]) => ({ year, ...accuracyOf(ofYear) })),
    bySize: PROMISE_SIZES.map((size) => ({
      ...size,
      ...accuracyOf(calls.filter((call) => isOfSize(call, size))),
    })),
    calibration: calibrationOf(calls),
  }
}

const headToHead = (calls: readonly JudgedCall[]): HeadToHead => ({
  n: calls.length,
  meanAbsErrorPp: meanOf(calls.map(({ implied, actual }) => Math.abs(implied - actual))),
  medianMeanAbsErrorPp: meanOf(calls.map(({ median, actual }) => Math.abs(median - actual))),
})
