import { type Instant, istDay } from '../market/calendar.ts'
import { compareText } from '../market/text-order.ts'
import type { Entry, ParsedDocument, Source } from '../sources/source.ts'
import { type RoundTotals, recordRound } from '../store/append/record-round.ts'
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
import { payloadBody } from '../store/collection/payloads.ts'
import { settleMisreadings } from '../store/collection/refusals.ts'
import type { Db } from '../store/engines/db.ts'
import { derive, sumOfTotals } from './derive.ts'
import {
  observedIn,
  type ParsedAnswer,
  parseAnswer,
  readingHash,
  storedDocument,
  unfrozenEntries,
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

const NOTHING: RoundTotals = { read: 0, taken: 0, known: 0, refused: 0, committed: null }

/**
 * Parses the stored answers of a source again, for example after a parser fix, and records the facts that were missed:
 * observed at that time, recorded now. For terms, only the batches of each document's newest readable answer are used;
 * for figures, every batch. Later statements of the source on the same term or figure take precedence.
 */
export async function replayAnswers(db: Db, source: Source, options: ReplayOptions): Promise<ReplayReport> {
  let totals = NOTHING
  const record = async (batches: readonly Batch[], reads: Reads) => {
    totals = sumOfTotals(totals, await recordBatches(db, source, batches, { ...options, reads }))
  }
  for await (const batches of inRounds(newestBatches(db, source))) await record(batches, 'terms')
  const pages = new UnchangedPages()
  const pruned: Fetch[] = []
  let [payloads, unreadable] = [0, 0]
  async function* parsedAgain(): AsyncGenerator<Batch> {
    for await (const fetches of byBatch(fetchesOf(db, source.id))) {
      const batch = await parseBatch(db, source, fetches, async (...answer) => pages.add(...answer))
      payloads += fetches.length - batch.pruned.length
      unreadable += fetches.length - batch.pruned.length - batch.answers.length
      pruned.push(...batch.pruned)
      yield batch
    }
  }
  for await (const batches of inRounds(parsedAgain())) await record(batches, 'the rest')
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
  let totals = NOTHING
  const left = await underivedFetches(db, source.id)
  for (const fetches of Map.groupBy(left, ({ batch }) => batch).values()) {
    const batch = await parseBatch(
      db,
      source,
      fetches,
      async (fetch, parsed) => parsed && sameRowsSince(db, fetch, parsed),
    )
    const recorded = recordBatches(db, source, [batch], { ...options, reads: 'all' })
    totals = sumOfTotals(totals, await recorded.catch(() => NOTHING))
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

/** A readable answer that is stored, and its rows. */
interface Answer {
  readonly fetch: Fetch
  readonly entries: readonly Entry[]
}

/** Downloads that were made together, whose rows are compared with each other. */
interface Batch {
  readonly fetches: readonly Fetch[]
  readonly pruned: readonly Fetch[]
  readonly answers: readonly Answer[]
}

async function* byBatch(fetches: AsyncIterable<Fetch>): AsyncGenerator<Fetch[]> {
  let together: Fetch[] = []
  for await (const fetch of fetches) {
    if (together[0] && together[0].batch !== fetch.batch) {
      yield together
      together = []
    }
    together.push(fetch)
  }
  if (together.length > 0) yield together
}

async function* inRounds(batches: AsyncIterable<Batch>): AsyncGenerator<Batch[]> {
  let round: Batch[] = []
  let answers = 0
  for await (const batch of batches) {
    round.push(batch)
    answers += batch.fetches.length
    if (answers < ANSWERS_PER_ROUND) continue
    yield round
    round = []
    answers = 0
  }
  if (round.length > 0) yield round
}

/**
 * The batches of each document's last readable answer, oldest first, each with all its readable documents: where two
 * documents of a batch differ, the later one counts, and it need not have been recorded if it was known before.
 */
async function* newestBatches(db: Db, source: Source): AsyncGenerator<Batch> {
  const newest = await newestAnswers(db, source)
  for (const batch of new Set(newest.map((fetch) => fetch.batch))) {
    const fetches = await fetchesOfBatch(db, { source: source.id, batch })
    const answers: Answer[] = []
    for (const fetch of fetches) {
      const { parsed, fault } = (await parseStored(db, source, fetch)) ?? {}
      if (parsed && !fault) answers.push({ fetch, entries: parsed.entries })
    }
    yield { fetches, pruned: [], answers }
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
  const body = await payloadBody(db, fetch.payload)
  return body && parseAnswer(source, storedDocument(fetch, body))
}

async function parseBatch(
  db: Db,
  source: Source,
  fetches: readonly Fetch[],
  sinceOf: (fetch: Fetch, parsed: ParsedDocument | null) => Promise<Instant | null>,
): Promise<Batch> {
  const pruned: Fetch[] = []
  const answers: Answer[] = []
  for (const fetch of fetches) {
    const answer = await parseStored(db, source, fetch)
    if (!answer) pruned.push(fetch)
    if (answer && !answer.parsed) continue
    const since = await sinceOf(fetch, answer?.parsed ?? null)
    if (answer?.parsed) answers.push({ fetch, entries: unfrozenEntries(answer.parsed, fetch, since) })
  }
  return { fetches, pruned, answers }
}

/** The last state of a document. */
interface PageState {
  /** The hash of the page as it is parsed now; `null` where its answer is no longer stored. */
  readonly hash: string | null
  /** The hash of the page as it was parsed then; `null` where it could not be parsed. */
  readonly hashThen: string | null
  readonly since: Instant
}

/** Follows the documents of a source, download by download. */
class UnchangedPages {
  readonly #states = new Map<string, PageState>()

  /**
   * Adds an answer as it is parsed now, or `null` for one that was pruned, of which only the hash is left. Returns since
   * when it is unchanged; `null` when it is new.
   */
  add({ document, fetched, reading: hashThen }: Fetch, parsed: ParsedDocument | null): Instant | null {
    const before = this.#states.get(document)
    if (parsed === null) {
      if (hashThen !== null && before?.hashThen !== hashThen)
        this.#states.set(document, { hash: null, hashThen, since: fetched })
      return null
    }
    const hash = readingHash(parsed)
    const isSame = before && (before.hash === null ? before.hashThen === hashThen : before.hash === hash)
    const since = isSame ? before.since : null
    this.#states.set(document, { hash, hashThen, since: since ?? fetched })
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

const isRead = (entry: Entry, reads: Reads): boolean =>
  reads === 'all' || ('said' in entry && entry.said.kind === 'terms') === (reads === 'terms')

type RecordOptions = ReplayOptions & { readonly reads: Reads }

/** Records batches in one round, or in as few as possible where they contradict each other. */
async function recordBatches(
  db: Db,
  source: Source,
  batches: readonly Batch[],
  options: RecordOptions,
): Promise<RoundTotals> {
  let totals = NOTHING
  for (let rest = batches; rest.length > 0; ) {
    const { used, ...round } = await recordSome(db, source, rest, options)
    totals = sumOfTotals(totals, round)
    rest = rest.slice(used)
  }
  return totals
}

/** Records the first batches in one round, and returns how many. */
async function recordSome(
  db: Db,
  source: Source,
  batches: readonly Batch[],
  { now, sources, dryRun = false, reads }: RecordOptions,
): Promise<RoundTotals & { readonly used: number }> {
  const rows = batches.map(({ answers }) =>
    answers.flatMap(({ fetch, entries }) =>
      observedIn(
        source,
        fetch,
        entries.filter((entry) => isRead(entry, reads)),
      ),
    ),
  )
  const clock = now()
  const { taken, known, committed, prepared } = await recordRound(db, {
    ...{ source: source.id, work: 'replay', started: clock, now, dryRun },
    prepare: async (tx, round) => {
      const options = { store: db, round, clock, at: null, sources, isReplay: true }
      const derived = await derive(tx, rows, options)
      const used = batches.slice(0, derived.batches)
      if (reads !== 'terms') {
        const parsed = used.flatMap(({ answers }) => answers.map(({ fetch }) => fetch.id))
        await settleMisreadings(tx, { fetches: parsed, refused: derived.refused, at: clock })
        const ids = used.flatMap(({ fetches }) => fetches[0]?.batch ?? [])
        await markDerived(tx, ids, round)
      }
      return { ...derived, rowsRead: rows.slice(0, derived.batches).flat().length, result: DONE }
    },
  })
  const { batches: used, rowsRead: read, rowsRefused: refused } = prepared
  return { used, read, taken, known: known + prepared.known, refused, committed }
}
