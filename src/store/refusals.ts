import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Instant } from '../market/calendar.ts'
import type { Db } from './db.ts'
import type { NewRow, Row, Settlement } from './tables.ts'

export type RefusedRow = Row<'refusals'>
export type NewRefusal = Pick<
  NewRow<'refusals'>,
  'fetch' | 'source' | 'document' | 'line' | 'raw' | 'rule' | 'reason' | 'said'
> & { readonly candidates: readonly string[] }

/** The same row of a source with the same fault is one refusal, however often it is read. */
const identityOf = ({ source, rule, raw, said }: NewRefusal): string =>
  hash('sha256', JSON.stringify([source, rule, said ?? raw]), 'hex')

/** Keeps what was refused. One that is known already, settled or not, is only counted up. */
export async function keepRefusals(
  tx: Db,
  refusals: readonly NewRefusal[],
  { round, seen }: { round: number; seen: Instant },
): Promise<void> {
  let id = await lastId(tx)
  for (const refusal of refusals) {
    const identity = identityOf(refusal)
    const { numUpdatedRows } = await tx
      .updateTable('refusals')
      .set({
        times: sql`times + 1`,
        last_seen: sql`case when last_seen < ${seen} then ${seen} else last_seen end`,
      })
      .where('identity', '=', identity)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) continue
    id++
    const candidates = JSON.stringify(refusal.candidates)
    const sight = { first_seen: seen, last_seen: seen, times: 1 }
    const open = { settled: null, settled_as: null, settled_at: null }
    await tx
      .insertInto('refusals')
      .values({ ...refusal, candidates, id, identity, round, ...sight, ...open })
      .execute()
  }
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
  { source, rules }: { source?: string; rules?: readonly string[] } = {},
): Promise<RefusedRow[]> {
  let query = db.selectFrom('refusals').selectAll().where('settled', 'is', null)
  if (source !== undefined) query = query.where('source', '=', source)
  if (rules !== undefined) query = query.where('rule', 'in', [...rules])
  return query.orderBy('id').execute()
}

export const refusal = (db: Db, id: number): Promise<RefusedRow | undefined> =>
  db.selectFrom('refusals').selectAll().where('id', '=', id).executeTakeFirst()

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

/** The row is still refused, now for another reason. */
export async function refuseAnew(
  tx: Db,
  id: number,
  now: Pick<NewRefusal, 'rule' | 'reason' | 'candidates'>,
): Promise<void> {
  const candidates = JSON.stringify(now.candidates)
  await tx
    .updateTable('refusals')
    .set({ rule: now.rule, reason: now.reason, candidates })
    .where('id', '=', id)
    .execute()
}
