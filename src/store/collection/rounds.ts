import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import type { StoreRow } from '../tables.ts'

export type RoundRow = StoreRow<'rounds'>

/** The collection rounds of a source, as known at a moment, by when they began. */
function roundsOf(db: Db, source: string, asOf: Instant | null, order: 'asc' | 'desc') {
  const query = db
    .selectFrom('rounds')
    .selectAll()
    .where('source', '=', source)
    .where('work', '=', 'collect')
    .orderBy('started', order)
    .orderBy('id', order)
  return asOf === null ? query : query.where('committed', '<=', asOf)
}

/** The last collection rounds of a source, newest first, as known at a moment. */
export const lastRounds = (
  db: Db,
  source: string,
  { asOf, limit }: { readonly asOf: Instant | null; readonly limit: number },
): Promise<RoundRow[]> => roundsOf(db, source, asOf, 'desc').limit(limit).execute()

/** Kinds of rounds: read whole, read at least in part, or with new facts. */
const ROUND_KINDS = {
  whole: sql`outcome = 'done'`,
  succeeded: sql`outcome <> 'failed'`,
  newFacts: sql`rows_kept > 0`,
} as const

/** The newest round of this kind of a source, as known at a moment. */
export const lastRoundThat = (
  db: Db,
  source: string,
  { asOf, kind }: { readonly asOf: Instant | null; readonly kind: keyof typeof ROUND_KINDS },
): Promise<RoundRow | undefined> =>
  roundsOf(db, source, asOf, 'desc').where(sql<boolean>`(${ROUND_KINDS[kind]})`).limit(1).executeTakeFirst()

/** The first round after a moment that failed in whole or in part, as known at a moment. */
export const firstFaultAfter = (
  db: Db,
  source: string,
  { asOf, after }: { readonly asOf: Instant | null; readonly after: Instant },
): Promise<RoundRow | undefined> =>
  roundsOf(db, source, asOf, 'asc')
    .where('outcome', '<>', 'done')
    .where('started', '>', after)
    .limit(1)
    .executeTakeFirst()

/** The first collection round of a source, as known at a moment. */
export const firstRound = (
  db: Db,
  source: string,
  { asOf }: { readonly asOf: Instant | null },
): Promise<RoundRow | undefined> => roundsOf(db, source, asOf, 'asc').limit(1).executeTakeFirst()

/** True when issues or names were imported, for example from a file, since the last round of another kind. */
export async function hasNewIdentities(db: Db): Promise<boolean> {
  const { rows } = await sql<{ imported: number; collected: number }>`
    select
      (select coalesce(max(round), 0) from (
        select round from (select round from issue_facts order by id desc limit 1) i
        union all select round from (select round from aliases order by id desc limit 1) a
        union all select round from (select round from sames order by id desc limit 1) s) newest) as imported,
      (select coalesce(max(id), 0) from rounds where work <> 'import') as collected`.execute(db)
  const [last] = rows
  return last !== undefined && last.imported > last.collected
}
