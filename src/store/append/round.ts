import { invariant } from '../../invariant.ts'
import { type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import type { Fact } from '../../market/facts/fact.ts'
import type { Refusal, Statement } from '../../market/facts/statement.ts'
import type { Db } from '../engines/db.ts'
import { lastIdIn } from '../engines/statements.ts'
import { rowFromFact, TABLE_OF } from '../facts/fact-rows.ts'
import type { Fault, RoundResult, StoreRow, Work } from '../tables.ts'
import { lockMarket } from '../version/market-version.ts'
import { announceCommit } from '../version/pending-commit.ts'
import { insertRows } from './insert-rows.ts'

/** The state that the parts of one writing transaction share. */
export interface Round {
  readonly tx: Db
  readonly id: number
  /** The market version before this round. */
  readonly version: number
  /** When the version before this round was committed. */
  readonly lastCommitted: Instant
  /** The time of its facts without their own: after every commit before this round, and not after its own commit. */
  readonly recorded: Instant
  /** A fact's id is this plus its line, so that ids contain order and line numbers. */
  readonly idBase: number
  /** The highest id of a fact so far. */
  lastFact: number
  readonly issues: IssueNumbers
  readonly refusals: RefusalLog
  readonly counts: { read: number; taken: number; known: number }
}

/** Locks the market, and so must be the first call in its transaction. */
export async function beginRound(tx: Db, now: Instant): Promise<Round> {
  const { version, last_round, last_fact, recorded } = await lockMarket(tx)
  return {
    tx,
    id: last_round,
    version,
    lastCommitted: recorded,
    // The next millisecond: an answer of this one was served without its facts.
    recorded: instantFromMs(Math.max(msOf(now), msOf(recorded)) + 1),
    idBase: last_fact,
    lastFact: last_fact,
    issues: new IssueNumbers(tx),
    refusals: new RefusalLog(),
    counts: { read: 0, taken: 0, known: 0 },
  }
}

export const recordedOf = (round: Round, { recordedAt }: Statement): Instant => recordedAt ?? round.recorded

/** The row of a fact of this round. */
export const rowOf = (round: Round, statement: Statement): Readonly<Record<string, unknown>> =>
  rowFromFact(
    statement.fact,
    {
      id: round.idBase + statement.line,
      round: round.id,
      recorded: recordedOf(round, statement),
      fetch: statement.fetch ?? null,
    },
    round.issues.numberOf,
  )

/** Inserts facts of one kind that were judged to be new. */
export async function insertFacts(
  round: Round,
  kind: Fact['fact'],
  statements: readonly Statement[],
): Promise<void> {
  if (statements.length === 0) return
  await insertRows(
    round.tx,
    TABLE_OF[kind],
    statements.map((statement) => rowOf(round, statement)),
  )
  countTaken(round, statements)
}

/** Counts facts that were inserted. */
export function countTaken(round: Round, statements: readonly Pick<Statement, 'line'>[]): void {
  round.counts.taken += statements.length
  for (const { line } of statements) round.lastFact = Math.max(round.lastFact, round.idBase + line)
}

/** What a round was: who read what, and how it ended. */
export interface RoundEnd {
  readonly source: string
  readonly work: Work
  readonly started: Instant
  readonly now: () => Instant
  readonly rowsRead: number
  readonly rowsRefused: number
  readonly result: {
    readonly outcome: RoundResult
    readonly fault: Fault | null
    readonly words: string | null
  }
}

/** The result of a round in which everything could be read. */
export const DONE: RoundEnd['result'] = { outcome: 'done', fault: null, words: null }

/** Writes the round's record, last of all. New facts raise the market version; a round without any leaves it unchanged. */
export async function commitRound(round: Round, end: RoundEnd): Promise<void> {
  const { recorded, counts } = round
  // Before the time is read: whoever asks as of that time or later then finds the commit, or waits for it.
  if (counts.taken > 0) await announceCommit(round.tx)
  const now = end.now()
  await writeRecord(round, {
    source: end.source,
    work: end.work,
    started: end.started,
    recorded,
    committed: now > recorded ? now : recorded,
    ...end.result,
    rows_read: end.rowsRead,
    rows_kept: counts.taken,
    rows_known: counts.known,
    rows_refused: end.rowsRefused,
  })
}

/** The record of a round, without what each store numbers for itself. */
export type RoundRecord = Omit<StoreRow<'rounds'>, 'id' | 'version' | 'last_fact'>

/** Writes the record of a round, also of one that was committed in another store. */
export async function writeRecord(
  { tx, id, version, lastCommitted, lastFact, counts }: Round,
  record: RoundRecord,
): Promise<void> {
  const isNews = counts.taken > 0
  if (isNews) {
    // The times of versions ascend, also where this store has facts of its own.
    const next = record.committed > lastCommitted ? record.committed : lastCommitted
    await tx
      .updateTable('market_version')
      .set({ version: id, last_fact: lastFact, recorded: next })
      .where('id', '=', 1)
      .execute()
  }
  await tx
    .insertInto('rounds')
    .values({ id, ...record, version: isNews ? id : version, last_fact: lastFact })
    .execute()
}

/** Writes one round in one transaction. `write` appends the facts and returns the round's record, or `null` to roll back. */
export const writeRound = <T>(
  db: Db,
  now: () => Instant,
  write: (round: Round) => Promise<{ readonly result: T; readonly end: RoundEnd | null }>,
): Promise<T> =>
  committedIf(db, async (tx) => {
    const round = await beginRound(tx, now())
    const { result, end } = await write(round)
    if (end !== null) await commitRound(round, end)
    return { result, isCommitted: end !== null }
  })

/** Runs work in a transaction, which is rolled back if the work says so, and returns its result. */
export async function committedIf<T>(
  db: Db,
  work: (tx: Db) => Promise<{ readonly result: T; readonly isCommitted: boolean }>,
): Promise<T> {
  let done: { readonly result: T; readonly isCommitted: boolean } | undefined
  try {
    await db.transaction().execute(async (tx) => {
      done = await work(tx)
      if (!done.isCommitted) throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
  return invariant(done, 'the result of a transaction').result
}

/** Thrown in a transaction to roll it back on purpose. */
class RolledBack extends Error {}

/** The numbers of issues. An issue exists once it has an `ipo` fact. */
class IssueNumbers {
  readonly #tx: Db
  readonly #numbers = new Map<string, number>()
  #last: number | undefined

  constructor(tx: Db) {
    this.#tx = tx
  }

  /** Reads the numbers of those of these slugs that are stored. */
  async read(slugs: Iterable<string>): Promise<void> {
    const unread = [...new Set(slugs)].filter((slug) => !this.#numbers.has(slug))
    if (unread.length === 0) return
    const stored = await this.#tx.selectFrom('issues').selectAll().where('slug', 'in', unread).execute()
    for (const { slug, id } of stored) this.#numbers.set(slug, id)
  }

  has(slug: string): boolean {
    return this.#numbers.has(slug)
  }

  readonly numberOf = (slug: string): number => {
    const number = this.#numbers.get(slug)
    if (number === undefined) throw new Error(`the issue "${slug}" has no number`)
    return number
  }

  /** Gives numbers to slugs that are not stored. */
  async create(slugs: Iterable<string>): Promise<void> {
    const rows: { id: number; slug: string }[] = []
    for (const slug of new Set(slugs)) {
      if (this.#numbers.has(slug)) continue
      this.#last = (this.#last ?? (await lastIdIn(this.#tx, 'issues'))) + 1
      this.#numbers.set(slug, this.#last)
      rows.push({ id: this.#last, slug })
    }
    if (rows.length > 0) await this.#tx.insertInto('issues').values(rows).execute()
  }
}

/** Nobody reads more than this of a file with a million bad lines. */
const LISTED_REFUSALS = 100

/** Counts all refused lines and keeps the first of them, in bounded memory. */
class RefusalLog {
  count = 0
  #listed: Refusal[] = []

  add(line: number, reason: string): void {
    this.count++
    this.#listed.push({ line, reason })
    if (this.#listed.length > 2 * LISTED_REFUSALS) this.#listed = this.first
  }

  get first(): Refusal[] {
    return this.#listed.toSorted((a, b) => a.line - b.line).slice(0, LISTED_REFUSALS)
  }
}
