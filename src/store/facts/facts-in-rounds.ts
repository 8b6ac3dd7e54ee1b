import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Day, Instant } from '../../market/calendar.ts'
import type { ChangeCause } from '../../market/issues/changes.ts'
import type { DealListDay } from '../deals/deals.ts'
import type { Db } from '../engines/db.ts'
import { chunksOf, isAmong, jsonValue } from '../engines/statements.ts'
import { factIdsOf, type RoundRange } from '../version/market-version.ts'

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
const OF_ISSUE: SubjectQuery = {
  subject: sql`issue`,
  groupedBy: sql`issue + 0, issue`,
  cause: 'sources',
}

/** How the subjects of each table's facts are read. */
const subjectQueries = (db: Db): Readonly<Record<string, SubjectQuery>> => ({
  issue_facts: OF_ISSUE,
  listings: OF_ISSUE,
  gmp_reports: OF_ISSUE,
  subscription_reports: OF_ISSUE,
  sames: { ...OF_ISSUE, cause: 'joining' },
  deals: {
    subject: sql`trade_date as "tradeDate", exchange, kind`,
    groupedBy: sql`trade_date, exchange, kind`,
    cause: 'sources',
  },
  holidays: { subject: sql`1 as holiday`, groupedBy: sql`source`, cause: 'sources' },
  retractions: retractionQuery(db),
})

/** The fact that a retraction names is JSON. */
function retractionQuery(db: Db): SubjectQuery {
  const named = (key: string) =>
    sql`case when fact = 'deal' then ${jsonValue(db, sql`named`, key)} else null end`
  const isHoliday = sql`case when fact = 'holiday' then 1 else 0 end`
  const deal = [named('tradeDate'), named('exchange'), named('kind')] as const
  return {
    subject: sql`issue, ${deal[0]} as "tradeDate", ${deal[1]} as exchange, ${deal[2]} as kind,
      ${isHoliday} as holiday`,
    groupedBy: sql`issue, ${sql.join(deal)}, ${isHoliday}`,
    cause: 'retraction',
  }
}

interface SubjectRow<K> extends Partial<DealListDay> {
  readonly at: K
  readonly issue?: number | null
  readonly operator: number
  readonly holiday?: number
}

/** The subjects of facts that meet a condition; `when` is their round or their time. */
async function subjectsIn<K extends number | Instant>(
  db: Db,
  when: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): Promise<FactSubject<K>[]> {
  const subjects: FactSubject<K>[] = []
  for (const [table, { subject, groupedBy, cause }] of Object.entries(subjectQueries(db))) {
    const { rows } = await sql<SubjectRow<K>>`
      select ${when} as at, ${subject}, max(case when source = 'operator' then 1 else 0 end) as operator
      from ${sql.table(table)} where ${condition} group by ${when}, ${groupedBy}`.execute(db)
    for (const { at, issue = null, operator, holiday, ...deals } of rows)
      subjects.push({
        when: at,
        by: cause === 'sources' && operator === 1 ? 'operator' : cause,
        issue,
        deals: deals.tradeDate ? (deals as DealListDay) : null,
        isHoliday: holiday === 1,
        isSubscription: table === 'subscription_reports',
      })
  }
  return subjects
}

/** An import may hold millions of facts: after this many the event loop gets a turn. */
const FACTS_AT_A_TIME = 10_000

export async function subjectsInRounds(db: Db, rounds: RoundRange): Promise<FactSubject<number>[]> {
  const subjects: FactSubject<number>[] = []
  const ids = await factIdsOf(db, rounds)
  for (let from = ids.after; from < ids.upTo; from += FACTS_AT_A_TIME) {
    const isAmong = sql`id > ${from} and id <= ${Math.min(ids.upTo, from + FACTS_AT_A_TIME)}`
    subjects.push(...(await subjectsIn<number>(db, sql`round`, isAmong)))
    await setImmediate()
  }
  return subjects
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
  for (const table of Object.keys(subjectQueries(db))) {
    const { rows } = await sql<{ recorded: Instant }>`
      select recorded from ${sql.table(table)} where recorded > ${after} and recorded <= ${end}
      order by recorded, id limit 1 offset ${MAX_FACTS_LATER}`.execute(db)
    end = rows[0]?.recorded ?? end
  }
  const matches = sql`recorded > ${after} and recorded <= ${end} and round <= ${version}`
  return { subjects: await subjectsIn<Instant>(db, sql`recorded`, matches), upTo: end }
}

const MAX_FACTS_LATER = 2000

const ISSUES_AT_A_TIME = 500

/** The numbers of those of these issues that have a GMP quote for a day. */
export async function quotedOn(db: Db, day: Day, issues: readonly number[]): Promise<number[]> {
  const quoted: number[] = []
  for (const some of chunksOf(issues, ISSUES_AT_A_TIME)) {
    const { rows } = await sql<{ issue: number }>`
      select distinct issue from gmp_reports
      where ${isAmong(db, sql`issue`, some)} and observed_at = ${day}`.execute(db)
    quoted.push(...rows.map(({ issue }) => issue))
    await setImmediate()
  }
  return quoted
}
