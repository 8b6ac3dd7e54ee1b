import { type RawBuilder, sql } from 'kysely'
import type { Day } from '../../market/calendar.ts'
import {
  DEAL_KINDS,
  DEAL_TYPES,
  type DealKind,
  type DealType,
  EXCHANGES,
  type Exchange,
} from '../../market/facts/fact.ts'
import { asciiUpper } from '../../market/text-order.ts'
import type { Db } from '../engines/db.ts'
import { cachedPerStore } from '../engines/per-store.ts'
import type { View } from '../view.ts'

/** An upper bound on the deals of some groups, whenever recorded: a view knows at most this many, within these days. */
export interface GroupedDeals {
  readonly deals: number
  readonly days: readonly [first: Day, last: Day] | null
}

interface GroupFilter {
  readonly kind?: readonly DealKind[]
  readonly dealType?: readonly DealType[]
  readonly exchange?: readonly Exchange[]
}

/** The stored name of the group of an exchange, a kind and a direction. */
export const dealGroupKey = (exchange: Exchange, kind: DealKind, dealType: DealType): string =>
  `${exchange} ${kind} ${dealType}`

/** The deals of clients whose names contain a part. */
export const dealsOfClients = (db: Db, view: View, part: string): Promise<GroupedDeals> =>
  groupedDeals(db, view, `client ${part}`, sql`grouped_by = 'client' and ${isNamed(sql`name`, part)}`)

/** The deals of a client, with those of names that differ only in the case of ASCII letters. */
export const dealsOfClient = (db: Db, view: View, name: string): Promise<GroupedDeals> =>
  groupedDeals(db, view, `named ${name}`, sql`grouped_by = 'client' and name = ${asciiUpper(name)}`)

/** The deals of the requested exchanges, kinds and types. */
export function dealsOfGroups(
  db: Db,
  view: View,
  { kind, dealType, exchange }: GroupFilter,
): Promise<GroupedDeals> {
  const keys = (exchange ?? EXCHANGES).flatMap((e) =>
    (kind ?? DEAL_KINDS).flatMap((k) => (dealType ?? DEAL_TYPES).map((t) => dealGroupKey(e, k, t))),
  )
  return groupedDeals(db, view, `sort ${keys}`, sql`grouped_by = 'sort' and name in (${sql.join(keys)})`)
}

/** True for an upper-case name that contains the part. */
export const isNamed = (name: RawBuilder<unknown>, part: string): RawBuilder<unknown> =>
  sql`${name} like ${`%${asciiUpper(part).replace(/[!%_]/g, '!$&')}%`} escape '!'`

/** Cache size: each page of a walk and recent queries use these again. */
const MAX_CACHED = 1000
const cached = cachedPerStore<GroupedDeals>(MAX_CACHED)

const groupedDeals = (
  db: Db,
  { version }: View,
  query: string,
  condition: RawBuilder<unknown>,
): Promise<GroupedDeals> => cached(db, `${version} ${query}`, () => readGrouped(db, condition))

async function readGrouped(db: Db, condition: RawBuilder<unknown>): Promise<GroupedDeals> {
  const { rows } = await sql<{ deals: number | null; first: Day | null; last: Day | null }>`
    select sum(deals) as deals, min(first_day) as first, max(last_day) as last
    from deal_groups where ${condition}`.execute(db)
  const [row] = rows
  if (!row || row.first === null || row.last === null) return { deals: 0, days: null }
  return { deals: Number(row.deals), days: [row.first, row.last] }
}
