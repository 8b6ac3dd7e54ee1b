import { type Instant, parseInstant } from '../../market/calendar.ts'
import type { Fact } from '../../market/facts/fact.ts'
import type { RoundRecord } from '../append/round.ts'
import type { Db } from '../engines/db.ts'
import type { StoreRow } from '../tables.ts'

/** What identifies a round in every store that has it. */
export type RoundName = Pick<RoundRecord, 'source' | 'work' | 'started' | 'committed'> & {
  /** Its number among rounds that are equal in this, from 1: two may be committed in one millisecond. */
  readonly occurrence: number
}

/** A fact of the round before it. */
export interface PieceFact {
  readonly fact: Fact
  readonly recordedAt: Instant
  /** Its number in its round, from 1, by which the ids of both stores agree. */
  readonly number: number
  /** The number, in this piece, of the download that it was parsed from. */
  readonly fetch?: number
  /** Of a deal: its number among equal ones. */
  readonly occurrence?: number
}

export type PieceFetch = Omit<StoreRow<'fetches'>, 'round' | 'batch'>
export type PieceRefusal = Omit<StoreRow<'refusals'>, 'round' | 'fetch'>

/**
 * A piece of a store, in this order: `begin`; the refusals that were removed; each round with its downloads, new
 * issues (numbered in this order) and facts; the refusals and keys that changed; `end`.
 */
export type PieceEntry =
  | { readonly piece: 'begin'; readonly from: Position; readonly to: Position }
  | { readonly piece: 'removed'; readonly identity: string }
  | { readonly piece: 'round'; readonly round: RoundRecord & RoundName }
  | { readonly piece: 'issue'; readonly slug: string }
  | { readonly piece: 'fetch'; readonly fetch: PieceFetch }
  | { readonly piece: 'fact'; readonly fact: PieceFact }
  | { readonly piece: 'refusal'; readonly refusal: PieceRefusal; readonly firstIn: RoundName | null }
  | {
      readonly piece: 'key'
      readonly source: string
      readonly key: string
      readonly slug: string
      readonly learned: Instant
    }
  | { readonly piece: 'end'; readonly position: Position }

/** An entry of a piece that is read from a file, with its line. */
export type PieceLine = PieceEntry & { readonly line: number }

/** What follows a round. */
export const isOfRound = (line: PieceLine | undefined): line is LineOf<'issue' | 'fetch' | 'fact'> =>
  line?.piece === 'issue' || line?.piece === 'fetch' || line?.piece === 'fact'

export type LineOf<P extends PieceLine['piece']> = Extract<PieceLine, { readonly piece: P }>

/** The piece is refused whole, because of this line. */
export class PieceRefused extends Error {
  override readonly name = 'PieceRefused'
  readonly line: number

  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}

/**
 * How far a store is recorded: its last round and when that was committed, as `120@2026-08-12T10:11:12.345Z`. The time
 * tells apart stores that have a round of the same number, and a store that was set back to a backup.
 */
export interface Position {
  readonly round: number
  readonly committed: Instant
}

/** The position of a store without rounds. */
export const BEGINNING: Position = { round: 0, committed: '' }

export const positionText = ({ round, committed }: Position): string =>
  round === 0 ? '0' : `${round}@${committed}`

const POSITION = /^([1-9]\d{0,14})@(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/

/** The position of a text; `undefined` if it is none. */
export function parsePosition(text: string): Position | undefined {
  if (text === '0') return BEGINNING
  const [, round = '', committed = ''] = POSITION.exec(text) ?? []
  return parseInstant(committed) === undefined ? undefined : { round: Number(round), committed }
}

/** The position of the last round. */
export async function lastPosition(db: Db): Promise<Position> {
  const last = await db
    .selectFrom('rounds')
    .select(['id as round', 'committed'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? BEGINNING
}

/** True when this store has recorded the round of a position itself. */
export async function isOwnPosition(db: Db, { round, committed }: Position): Promise<boolean> {
  if (round === 0) return true
  const query = db
    .selectFrom('rounds')
    .select('id')
    .where('id', '=', round)
    .where('committed', '=', committed)
  return (await query.executeTakeFirst()) !== undefined
}

/** True when the store has taken the round of another store's position. It may have another number here. */
export async function hasTaken(db: Db, { round, committed }: Position): Promise<boolean> {
  if (round === 0) return true
  const query = db.selectFrom('rounds').select('id').where('committed', '=', committed).limit(1)
  return (await query.executeTakeFirst()) !== undefined
}

/** The position that the pieces of another store have reached here; the beginning if there were none. */
export async function takenPosition(db: Db): Promise<Position> {
  const row = await db.selectFrom('piece_position').select('position').executeTakeFirst()
  return (row && parsePosition(row.position)) ?? BEGINNING
}

export async function setTakenPosition(tx: Db, position: Position): Promise<void> {
  const row = { id: 1 as const, position: positionText(position) }
  await tx
    .insertInto('piece_position')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}
