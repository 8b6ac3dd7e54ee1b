import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { isOfKind, lastIdIn } from '../engines/statements.ts'
import type { NewRow, Settlement, StoreRow } from '../tables.ts'
import { writingRound } from '../version/market-version.ts'

export type RefusedRow = StoreRow<'refusals'>

/** The slugs of the issues that a refused row may be about. */
export const candidatesOf = ({ candidates }: RefusedRow): string[] => JSON.parse(candidates)

export type NewRefusal = Pick<
  NewRow<'refusals'>,
  'fetch' | 'source' | 'document' | 'line' | 'raw' | 'subject' | 'rule' | 'reason' | 'said'
> & { readonly candidates: readonly string[] }

/** The same row of a source with the same fault is one refusal, however often it is read. */
function identityOf({
  source,
  rule,
  raw,
  said,
}: Pick<NewRefusal, 'source' | 'rule' | 'raw' | 'said'>): string {
  const content = said === null ? raw : withoutReadingTime(said ?? '')
  return hash('sha256', JSON.stringify([source, rule, content]), 'hex')
}

/**
 * Leaves out the reading time of a figure without a time stamp of its source, so that every reading gives the same
 * figure.
 */
function withoutReadingTime(said: string): string {
  if (!said.includes('"isUnstamped":true')) return said
  const { observedAt: _, ...rest } = JSON.parse(said)
  return JSON.stringify(rest)
}

/** Records that this round has stored, changed or removed a refusal. */
export async function noteChange(tx: Db, identity: string): Promise<void> {
  await tx
    .insertInto('refusal_changes')
    .values({ identity, round: writingRound })
    .onConflict((conflict) => conflict.column('identity').doUpdateSet({ round: writingRound }))
    .execute()
}

interface SeenIn {
  readonly round: number
  readonly seen: Instant
  /** True when a stored answer is parsed again: sightings that were counted then are not counted twice. */
  readonly isReplay?: boolean
}

/** Stores refusals and returns their ids. A refusal that is stored already, settled or not, is only counted up. */
export async function storeRefusals(
  tx: Db,
  refusals: readonly NewRefusal[],
  { round, seen, isReplay = false }: SeenIn,
): Promise<number[]> {
  const ids: number[] = []
  let id = await lastIdIn(tx, 'refusals')
  const isCounted = isReplay ? sql`${seen} between first_seen and last_seen` : sql`1 = 0`
  for (const refusal of refusals) {
    const identity = identityOf(refusal)
    await noteChange(tx, identity)
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
    const seenAt = { first_seen: seen, last_seen: seen, times: 1 }
    const settlement = await settlementOf(tx, refusal, seen)
    await tx
      .insertInto('refusals')
      .values({ ...refusal, candidates, id, identity, round, ...seenAt, ...settlement })
      .execute()
  }
  return ids
}

/** A row with the same subject and fault as one that the operator discarded is discarded, too. */
async function settlementOf(tx: Db, { source, subject, rule }: NewRefusal, seen: Instant) {
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

/** Refusals that are not settled, oldest first. */
export async function openRefusals(
  db: Db,
  { sources, rules, kind }: { sources?: readonly string[]; rules?: readonly string[]; kind?: 'terms' } = {},
): Promise<RefusedRow[]> {
  // PostgreSQL rejects an empty list after `in`.
  if (sources?.length === 0 || rules?.length === 0) return []
  let query = db.selectFrom('refusals').selectAll().where('settled', 'is', null)
  if (sources !== undefined) query = query.where('source', 'in', [...sources])
  if (rules !== undefined) query = query.where('rule', 'in', [...rules])
  if (kind !== undefined) query = query.where(isOfKind(db, sql`said`, kind))
  return query.orderBy('id').execute()
}

/** Open refusals of the same source, rule and company, this one included. */
export async function similarRefusals(db: Db, row: RefusedRow): Promise<RefusedRow[]> {
  if (row.subject === '') return [row]
  const alike = await openRefusals(db, { sources: [row.source], rules: [row.rule] })
  return alike.filter(({ subject }) => subject === row.subject)
}

export async function refusal(db: Db, id: number): Promise<RefusedRow | undefined> {
  // PostgreSQL rejects a number that is no valid id.
  if (!Number.isSafeInteger(id)) return undefined
  return db.selectFrom('refusals').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function settleRefusal(
  tx: Db,
  id: number,
  { settled, as, at }: { settled: Settlement; as: string | null; at: Instant },
): Promise<void> {
  const changed = await tx
    .updateTable('refusals')
    .set({ settled, settled_as: as, settled_at: at })
    .where('id', '=', id)
    .returning('identity')
    .execute()
  for (const { identity } of changed) await noteChange(tx, identity)
}

/**
 * Gives a refused row another rule and reason. If the row is stored with that rule already, the two are merged into
 * one. A row that is refused as before keeps its reason, which says what was known when it was read.
 */
export async function refuseAnew(
  tx: Db,
  id: number,
  { rule, reason, candidates }: Pick<NewRefusal, 'rule' | 'reason' | 'candidates'>,
): Promise<void> {
  const row = await refusal(tx, id)
  if (!row) throw new Error(`there is no refusal ${id}`)
  if (row.rule === rule && row.candidates === JSON.stringify(candidates)) return
  const identity = identityOf({ ...row, rule })
  await noteChange(tx, row.identity)
  await noteChange(tx, identity)
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

/**
 * Settles the unreadable rows of these downloads that are not among those refused in this reading: they can be read
 * now.
 */
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
  const stillRefused = new Set(refused)
  for (const { id } of open)
    if (!stillRefused.has(id)) await settleRefusal(tx, id, { settled: 'matched', as: null, at })
}
