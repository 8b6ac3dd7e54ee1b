import { type Instant, parseInstant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'

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
