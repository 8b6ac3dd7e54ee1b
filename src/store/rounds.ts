import type { Instant } from '../market/calendar.ts'
import type { Db } from './db.ts'
import type { Row } from './tables.ts'

export type RoundRow = Row<'rounds'>

/** The last rounds in which a source was read, newest first, as known at a moment. */
export async function lastRounds(
  db: Db,
  source: string,
  { asOf, limit }: { readonly asOf: Instant | null; readonly limit: number },
): Promise<RoundRow[]> {
  let query = db.selectFrom('rounds').selectAll().where('source', '=', source).where('work', '=', 'collect')
  if (asOf !== null) query = query.where('committed', '<=', asOf)
  return query.orderBy('started', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** The newest round of a source that answers a condition, as known at a moment. */
export async function lastRoundThat(
  db: Db,
  source: string,
  { asOf, was }: { readonly asOf: Instant | null; readonly was: 'read' | 'news' },
): Promise<RoundRow | undefined> {
  let query = db.selectFrom('rounds').selectAll().where('source', '=', source).where('work', '=', 'collect')
  if (asOf !== null) query = query.where('committed', '<=', asOf)
  query = was === 'read' ? query.where('outcome', '=', 'done') : query.where('rows_kept', '>', 0)
  return query.orderBy('started', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
}

/** The first round after another that did not go well, as known at a moment. */
export async function firstFaultAfter(
  db: Db,
  source: string,
  { asOf, after }: { readonly asOf: Instant | null; readonly after: Instant },
): Promise<RoundRow | undefined> {
  let query = db
    .selectFrom('rounds')
    .selectAll()
    .where('source', '=', source)
    .where('work', '=', 'collect')
    .where('outcome', '<>', 'done')
    .where('started', '>', after)
  if (asOf !== null) query = query.where('committed', '<=', asOf)
  return query.orderBy('started').orderBy('id').limit(1).executeTakeFirst()
}
