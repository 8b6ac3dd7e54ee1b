import type { Day, Instant } from '../market/calendar.ts'
import type { Source } from '../sources/source.ts'
import {
  NO_ROWS,
  type RoundContents,
  type RoundTotals,
  recordRound,
  sumOfTotals,
} from '../store/append/record-round.ts'
import { DONE } from '../store/append/round.ts'
import { type Fetch, markDerived, nextFetchId, storeFetch } from '../store/collection/fetches.ts'
import { storePayload } from '../store/collection/payloads.ts'
import { type Db, whileBusy } from '../store/engines/db.ts'
import { chunksOf } from '../store/engines/statements.ts'
import type { Fault, RoundResult } from '../store/tables.ts'
import { holdMarket } from '../store/version/market-version.ts'
import { daysToDownload } from './days-to-download.ts'
import { derive, type RowOutcome } from './derive.ts'
import { type DownloadAllOptions, type Downloads, downloadAll } from './download-all.ts'
import { type AnswerRow, type DocumentFault, readingHash, rowsIn } from './observation.ts'
import { deriveLeftovers, sameRowsSince } from './replay.ts'
import { unlistedHolidays } from './unlisted-holidays.ts'

export interface RoundReport extends RoundTotals {
  readonly source: string
  readonly outcome: RoundResult
  readonly fault: Fault | null
  readonly words: string | null
  /** The number of rows refused by each rule. */
  readonly refusedBy: ReadonlyMap<string, number>
  /** The number of requested documents, published in JSON; with none, nothing was due. */
  readonly asked: number
  /** True when the round stopped before all documents were requested, because the source failed repeatedly. */
  readonly isBrokenOff: boolean
  readonly rows: readonly RowOutcome[]
}

export interface CollectOptions extends Omit<DownloadAllOptions, 'days' | 'clock'> {
  readonly now: () => Instant
  /** Record as of this past moment. */
  readonly at?: Instant
  /** The days whose files to download, for a dated source. */
  readonly days?: readonly Day[]
  readonly dryRun?: boolean
  readonly sources: readonly Source[]
  readonly work?: 'collect' | 'backfill'
}

/**
 * Runs one round of one source: downloads, stores the raw answers, and makes facts of them in a second transaction. An
 * error of ours in between loses no answer: the next round, or a replay, makes the facts. When the round is aborted,
 * nothing more is recorded.
 */
export async function collectRound(db: Db, source: Source, options: CollectOptions): Promise<RoundReport> {
  const { now, at, dryRun = false, sources, signal, work = 'collect' } = options
  const clock = at === undefined ? now : () => at
  const asOf = at ?? null
  const left = dryRun || asOf !== null ? NO_ROWS : await deriveLeftovers(db, source, { now, sources })
  const started = clock()
  const days = source.isDated ? (options.days ?? (await daysToDownload(db, source, started, asOf))) : []
  const downloads = await downloadAll(db, source, { ...options, days, clock })
  if (downloads.requested === 0) return reportOf(source, downloads, left, [])
  const store = async (tx: Db) => {
    signal?.throwIfAborted()
    return storeAnswers(tx, downloads, clock())
  }
  const stored =
    dryRun || downloads.received.length === 0
      ? null
      : await whileBusy(now, () =>
          db.transaction().execute(async (tx) => {
            await holdMarket(tx)
            return store(tx)
          }),
        )
  const outcome = await recordRound(db, {
    ...{ source: source.id, work, started, now, dryRun },
    prepare: async (tx, round, append) => {
      signal?.throwIfAborted()
      const fetches = stored ?? (await store(tx))
      const read = await rowsOf(tx, source, downloads, fetches)
      const rows = [...read, ...(await unlistedHolidays(tx, read, asOf))]
      const derived = await derive(tx, [rows], {
        ...{ store: db, round, append, clock: clock(), at: asOf, sources },
      })
      for (const { batch } of fetches.slice(0, 1)) await markDerived(tx, [batch], round)
      return { ...derived, rowsRead: countOfRows(downloads), result: resultOf(downloads) }
    },
  })
  return reportOf(source, downloads, sumOfTotals(left, outcome), outcome.prepared.rows)
}

const reportOf = (
  { id }: Source,
  downloads: Downloads,
  { read, taken, known, refused, committed }: RoundTotals,
  rows: readonly RowOutcome[],
): RoundReport => ({
  source: id,
  ...resultOf(downloads),
  ...{ read, taken, known, refused, committed },
  refusedBy: countsByRule(rows),
  asked: downloads.requested,
  isBrokenOff: downloads.isBrokenOff,
  rows,
})

const countsByRule = (rows: readonly RowOutcome[]): Map<string, number> => {
  const rules = rows.flatMap(({ refused }) => refused?.rule ?? [])
  return new Map([...Map.groupBy(rules, (rule) => rule)].map(([rule, all]) => [rule, all.length]))
}

/** Stores the raw answers, readable or not, and the records of their downloads. The caller holds the market lock. */
async function storeAnswers(tx: Db, { received }: Downloads, clock: Instant): Promise<readonly Fetch[]> {
  const fetches: Fetch[] = []
  const batch = await nextFetchId(tx)
  for (const { fetch, payload, parsed, fault } of received) {
    if (payload) await storePayload(tx, payload, clock)
    const reading = parsed && !fault ? readingHash(parsed) : null
    const stored = { ...fetch, id: batch + fetches.length, batch, round: null, reading }
    await storeFetch(tx, stored)
    fetches.push(stored)
  }
  return fetches
}

/** The rows of downloaded answers, with the records of their downloads. */
async function rowsOf(
  tx: Db,
  source: Source,
  { received }: Downloads,
  fetches: readonly Fetch[],
): Promise<AnswerRow[]> {
  const rows: AnswerRow[] = []
  for (const [i, fetch] of fetches.entries()) {
    const parsed = received[i]?.parsed
    if (parsed) rows.push(...rowsIn(source, fetch, parsed, await sameRowsSince(tx, fetch, parsed)))
  }
  return rows
}

const countOfRows = ({ received }: Downloads): number =>
  received.reduce((rows, { parsed }) => rows + (parsed?.rows ?? 0), 0)

/** A round failed if no document could be read, and is partial if some could. */
function resultOf({ received, absent, faults }: Downloads): RoundContents['result'] {
  const [first] = faults
  if (!first) return DONE
  const isPartial = absent > 0 || received.some(({ parsed, fault }) => parsed !== null && fault === null)
  return { outcome: isPartial ? 'partial' : 'failed', fault: first.kind, words: messageOf(faults, first) }
}

const messageOf = (faults: readonly DocumentFault[], first: DocumentFault): string =>
  faults.length === 1 ? first.message : `${first.message} (and ${faults.length - 1} more)`

/** A round holds all its answers in memory, and a day file may have megabytes. */
const DAYS_PER_ROUND = 5

/** Collects any number of days of a source, a few days per round, and returns one report of all rounds. */
export async function collectDays(db: Db, source: Source, options: CollectOptions): Promise<RoundReport> {
  const [first, ...later] = chunksOf(options.days ?? [], DAYS_PER_ROUND)
  let total = await collectRound(db, source, { ...options, ...(first && { days: first }) })
  for (const days of later) {
    if (total.isBrokenOff) break
    total = sumOf(total, await collectRound(db, source, { ...options, days }))
  }
  return total
}

const FROM_BEST_TO_WORST = ['done', 'partial', 'failed'] as const

function sumOf(before: RoundReport, next: RoundReport): RoundReport {
  const faulty = before.fault === null ? next : before
  const rows = [...before.rows, ...next.rows]
  return {
    source: before.source,
    outcome:
      FROM_BEST_TO_WORST.findLast((outcome) => [before.outcome, next.outcome].includes(outcome)) ?? 'done',
    fault: faulty.fault,
    words: faulty.words,
    ...sumOfTotals(before, next),
    refusedBy: countsByRule(rows),
    asked: before.asked + next.asked,
    isBrokenOff: next.isBrokenOff,
    rows,
  }
}
