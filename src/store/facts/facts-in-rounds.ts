import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Day, Instant } from '../../market/calendar.ts'
import type { DealKind, Exchange } from '../../market/facts/fact.ts'
import type { ChangeCause } from '../../market/issues/changes.ts'
import { chunksOf } from '../engines/chunks.ts'
import type { Db } from '../engines/db.ts'
import { isAmong } from '../engines/json-values.ts'
import { lastIdsOfRounds } from '../engines/last-id.ts'
import type { RoundRange } from '../issue-index/issues-in-rounds.ts'
import type { FactTable } from '../tables.ts'

/** The deals of one exchange and kind on one day. */
export interface DealListDay {
  readonly tradeDate: Day
  readonly exchange: Exchange
  readonly kind: DealKind
}

/** What a fact is about: an issue, by its number, a list of deals, or a holiday. */
export interface FactSubject<K extends number | Instant> {
  /** The round of the fact, or the moment at which it was recorded. */
  readonly when: K
  readonly by: ChangeCause
  readonly issue: number | null
  readonly deals: DealListDay | null
  readonly isHoliday: boolean
  /** True for readings of the subscription. */
  readonly isSubscription: boolean
}

interface SubjectQuery {
  /** The columns that name the subject. */
  readonly subject: RawBuilder<unknown>
  readonly groupedBy: RawBuilder<unknown>
  /** The cause of a change; of a source's fact it is the operator where that is the source. */
  readonly cause: ChangeCause
}

// Grouped by the bare column alone, SQLite would read all facts in the order of an index.
const OF_ISSUE = { subject: sql`issue`, groupedBy: sql`issue + 0, issue` }

const RETRACTS_HOLIDAY = sql`case when fact = 'holiday' then 1 else 0 end`

/** How the subjects of each table's facts are read. */
const SUBJECT_QUERIES = {
  issue_facts: { ...OF_ISSUE, cause: 'sources' },
  listings: { ...OF_ISSUE, cause: 'sources' },
  gmp_reports: { ...OF_ISSUE, cause: 'sources' },
  subscription_reports: { ...OF_ISSUE, cause: 'sources' },
  sames: { ...OF_ISSUE, cause: 'joining' },
  deals: {
    subject: sql`trade_date as "tradeDate", exchange, kind`,
    groupedBy: sql`trade_date, exchange, kind`,
    cause: 'sources',
  },
  holidays: { subject: sql`1 as holiday`, groupedBy: sql`source`, cause: 'sources' },
  retractions: {
    subject: sql`issue, deal_trade_date as "tradeDate", deal_exchange as exchange, deal_kind as kind,
      ${RETRACTS_HOLIDAY} as holiday`,
    groupedBy: sql`issue, deal_trade_date, deal_exchange, deal_kind, ${RETRACTS_HOLIDAY}`,
    cause: 'retraction',
  },
} as const satisfies Partial<Record<FactTable, SubjectQuery>>
const SUBJECT_TABLES = Object.keys(SUBJECT_QUERIES) as (keyof typeof SUBJECT_QUERIES)[]

interface SubjectRow<K> extends Partial<DealListDay> {
  readonly at: K
  readonly issue?: number | null
  readonly operator: number
  readonly holiday?: number
}

/** The subjects of a table's facts that meet a condition; `when` is their round or their time. */
async function subjectsIn<K extends number | Instant>(
  db: Db,
  table: keyof typeof SUBJECT_QUERIES,
  when: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): Promise<FactSubject<K>[]> {
  const { subject, groupedBy, cause } = SUBJECT_QUERIES[table]
  const { rows } = await sql<SubjectRow<K>>`
    select ${when} as at, ${subject}, max(case when source = 'operator' then 1 else 0 end) as operator
    from ${sql.table(table)} where ${condition} group by ${when}, ${groupedBy}`.execute(db)
  return rows.map(({ at, issue = null, operator, holiday, ...deals }) => ({
    when: at,
    by: cause === 'sources' && operator === 1 ? 'operator' : cause,
    issue,
    deals: deals.tradeDate ? (deals as DealListDay) : null,
    isHoliday: holiday === 1,
    isSubscription: table === 'subscription_reports',
  }))
}

/** An import may hold millions of facts: after this many the event loop gets a turn. */
const FACTS_AT_A_TIME = 10_000

export async function subjectsInRounds(db: Db, rounds: RoundRange): Promise<FactSubject<number>[]> {
  const subjects: FactSubject<number>[] = []
  for (const { table, first, last } of await idsOf(db, rounds))
    for (let from = first; from < last; from += FACTS_AT_A_TIME) {
      const to = Math.min(last, from + FACTS_AT_A_TIME)
      const isAmong = sql`id > ${from} and id <= ${to}`
      subjects.push(...(await subjectsIn<number>(db, table, sql`round`, isAmong)))
      await setImmediate()
    }
  return subjects
}

interface IdRange {
  readonly table: keyof typeof SUBJECT_QUERIES
  /** The id before the first fact. */
  readonly first: number
  readonly last: number
}

/** The ids of these rounds' facts in each table. */
async function idsOf(db: Db, { after, upTo }: RoundRange): Promise<IdRange[]> {
  const idAt = await lastIdsOfRounds(db, SUBJECT_TABLES, [after, upTo])
  return SUBJECT_TABLES.map((table) => ({ table, first: idAt(table, after), last: idAt(table, upTo) }))
}

/**
 * The subjects of facts that the version contains and that are recorded after a moment (an import may record ahead). If
 * there are many, `upTo` is moved nearer.
 */
export async function recordedLater(
  db: Db,
  version: number,
  { after, upTo }: { readonly after: Instant; readonly upTo: Instant },
): Promise<{ readonly subjects: FactSubject<Instant>[]; readonly upTo: Instant }> {
  let end = upTo
  for (const table of SUBJECT_TABLES) {
    const { rows } = await sql<{ recorded: Instant }>`
      select recorded from ${sql.table(table)} where recorded > ${after} and recorded <= ${end}
      order by recorded, id limit 1 offset ${MAX_FACTS_LATER}`.execute(db)
    end = rows[0]?.recorded ?? end
  }
  const matches = sql`recorded > ${after} and recorded <= ${end} and round <= ${version}`
  const subjects: FactSubject<Instant>[] = []
  for (const table of SUBJECT_TABLES)
    subjects.push(...(await subjectsIn<Instant>(db, table, sql`recorded`, matches)))
  return { subjects, upTo: end }
}

const MAX_FACTS_LATER = 2000

const ISSUES_AT_A_TIME = 500

/** The numbers of those of these issues that have a GMP quote for a day. */
export async function quotedOn(db: Db, day: Day, issues: readonly number[]): Promise<number[]> {
  const quoted: number[] = []
  for (const some of chunksOf(issues, ISSUES_AT_A_TIME)) {
    const { rows } = await sql<{ issue: number }>`
      select distinct issue from gmp_reports
      where ${isAmong(db, sql`issue`, some)} and observed = ${day}`.execute(db)
    quoted.push(...rows.map(({ issue }) => issue))
    await setImmediate()
  }
  return quoted
}
