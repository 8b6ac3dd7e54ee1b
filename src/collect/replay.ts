import { type Instant, istDay } from '../market/calendar.ts'
import { compareText } from '../market/text-order.ts'
import type { ParsedDocument, Source } from '../sources/source.ts'
import { NO_ROWS, type RoundTotals, recordRound, sumOfTotals } from '../store/append/record-round.ts'
import { DONE } from '../store/append/round.ts'
import {
  type Fetch,
  fetchBefore,
  fetchesOf,
  fetchesOfBatch,
  markDerived,
  newestFetches,
  sameReadingSince,
  underivedFetches,
} from '../store/collection/fetches.ts'
import { settleMisreadings } from '../store/collection/refusals.ts'
import type { Db } from '../store/engines/db.ts'
import { derive } from './derive.ts'
import { isTerms } from './derive-terms.ts'
import {
  type AnswerRow,
  type ParsedAnswer,
  parseAnswer,
  readingHash,
  rowsIn,
  storedAnswer,
} from './observation.ts'

export interface ReplayReport extends RoundTotals {
  readonly source: string
  /** Stored answers that were parsed again. */
  readonly payloads: number
  /** Answers that were pruned, and the days of the first and the last of them. */
  readonly gap: { readonly payloads: number; readonly from: string; readonly to: string } | null
  /** Stored answers that still cannot be parsed. */
  readonly unreadable: number
}

interface ReplayOptions {
  readonly now: () => Instant
  readonly sources: readonly Source[]
  readonly dryRun?: boolean
}

/** A round of a replay parses about so many answers, and keeps their rows in memory. */
const ANSWERS_PER_ROUND = 200

/**
 * Parses the stored answers of a source again, for example after a parser fix, and records the facts that were missed:
 * observed at that time, recorded now. For terms, only the batches of each document's newest readable answer are used;
 * for figures, every batch. Later statements of the source on the same term or figure take precedence.
 */
export async function replayAnswers(db: Db, source: Source, options: ReplayOptions): Promise<ReplayReport> {
  let totals = NO_ROWS
  const record = async (batches: AsyncIterable<Batch>, reads: Reads) => {
    const isFull = (round: readonly Batch[]) =>
      round.reduce((sum, { fetches }) => sum + fetches.length, 0) >= ANSWERS_PER_ROUND
    for await (const some of grouped(batches, isFull))
      totals = sumOfTotals(totals, await recordBatches(db, source, some, { ...options, reads }))
  }
  await record(newestBatches(db, source), 'terms')
  const sinceOf = unchangedPages()
  const pruned: Fetch[] = []
  let [payloads, unreadable] = [0, 0]
  async function* parsedAgain(): AsyncGenerator<Batch> {
    for await (const fetches of grouped(fetchesOf(db, source.id), isOfOtherBatch)) {
      const batch = await parseBatch(db, source, fetches, sinceOf)
      payloads += fetches.length - batch.pruned.length
      unreadable += fetches.length - batch.pruned.length - batch.parsed.length
      pruned.push(...batch.pruned)
      yield batch
    }
  }
  await record(parsedAgain(), 'the rest')
  const { committed, ...sums } = totals
  return { source: source.id, ...sums, payloads, unreadable, gap: gapOf(pruned), committed }
}

/**
 * Records what the answers of earlier rounds state that were stored and not used, because the round was stopped or an
 * error of ours ended it. A batch that fails again stays as it is: `replayAnswers` reports why.
 */
export async function deriveLeftovers(
  db: Db,
  source: Source,
  options: Pick<ReplayOptions, 'now' | 'sources'>,
): Promise<RoundTotals> {
  let totals = NO_ROWS
  const left = await underivedFetches(db, source.id)
  for (const fetches of Map.groupBy(left, ({ batch }) => batch).values()) {
    const batch = await parseBatch(
      db,
      source,
      fetches,
      async (fetch, parsed) => parsed && sameRowsSince(db, fetch, parsed),
    )
    const recorded = recordBatches(db, source, [batch], { ...options, reads: 'all' })
    totals = sumOfTotals(totals, await recorded.catch(() => NO_ROWS))
  }
  return totals
}

/** Since when the document of a stored answer has had the same rows. */
export const sameRowsSince = (
  db: Db,
  { source, document, fetched }: Fetch,
  parsed: ParsedDocument,
): Promise<Instant | null> =>
  sameReadingSince(db, { source, document, reading: readingHash(parsed), upTo: fetched })

/** Downloads that were made together, whose rows are compared with each other. */
interface Batch {
  readonly fetches: readonly Fetch[]
  readonly pruned: readonly Fetch[]
  /** The ids of the downloads that could be parsed, and their rows. */
  readonly parsed: readonly number[]
  readonly rows: readonly AnswerRow[]
}

/** Groups what follows each other. A group is complete when it is full, or does not fit the next one. */
async function* grouped<T>(
  all: AsyncIterable<T>,
  isComplete: (group: readonly T[], next: T) => boolean,
): AsyncGenerator<T[]> {
  let group: T[] = []
  for await (const one of all) {
    if (group.length > 0 && isComplete(group, one)) {
      yield group
      group = []
    }
    group.push(one)
  }
  if (group.length > 0) yield group
}

const isOfOtherBatch = ([first]: readonly Fetch[], { batch }: Fetch): boolean => first?.batch !== batch

/**
 * The batches of each document's last readable answer, oldest first, each with all its readable documents: where two
 * documents of a batch differ, the later one counts, and it need not have been recorded if it was known before.
 */
async function* newestBatches(db: Db, source: Source): AsyncGenerator<Batch> {
  const newest = await newestAnswers(db, source)
  for (const batch of new Set(newest.map((fetch) => fetch.batch))) {
    const fetches = await fetchesOfBatch(db, { source: source.id, batch })
    yield parseBatch(db, source, fetches, async () => null)
  }
}

/**
 * The last readable answer of each document, oldest first. Stops at a pruned answer, which may have had later content.
 */
async function newestAnswers(db: Db, source: Source): Promise<Fetch[]> {
  const answers: Fetch[] = []
  for (const newest of (await newestFetches(db, source.id)).values()) {
    for (let fetch: Fetch | undefined = newest; fetch; fetch = await fetchBefore(db, fetch)) {
      const answer = await parseStored(db, source, fetch)
      if (answer === null && fetch.reading !== null) break
      if (!answer?.parsed || answer.fault) continue
      answers.push(fetch)
      break
    }
  }
  return answers.toSorted((a, b) => compareText(a.fetched, b.fetched) || a.id - b.id)
}

/** What a stored answer says, as it is parsed now; `null` when the answer was pruned. */
async function parseStored(db: Db, source: Source, fetch: Fetch): Promise<ParsedAnswer | null> {
  const answer = await storedAnswer(db, fetch)
  return answer && parseAnswer(source, answer)
}

/** Since when an answer is unchanged; `parsed` is `null` for one that was pruned. */
type SinceOf = (fetch: Fetch, parsed: ParsedDocument | null) => Promise<Instant | null>

async function parseBatch(
  db: Db,
  source: Source,
  fetches: readonly Fetch[],
  sinceOf: SinceOf,
): Promise<Batch> {
  const pruned: Fetch[] = []
  const parsed: number[] = []
  const rows: AnswerRow[] = []
  for (const fetch of fetches) {
    const answer = await parseStored(db, source, fetch)
    if (!answer) pruned.push(fetch)
    if (answer && !answer.parsed) continue
    const since = await sinceOf(fetch, answer?.parsed ?? null)
    if (!answer?.parsed) continue
    parsed.push(fetch.id)
    rows.push(...rowsIn(source, fetch, answer.parsed, since))
  }
  return { fetches, pruned, parsed, rows }
}

/** The last state of a document. */
interface PageState {
  /** The hash of the page as it is parsed now; `null` where its answer is no longer stored. */
  readonly hash: string | null
  /** The hash of the page as it was parsed then; `null` where it could not be parsed. */
  readonly hashThen: string | null
  readonly since: Instant
}

/**
 * Follows the documents of a source, download by download: tells since when an answer, as it is parsed now, is unchanged,
 * and `null` when it is new. Of an answer that was pruned only the hash is left.
 */
function unchangedPages(): SinceOf {
  const states = new Map<string, PageState>()
  return async ({ document, fetched, reading: hashThen }, parsed) => {
    const before = states.get(document)
    if (parsed === null) {
      if (hashThen !== null && before?.hashThen !== hashThen)
        states.set(document, { hash: null, hashThen, since: fetched })
      return null
    }
    const hash = readingHash(parsed)
    const isSame = before && (before.hash === null ? before.hashThen === hashThen : before.hash === hash)
    const since = isSame ? before.since : null
    states.set(document, { hash, hashThen, since: since ?? fetched })
    return since
  }
}

/** The number of pruned answers, and the days of the first and the last of them. */
function gapOf(pruned: readonly Fetch[]): ReplayReport['gap'] {
  const [first, last] = [pruned[0], pruned.at(-1)]
  return first && last
    ? { payloads: pruned.length, from: istDay(first.fetched), to: istDay(last.fetched) }
    : null
}

/** The rows that are used. */
type Reads = 'terms' | 'the rest' | 'all'

const isRead = (row: AnswerRow, reads: Reads): boolean =>
  reads === 'all' || ('said' in row && isTerms(row)) === (reads === 'terms')

/** Records batches in one round, or in as few as possible where they contradict each other. */
async function recordBatches(
  db: Db,
  source: Source,
  batches: readonly Batch[],
  { now, sources, dryRun = false, reads }: ReplayOptions & { readonly reads: Reads },
): Promise<RoundTotals> {
  let totals = NO_ROWS
  for (let rest = batches; rest.length > 0; ) {
    const rows = rest.map((batch) => batch.rows.filter((row) => isRead(row, reads)))
    const clock = now()
    const outcome = await recordRound(db, {
      ...{ source: source.id, work: 'replay', started: clock, now, dryRun },
      prepare: async (tx, round, append) => {
        const options = { store: db, round, append, clock, at: null, sources, isReplay: true }
        const derived = await derive(tx, rows, options)
        const used = rest.slice(0, derived.batches)
        if (reads !== 'terms') {
          const fetches = used.flatMap(({ parsed }) => parsed)
          await settleMisreadings(tx, { fetches, refused: derived.refused, at: clock })
          const ids = used.flatMap((batch) => batch.fetches[0]?.batch ?? [])
          await markDerived(tx, ids, round)
        }
        return { ...derived, rowsRead: rows.slice(0, used.length).flat().length, result: DONE }
      },
    })
    totals = sumOfTotals(totals, outcome)
    rest = rest.slice(outcome.prepared.batches)
  }
  return totals
}
