import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { Statement } from '../../market/facts/statement.ts'
import { appendAll } from '../append/append.ts'
import { beginRound, committedIf, type Round, writeRecord } from '../append/round.ts'
import { nextFetchId, storeFetch } from '../collection/fetches.ts'
import { noteChange } from '../collection/refusals.ts'
import type { Db } from '../engines/db.ts'
import { lastIdIn } from '../engines/statements.ts'
import { learnIssueKeys } from '../issues/issue-keys.ts'
import { holdMarket } from '../version/market-version.ts'
import {
  hasTaken,
  isOfRound,
  type LineOf,
  type PieceFetch,
  type PieceLine,
  type PieceRefusal,
  PieceRefused,
  positionText,
  type RoundName,
  setTakenPosition,
  takenPosition,
} from './piece.ts'
import { isNamed } from './read-piece.ts'

export interface Taking {
  readonly lines: AsyncIterable<PieceLine>
  readonly now: () => Instant
  /** Report what would happen, and change nothing. */
  readonly dryRun: boolean
}

export interface PieceOutcome {
  /** New rounds. */
  readonly rounds: number
  /** Facts in the piece, those that are new, and the others. */
  readonly read: number
  readonly taken: number
  readonly known: number
  /** The position that the store has reached. */
  readonly position: string
}

/** Takes all of a piece in one transaction, or throws `PieceRefused` and takes nothing. */
export const takePiece = (db: Db, { lines, now, dryRun }: Taking): Promise<PieceOutcome> =>
  committedIf(db, async (tx) => {
    await holdMarket(tx)
    const result = await new PieceTaker(tx, lines[Symbol.asyncIterator](), now).take()
    return { result, isCommitted: !dryRun }
  })

class PieceTaker {
  readonly #tx: Db
  readonly #lines: AsyncIterator<PieceLine>
  readonly #now: () => Instant
  #current: PieceLine | undefined
  #lastLine = 0
  /** The last round that the piece may contain again. */
  #lastStored = 0
  /** When the last round of the piece was committed. */
  #reached = ''
  readonly #counts = { rounds: 0, read: 0, taken: 0, known: 0 }

  constructor(tx: Db, lines: AsyncIterator<PieceLine>, now: () => Instant) {
    this.#tx = tx
    this.#lines = lines
    this.#now = now
  }

  async take(): Promise<PieceOutcome> {
    await this.#advance()
    const { from, to } = this.#expect('begin')
    const before = await takenPosition(this.#tx)
    if (!(await hasTaken(this.#tx, from)))
      throw new PieceRefused(
        this.#lastLine,
        `it goes on from ${positionText(from)}, which this store has not reached: send from ${positionText(before)}`,
      )
    const goesOn = positionText(from) === positionText(before)
    // A piece of the past must not set a refusal back.
    const isNew = goesOn ? positionText(to) !== positionText(from) : !(await hasTaken(this.#tx, to))
    if (!goesOn) this.#lastStored = await lastIdIn(this.#tx, 'rounds')
    this.#reached = from.committed
    await this.#advance()
    while (this.#current?.piece !== 'end') await this.#takeEntry(isNew)
    const { position } = this.#expect('end')
    if (positionText(position) !== positionText(to))
      throw new PieceRefused(this.#lastLine, `it must reach ${positionText(to)}, as its first line says`)
    if (this.#reached !== to.committed)
      throw new PieceRefused(this.#lastLine, `the last round before it must be that of ${positionText(to)}`)
    await this.#advance()
    if (this.#current) throw new PieceRefused(this.#current.line, 'the piece ends before this line')
    if (isNew) await setTakenPosition(this.#tx, to)
    return { ...this.#counts, position: positionText(isNew ? to : before) }
  }

  async #takeEntry(isNew: boolean): Promise<void> {
    const entry = this.#current
    if (entry?.piece === 'round') return this.#takeRound(entry)
    if (entry?.piece === 'removed' && isNew) await this.#remove(entry.identity)
    else if (entry?.piece === 'refusal' && isNew) await this.#putRefusal(entry.refusal, entry.firstIn)
    else if (entry?.piece === 'key' && isNew) await learnIssueKeys(this.#tx, [entry], entry.learned)
    else if (isOfRound(entry)) throw new PieceRefused(entry.line, `a ${entry.piece} must follow its round`)
    else if (!entry || entry.piece === 'begin') this.#expect('end')
    await this.#advance()
  }

  async #takeRound({ line, round: { occurrence, ...copy } }: LineOf<'round'>): Promise<void> {
    const now = this.#now()
    for (const key of ['started', 'committed'] as const)
      if (copy[key] > now)
        throw new PieceRefused(
          line,
          `${key} ${copy[key]} lies in the future (now ${now}): compare the clocks of both machines`,
        )
    await this.#advance()
    this.#reached = copy.committed
    const stored = await this.#roundOf({ ...copy, occurrence })
    if (stored !== undefined && stored <= this.#lastStored) return this.#passOver()
    if (stored !== undefined) throw new PieceRefused(line, 'the piece has this round twice')
    if (occurrence > 1 && (await this.#roundOf({ ...copy, occurrence: occurrence - 1 })) === undefined)
      throw new PieceRefused(line, `"occurrence" ${occurrence} must follow ${occurrence - 1} equal rounds`)
    const round = await beginRound(this.#tx, this.#now())
    const lines: number[] = []
    await appendAll(round, { now: this.#now, batches: this.#factsOf(round, lines) })
    const [refused] = round.refusals.first
    if (refused) throw new PieceRefused(lines[refused.line] ?? line, refused.reason)
    await writeRecord(round, copy)
    this.#counts.rounds++
    for (const count of ['read', 'taken', 'known'] as const) this.#counts[count] += round.counts[count]
  }

  /** Skips the facts of a round that is stored. */
  async #passOver(): Promise<void> {
    for (; isOfRound(this.#current); await this.#advance())
      if (this.#current.piece === 'fact') {
        this.#counts.read++
        this.#counts.known++
      }
  }

  /** The facts of a round in batches; its downloads are stored, and its lines noted by number, on the way. */
  async *#factsOf(round: Round, lines: number[]): AsyncGenerator<Statement[]> {
    const fetches = new Map<number, number>()
    let statements: Statement[] = []
    let batch: number | undefined
    let last = 0
    for (; isOfRound(this.#current); await this.#advance()) {
      const entry = this.#current
      if (entry.piece === 'issue') {
        await round.issues.read([entry.slug])
        await round.issues.create([entry.slug])
        continue
      }
      if (entry.piece === 'fetch') {
        batch ??= await nextFetchId(this.#tx)
        fetches.set(entry.fetch.id, await this.#putFetch(entry.fetch, { batch, round: round.id }))
        continue
      }
      const { number, fetch: cited, ...statement } = entry.fact
      if (number <= last) throw new PieceRefused(entry.line, '"number" must ascend within a round')
      const fetch = cited === undefined ? undefined : fetches.get(cited)
      if (cited !== undefined && fetch === undefined)
        throw new PieceRefused(entry.line, `"fetch" ${cited} must be a download that is named before`)
      last = number
      lines[number] = entry.line
      statements.push({ ...statement, line: number, ...(fetch !== undefined && { fetch }) })
      if (statements.length < FACTS_PER_BATCH) continue
      yield statements
      statements = []
    }
    yield statements
  }

  /** Returns the id of a download, which may be stored already. */
  async #putFetch(
    { id: _, ...fetch }: PieceFetch,
    place: { readonly batch: number; readonly round: number },
  ): Promise<number> {
    const stored = await this.#tx
      .selectFrom('fetches')
      .select('id')
      .where('source', '=', fetch.source)
      .where('document', '=', fetch.document)
      .where('fetched', '=', fetch.fetched)
      .where('url', '=', fetch.url)
      .where('payload', '=', fetch.payload)
      .executeTakeFirst()
    if (stored) return stored.id
    const id = await nextFetchId(this.#tx)
    await storeFetch(this.#tx, { ...fetch, id, ...place })
    return id
  }

  async #putRefusal({ id, ...refusal }: PieceRefusal, firstIn: RoundName | null): Promise<void> {
    const { identity } = refusal
    await noteChange(this.#tx, identity)
    const { numUpdatedRows } = await this.#tx
      .updateTable('refusals')
      .set(refusal)
      .where('identity', '=', identity)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) return
    const taken = await this.#tx.selectFrom('refusals').select('id').where('id', '=', id).executeTakeFirst()
    const round = (firstIn && (await this.#roundOf(firstIn))) ?? 0
    const ownId = taken ? (await lastIdIn(this.#tx, 'refusals')) + 1 : id
    await this.#tx
      .insertInto('refusals')
      .values({ ...refusal, id: ownId, round, fetch: null })
      .execute()
  }

  async #remove(identity: string): Promise<void> {
    await noteChange(this.#tx, identity)
    await this.#tx.deleteFrom('refusals').where('identity', '=', identity).execute()
  }

  async #roundOf(round: RoundName): Promise<number | undefined> {
    const { rows } = await sql<{ id: number }>`
      select id from rounds where ${isNamed(round)}
      order by id limit 1 offset ${round.occurrence - 1}`.execute(this.#tx)
    return rows[0]?.id
  }

  async #advance(): Promise<void> {
    const { done, value } = await this.#lines.next()
    this.#current = done ? undefined : value
    if (!done) this.#lastLine = value.line
  }

  #expect<P extends 'begin' | 'end'>(piece: P): LineOf<P> {
    if (this.#current?.piece === piece) return this.#current as LineOf<P>
    if (this.#current) throw new PieceRefused(this.#current.line, 'a second first line')
    throw new PieceRefused(this.#lastLine + 1, 'the last line of the piece is missing: it was cut off')
  }
}

const FACTS_PER_BATCH = 1000
