import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { inputRows } from '../engines/statements.ts'
import { type StoreRow, TABLES } from '../tables.ts'

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

/** What the collection rounds of a source have come to, as known at a moment. */
export interface SourceRounds {
  /** The last ones, newest first. */
  readonly last: readonly RoundRow[]
  /** When the newest round of each kind began, and the first of all; `null` without one. */
  readonly started: Readonly<Record<keyof typeof ROUND_KINDS | 'first', Instant | null>>
}

/** The collection rounds of each of these sources, by source. Two statements, however many sources there are. */
export async function roundsOfSources(
  db: Db,
  sources: readonly string[],
  { asOf, limit }: { readonly asOf: Instant | null; readonly limit: number },
): Promise<Map<string, SourceRounds>> {
  const input = inputRows(db, { source: sources })
  const isKnown = sql`r.source = input.source and r.work = 'collect'
    and ${asOf === null ? sql`true` : sql`r.committed <= ${asOf}`}`
  const startOf = (kind: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
    select r.started from rounds r where ${isKnown} and ${kind}
    order by r.started ${order}, r.id ${order} limit 1)`
  const { rows: starts } = await sql<SourceRounds['started'] & { readonly source: string }>`
    select input.source as source,
      ${startOf(ROUND_KINDS.whole, sql`desc`)} as whole,
      ${startOf(ROUND_KINDS.succeeded, sql`desc`)} as succeeded,
      ${startOf(ROUND_KINDS.newFacts, sql`desc`)} as "newFacts",
      ${startOf(sql`true`, sql`asc`)} as first
    from ${input}`.execute(db)
  const { rows: last } = await sql<RoundRow>`
    select ${sql.join(ROUND_COLUMNS.map((column) => sql.ref(`l.${column}`)))}
    from ${input} cross join rounds l
    where l.id in (select r.id from rounds r where ${isKnown} order by r.started desc, r.id desc limit ${limit})
    order by l.started desc, l.id desc`.execute(db)
  const lastOf = Map.groupBy(last, ({ source }) => source)
  return new Map(
    starts.map(({ source, ...started }) => [source, { last: lastOf.get(source) ?? [], started }]),
  )
}

/** Named one by one, so that the statement can be prepared. */
const ROUND_COLUMNS = Object.keys(TABLES.rounds)

/** True when issues or names were imported, for example from a file, since rows were last read. */
export async function hasNewIdentities(db: Db): Promise<boolean> {
  const { rows } = await sql<{ imported: number; collected: number }>`
    select
      (select coalesce(max(round), 0) from (
        select round from (select round from issue_facts order by id desc limit 1) i
        union all select round from (select round from aliases order by id desc limit 1) a
        union all select round from (select round from sames order by id desc limit 1) s) newest) as imported,
      (select coalesce(max(id), 0) from rounds where work in ('collect', 'replay')) as collected`.execute(db)
  const [last] = rows
  return last !== undefined && last.imported > last.collected
}
