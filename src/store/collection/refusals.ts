import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import type { NewRow, Settlement, StoreRow } from '../tables.ts'

export type RefusedRow = StoreRow<'refusals'>

/** The slugs of the issues that a refused row may mean. */
export const candidatesOf = ({ candidates }: RefusedRow): string[] => JSON.parse(candidates)

export type NewRefusal = Pick<
  NewRow<'refusals'>,
  'fetch' | 'source' | 'document' | 'line' | 'raw' | 'subject' | 'rule' | 'reason' | 'said'
> & { readonly candidates: readonly string[] }

/** The same row of a source with the same fault is one refusal, however often it is read. */
const identityOf = ({
  source,
  rule,
  raw,
  said,
}: Pick<NewRefusal, 'source' | 'rule' | 'raw' | 'said'>): string =>
  hash('sha256', JSON.stringify([source, rule, said === null ? raw : withoutReadingTime(said ?? '')]), 'hex')

/** A figure that its source does not stamp is the same figure at every reading. */
function withoutReadingTime(said: string): string {
  if (!said.includes('"isUnstamped":true')) return said
  const { observedAt: _, ...rest } = JSON.parse(said)
  return JSON.stringify(rest)
}

interface Sight {
  readonly round: number
  readonly seen: Instant
  /** A kept answer is read again: what was counted then is not counted twice. */
  readonly isReplay?: boolean
}

/** Keeps what was refused, and gives the numbers. One that is known already, settled or not, is only counted up. */
export async function keepRefusals(
  tx: Db,
  refusals: readonly NewRefusal[],
  { round, seen, isReplay = false }: Sight,
): Promise<number[]> {
  const ids: number[] = []
  let id = await lastId(tx)
  const isCounted = isReplay ? sql`${seen} between first_seen and last_seen` : sql`1 = 0`
  for (const refusal of refusals) {
    const identity = identityOf(refusal)
    const known = await tx
      .updateTable('refusals')
      .set({
        times: sql`case when ${isCounted} then times else times + 1 end`,
        first_seen: sql`case when first_seen > ${seen} then ${seen} else first_seen end`,
        last_seen: sql`case when last_seen < ${seen} then ${seen} else last_seen end`,
      })
      .where('identity', '=', identity)
      .returning('id')
      .executeTakeFirst()
    ids.push(known?.id ?? id + 1)
    if (known) continue
    id++
    const candidates = JSON.stringify(refusal.candidates)
    const sight = { first_seen: seen, last_seen: seen, times: 1 }
    const fate = await fateOf(tx, refusal, seen)
    await tx
      .insertInto('refusals')
      .values({ ...refusal, candidates, id, identity, round, ...sight, ...fate })
      .execute()
  }
  return ids
}

/** What the operator has discarded, under the same name and for the same fault, is discarded when it comes again. */
async function fateOf(tx: Db, { source, subject, rule }: NewRefusal, seen: Instant) {
  const alike =
    subject === ''
      ? undefined
      : await tx
          .selectFrom('refusals')
          .select('settled')
          .where('source', '=', source)
          .where('subject', '=', subject)
          .where('rule', '=', rule)
          .where('settled', 'is not', null)
          .orderBy('settled_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst()
  return alike?.settled === 'discarded'
    ? { settled: alike.settled, settled_as: null, settled_at: seen }
    : { settled: null, settled_as: null, settled_at: null }
}

async function lastId(tx: Db): Promise<number> {
  const row = await tx
    .selectFrom('refusals')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

/** Refusals that nobody has settled, oldest first. */
export async function openRefusals(
  db: Db,
  { sources, rules, kind }: { sources?: readonly string[]; rules?: readonly string[]; kind?: 'terms' } = {},
): Promise<RefusedRow[]> {
  // PostgreSQL knows no empty list.
  if (sources?.length === 0 || rules?.length === 0) return []
  let query = db.selectFrom('refusals').selectAll().where('settled', 'is', null)
  if (sources !== undefined) query = query.where('source', 'in', [...sources])
  if (rules !== undefined) query = query.where('rule', 'in', [...rules])
  // JSON begins with what it is.
  if (kind !== undefined) query = query.where('said', 'like', `{"kind":"${kind}"%`)
  return query.orderBy('id').execute()
}

/** Open refusals of the same source and rule about the same company, this one included. */
export async function refusalsAlike(db: Db, row: RefusedRow): Promise<RefusedRow[]> {
  if (row.subject === '') return [row]
  const alike = await openRefusals(db, { sources: [row.source], rules: [row.rule] })
  return alike.filter(({ subject }) => subject === row.subject)
}

export async function refusal(db: Db, id: number): Promise<RefusedRow | undefined> {
  // A number that no row can have is an error to PostgreSQL.
  if (!Number.isSafeInteger(id)) return undefined
  return db.selectFrom('refusals').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function settleRefusal(
  tx: Db,
  id: number,
  { settled, as, at }: { settled: Settlement; as: string | null; at: Instant },
): Promise<void> {
  await tx
    .updateTable('refusals')
    .set({ settled, settled_as: as, settled_at: at })
    .where('id', '=', id)
    .execute()
}

/** The row is still refused, now for another reason. If it was refused for that reason, too, the two become one. */
export async function refuseAnew(
  tx: Db,
  id: number,
  { rule, reason, candidates }: Pick<NewRefusal, 'rule' | 'reason' | 'candidates'>,
): Promise<void> {
  const row = await refusal(tx, id)
  if (!row) throw new Error(`there is no refusal ${id}`)
  const identity = identityOf({ ...row, rule })
  const twin = await tx
    .selectFrom('refusals')
    .select('id')
    .where('identity', '=', identity)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (!twin) {
    const now = { identity, rule, reason, candidates: JSON.stringify(candidates) }
    await tx.updateTable('refusals').set(now).where('id', '=', id).execute()
    return
  }
  const { times, first_seen, last_seen } = row
  await tx
    .updateTable('refusals')
    .set({
      times: sql`times + ${times}`,
      first_seen: sql`case when first_seen > ${first_seen} then ${first_seen} else first_seen end`,
      last_seen: sql`case when last_seen < ${last_seen} then ${last_seen} else last_seen end`,
    })
    .where('id', '=', twin.id)
    .execute()
  await tx.deleteFrom('refusals').where('id', '=', id).execute()
}

/** Rows of these downloads that could not be read and now can be: they are not among those refused in this reading. */
export async function settleMisreadings(
  tx: Db,
  { fetches, refused, at }: { fetches: readonly number[]; refused: readonly number[]; at: Instant },
): Promise<void> {
  if (fetches.length === 0) return
  const open = await tx
    .selectFrom('refusals')
    .select('id')
    .where('fetch', 'in', [...fetches])
    .where('said', 'is', null)
    .where('settled', 'is', null)
    .execute()
  const still = new Set(refused)
  for (const { id } of open)
    if (!still.has(id)) await settleRefusal(tx, id, { settled: 'matched', as: null, at })
}
