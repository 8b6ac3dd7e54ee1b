import { type Instant, istDay } from '../market/calendar.ts'
import type { Entry, Source } from '../sources/source.ts'
import { recordRound } from '../store/append/record-round.ts'
import type { Db } from '../store/db.ts'
import { type Fetch, fetchesOf, newestFetches, sameReadingSince } from '../store/fetches.ts'
import { payloadBody } from '../store/payloads.ts'
import { settleMisreadings } from '../store/refusals.ts'
import { tellingEntries } from './keep-reception.ts'
import { prepareFacts } from './prepare-facts.ts'
import { keptAnswer, readAnswer } from './receive.ts'
import type { SeenEntry } from './sighting.ts'

export interface ReplayReport {
  readonly source: string
  /** Kept answers that were read again. */
  readonly payloads: number
  /** Answers that were pruned, and the days of the first and the last of them. */
  readonly gap: { readonly payloads: number; readonly from: string; readonly to: string } | null
  /** Kept answers that still cannot be read. */
  readonly unreadable: number
  readonly read: number
  readonly taken: number
  readonly known: number
  readonly refused: number
  readonly committed: Instant | null
}

export interface ReplayOptions {
  readonly now: () => Instant
  readonly sources: readonly Source[]
  readonly dryRun?: boolean
}

/**
 * Reads the kept answers of a source again, as after a mended parser, and takes what was missed: observed when it was,
 * recorded now. Of terms the newest answer of each document counts; of figures every day's, unless the source has said
 * something later of the same figure.
 */
export async function replay(db: Db, source: Source, options: ReplayOptions): Promise<ReplayReport> {
  const newest = await newestFetches(db, source.id)
  const total = new Total()
  total.add(await replayRound(db, source, [...newest.values()].sort(byTime), { ...options, wanted: isTerms }))
  for await (const fetches of byDay(fetchesOf(db, source.id))) {
    total.count(fetches)
    total.add(await replayRound(db, source, fetches, { ...options, wanted: (entry) => !isTerms(entry) }))
  }
  return { source: source.id, ...total.report() }
}

const byTime = (a: Fetch, b: Fetch) => (a.fetched < b.fetched ? -1 : a.fetched > b.fetched ? 1 : a.id - b.id)
const isTerms = (entry: Entry): boolean => 'said' in entry && entry.said.kind === 'terms'

type KeptFetch = Fetch & { readonly isKept: boolean }

/** Downloads of one day in India at a time, so that a long history stays small. */
async function* byDay(fetches: AsyncIterable<KeptFetch>): AsyncGenerator<KeptFetch[]> {
  let day: KeptFetch[] = []
  for await (const fetch of fetches) {
    if (day[0] && istDay(day[0].fetched) !== istDay(fetch.fetched)) {
      yield day
      day = []
    }
    day.push(fetch)
  }
  if (day.length > 0) yield day
}

interface RoundTotals {
  readonly unreadable: number
  readonly read: number
  readonly taken: number
  readonly known: number
  readonly refused: number
  readonly committed: Instant | null
}

class Total {
  readonly #sums = { unreadable: 0, read: 0, taken: 0, known: 0, refused: 0 }
  readonly #gone: Fetch[] = []
  #payloads = 0
  #committed: Instant | null = null

  count(fetches: readonly KeptFetch[]): void {
    this.#payloads += fetches.filter(({ isKept }) => isKept).length
    this.#gone.push(...fetches.filter(({ isKept }) => !isKept))
  }

  add(round: RoundTotals): void {
    for (const key of ['unreadable', 'read', 'taken', 'known', 'refused'] as const)
      this.#sums[key] += round[key]
    this.#committed = round.committed ?? this.#committed
  }

  report(): Omit<ReplayReport, 'source'> {
    const [first, last] = [this.#gone[0], this.#gone.at(-1)]
    const gap =
      first && last
        ? { payloads: this.#gone.length, from: istDay(first.fetched), to: istDay(last.fetched) }
        : null
    return { ...this.#sums, payloads: this.#payloads, gap, committed: this.#committed }
  }
}

type RoundOptions = ReplayOptions & { readonly wanted: (entry: Entry) => boolean }

async function replayRound(
  db: Db,
  source: Source,
  fetches: readonly Fetch[],
  { now, sources, dryRun, wanted }: RoundOptions,
): Promise<RoundTotals> {
  const { seen, unreadable } = await readAgain(db, source, fetches, wanted)
  const clock = now()
  let alreadyKnown = 0
  const outcome = await recordRound(db, {
    source: source.id,
    work: 'replay',
    started: clock,
    now,
    ...(dryRun && { dryRun }),
    prepare: async (tx, round) => {
      const facts = await prepareFacts(tx, seen, { round, clock, at: null, sources, isReplay: true })
      alreadyKnown = facts.known
      await settleMisreadings(
        tx,
        fetches.map(({ id }) => id),
        clock,
      )
      return { ...facts, rowsRead: seen.length, result: { outcome: 'done', fault: null, words: null } }
    },
  })
  const { taken, known, committed, prepared } = outcome
  const refused = prepared.rowsRefused
  return { unreadable, read: seen.length, taken, known: known + alreadyKnown, refused, committed }
}

async function readAgain(
  db: Db,
  source: Source,
  fetches: readonly Fetch[],
  wanted: (entry: Entry) => boolean,
): Promise<{ seen: SeenEntry[]; unreadable: number }> {
  const seen: SeenEntry[] = []
  let unreadable = 0
  for (const fetch of fetches) {
    const body = await payloadBody(db, fetch.payload)
    if (!body) continue
    const answer = keptAnswer(fetch, body)
    const { reading } = readAnswer(source, answer)
    if (!reading) unreadable++
    const { document, fetched, reading: as } = fetch
    const since =
      as && (await sameReadingSince(db, { source: source.id, document, reading: as, upTo: fetched }))
    const speaker = { source: source.id, publisher: source.publisher }
    const place = { speaker, home: source.home, document, fetch: fetch.id, fetchedAt: fetched }
    const entries = tellingEntries({ answer, reading }, since).filter(wanted)
    seen.push(...entries.map((entry) => ({ ...place, entry })))
  }
  return { seen, unreadable }
}
