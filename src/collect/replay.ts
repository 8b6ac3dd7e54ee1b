import { type Instant, istDay } from '../market/calendar.ts'
import { compareText } from '../market/text-order.ts'
import type { Entry, Source } from '../sources/source.ts'
import { type RoundTotals, recordRound } from '../store/append/record-round.ts'
import { DONE } from '../store/append/round.ts'
import {
  type Fetch,
  fetchBefore,
  fetchesOf,
  fetchesOfRound,
  newestFetches,
} from '../store/collection/fetches.ts'
import { payloadBody } from '../store/collection/payloads.ts'
import { settleMisreadings } from '../store/collection/refusals.ts'
import type { Db } from '../store/engines/db.ts'
import { sumOfTotals } from './collect-days.ts'
import { parseAnswer, storedDocument } from './download-all.ts'
import { isTerms, type LocatedEntry, originIn } from './parsed-row.ts'
import { prepareFacts } from './prepare-facts.ts'
import { newEntries } from './store-downloads.ts'
import { UnchangedPages } from './unchanged-pages.ts'

export interface ReplayReport extends RoundTotals {
  readonly source: string
  /** Stored answers that were parsed again. */
  readonly payloads: number
  /** Answers that were pruned, and the days of the first and the last of them. */
  readonly gap: { readonly payloads: number; readonly from: string; readonly to: string } | null
  /** Stored answers that still cannot be parsed. */
  readonly unreadable: number
}

export interface ReplayOptions {
  readonly now: () => Instant
  readonly sources: readonly Source[]
  readonly dryRun?: boolean
}

/**
 * Parses the stored answers of a source again, for example after a parser fix, and records the facts that were missed:
 * observed at that time, recorded now. For terms, only the rounds of each document's newest readable answer are used;
 * for figures, every round. Later statements of the source on the same term or figure take precedence.
 */
export async function replayAnswers(db: Db, source: Source, options: ReplayOptions): Promise<ReplayReport> {
  let totals: RoundTotals = { read: 0, taken: 0, known: 0, refused: 0, committed: null }
  for (const answers of await newestRounds(db, source))
    totals = sumOfTotals(totals, await replayRound(db, source, answers, { ...options, reads: 'terms' }))
  const pages = new UnchangedPages()
  const pruned: Fetch[] = []
  let [payloads, unreadable] = [0, 0]
  for await (const fetches of byRound(fetchesOf(db, source.id))) {
    const answers = await readAgain(db, source, fetches, pages)
    const stored = fetches.filter(({ hasPayload }) => hasPayload).length
    payloads += stored
    unreadable += stored - answers.length
    pruned.push(...fetches.filter(({ hasPayload }) => !hasPayload))
    totals = sumOfTotals(totals, await replayRound(db, source, answers, { ...options, reads: 'the rest' }))
  }
  const { committed, ...sums } = totals
  return { source: source.id, ...sums, payloads, unreadable, gap: gapOf(pruned), committed }
}

type StoredFetch = Fetch & { readonly hasPayload: boolean }

/** A readable download, and its rows. */
interface ReadFetch {
  readonly fetch: Fetch
  readonly entries: readonly Entry[]
}

/**
 * Yields the downloads of one round at a time, as they were read then: rows of one round are compared with each other.
 */
async function* byRound(fetches: AsyncIterable<StoredFetch>): AsyncGenerator<StoredFetch[]> {
  let round: StoredFetch[] = []
  for await (const fetch of fetches) {
    if (round[0] && round[0].round !== fetch.round) {
      yield round
      round = []
    }
    round.push(fetch)
  }
  if (round.length > 0) yield round
}

/**
 * The rounds of each document's last readable answer, oldest first, each with all its readable documents: where two
 * documents of a round differ, the later one counts, and it need not have been recorded if it was known before.
 */
async function newestRounds(db: Db, source: Source): Promise<ReadFetch[][]> {
  const rounds: ReadFetch[][] = []
  for (const [newest] of Map.groupBy(await newestAnswers(db, source), ({ fetch }) => fetch.round).values()) {
    const answers: ReadFetch[] = []
    for (const fetch of newest ? await fetchesOfRound(db, newest.fetch) : []) {
      const body = await payloadBody(db, fetch.payload)
      const answer = body && wholeAnswer(source, fetch, body)
      if (answer) answers.push(answer)
    }
    rounds.push(answers)
  }
  return rounds
}

/**
 * The last readable answer of each document, oldest first. Stops at a pruned answer, which may have had later content.
 */
async function newestAnswers(db: Db, source: Source): Promise<ReadFetch[]> {
  const answers: ReadFetch[] = []
  for (const newest of (await newestFetches(db, source.id)).values()) {
    for (let fetch: Fetch | undefined = newest; fetch; fetch = await fetchBefore(db, fetch)) {
      const body = await payloadBody(db, fetch.payload)
      if (!body && fetch.reading !== null) break
      const answer = body && wholeAnswer(source, fetch, body)
      if (!answer) continue
      answers.push(answer)
      break
    }
  }
  return answers.toSorted((a, b) => compareText(a.fetch.fetched, b.fetch.fetched) || a.fetch.id - b.fetch.id)
}

function wholeAnswer(source: Source, fetch: Fetch, body: Uint8Array): ReadFetch | undefined {
  const { reading, fault } = parseAnswer(source, storedDocument(fetch, body))
  return reading && !fault ? { fetch, entries: reading.entries } : undefined
}

async function readAgain(
  db: Db,
  source: Source,
  fetches: readonly StoredFetch[],
  pages: UnchangedPages,
): Promise<ReadFetch[]> {
  const answers: ReadFetch[] = []
  for (const fetch of fetches) {
    const body = await payloadBody(db, fetch.payload)
    if (!body) {
      pages.pass(fetch)
      continue
    }
    const answer = storedDocument(fetch, body)
    const { reading } = parseAnswer(source, answer)
    if (reading)
      answers.push({ fetch, entries: newEntries({ answer, reading }, pages.since(fetch, reading)) })
  }
  return answers
}

/** The number of pruned answers, and the days of the first and the last of them. */
function gapOf(pruned: readonly Fetch[]): ReplayReport['gap'] {
  const [first, last] = [pruned[0], pruned.at(-1)]
  return first && last
    ? { payloads: pruned.length, from: istDay(first.fetched), to: istDay(last.fetched) }
    : null
}

type RoundOptions = ReplayOptions & { readonly reads: 'terms' | 'the rest' }

async function replayRound(
  db: Db,
  source: Source,
  answers: readonly ReadFetch[],
  { now, sources, dryRun, reads }: RoundOptions,
): Promise<RoundTotals> {
  const seen = answers
    .flatMap((answer) => seenIn(source, answer))
    .filter((entry) => isTerms(entry) === (reads === 'terms'))
  const clock = now()
  const { taken, known, committed, prepared } = await recordRound(db, {
    source: source.id,
    work: 'replay',
    started: clock,
    now,
    ...(dryRun && { dryRun }),
    prepare: async (tx, round) => {
      const facts = await prepareFacts(tx, seen, { round, clock, at: null, sources, isReplay: true })
      if (reads === 'the rest') {
        const fetches = answers.map(({ fetch }) => fetch.id)
        await settleMisreadings(tx, { fetches, refused: facts.refused, at: clock })
      }
      return { ...facts, rowsRead: seen.length, result: DONE }
    },
  })
  const refused = prepared.rowsRefused
  return { read: seen.length, taken, known: known + prepared.known, refused, committed }
}

const seenIn = (source: Source, { fetch, entries }: ReadFetch): LocatedEntry[] =>
  entries.map((entry) => ({ ...originIn(source, fetch), ...entry }))
