import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Day, Instant } from '../../market/calendar.ts'
import type { DealKind, Exchange } from '../../market/facts/fact.ts'
import type { ChangeCause } from '../../market/issues/changes.ts'
import { chunksOf } from '../engines/chunks.ts'
import type { Db } from '../engines/db.ts'
import { lastIdBefore } from '../engines/last-id.ts'
import type { RoundRange } from '../issue-index/issues-in-rounds.ts'
import type { FactTable } from '../tables.ts'

/** The deals of one exchange and kind on one day. */
export interface DealListDay {
  readonly tradeDate: Day
  readonly exchange: Exchange
  readonly kind: DealKind
}

/** What a fact is about: an issue, by its number, or a list of deals. */
export interface FactSubject<K extends number | Instant> {
  /** The round of the fact, or the moment at which it was recorded. */
  readonly when: K
  readonly by: ChangeCause
  readonly issue: number | null
  readonly deals: DealListDay | null
}

/** The cause of a change for each table, unless the operator is the source. */
const CAUSES = {
  issue_facts: 'sources',
  listings: 'sources',
  gmp_reports: 'sources',
  subscription_reports: 'sources',
  sames: 'joining',
} as const satisfies Partial<Record<FactTable, ChangeCause>>

/** An import may hold millions of facts: after this many the event loop gets a turn. */
const FACTS_AT_A_TIME = 10_000

/** The subjects of all facts in a range of rounds. */
export async function subjectsInRounds(db: Db, rounds: RoundRange): Promise<FactSubject<number>[]> {
  const subjects: FactSubject<number>[] = []
  for (const { table, read } of SUBJECT_QUERIES) {
    const [first, last] = await idsOf(db, table, rounds)
    for (let from = first; from < last; from += FACTS_AT_A_TIME) {
      const to = Math.min(last, from + FACTS_AT_A_TIME)
      subjects.push(...(await read<number>(db, sql`round`, sql`id > ${from} and id <= ${to}`)))
      await setImmediate()
    }
  }
  return subjects
}

/** The range of ids of these rounds' facts: ids ascend with rounds. */
async function idsOf(db: Db, table: FactTable, { after, upTo }: RoundRange): Promise<[number, number]> {
  const of = sql.table(table)
  const last = (round: number) =>
    lastIdBefore(of, (id) => sql`(select round from ${of} where id > ${id} order by id limit 1) <= ${round}`)
  const { rows } = await sql<{ first: number; last: number }>`
    select ${last(after)} as first, ${last(upTo)} as last`.execute(db)
  return [Number(rows[0]?.first ?? 0), Number(rows[0]?.last ?? 0)]
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
  for (const { table } of SUBJECT_QUERIES) {
    const { rows } = await sql<{ recorded: Instant }>`
      select recorded from ${sql.table(table)} where recorded > ${after} and recorded <= ${end}
      order by recorded, id limit 1 offset ${MAX_FACTS_LATER}`.execute(db)
    end = rows[0]?.recorded ?? end
  }
  const matches = sql`recorded > ${after} and recorded <= ${end} and round <= ${version}`
  const subjects: FactSubject<Instant>[] = []
  for (const { read } of SUBJECT_QUERIES) subjects.push(...(await read<Instant>(db, sql`recorded`, matches)))
  return { subjects, upTo: end }
}

const MAX_FACTS_LATER = 2000

interface SubjectQuery {
  readonly table: FactTable
  readonly read: <K extends number | Instant>(
    db: Db,
    when: RawBuilder<unknown>,
    condition: RawBuilder<unknown>,
  ) => Promise<FactSubject<K>[]>
}

const SUBJECT_QUERIES: readonly SubjectQuery[] = [
  ...(Object.keys(CAUSES) as (keyof typeof CAUSES)[]).map(
    (table): SubjectQuery => ({
      table,
      read: async (db, when, condition) => {
        const { rows } = await sql<{ at: never; issue: number; operator: number }>`
        select ${when} as at, issue, max(case when source = 'operator' then 1 else 0 end) as operator
        from ${sql.table(table)} where ${condition} group by ${when}, issue + 0, issue`.execute(db)
        return rows.map(({ at, issue, operator }) => ({
          when: at,
          by: CAUSES[table] === 'sources' && operator === 1 ? 'operator' : CAUSES[table],
          issue,
          deals: null,
        }))
      },
    }),
  ),
  {
    table: 'deals',
    read: async (db, when, condition) => {
      const { rows } = await sql<DealListDay & { at: never; operator: number }>`
        select ${when} as at, trade_date as "tradeDate", exchange, kind,
          max(case when source = 'operator' then 1 else 0 end) as operator
        from deals where ${condition} group by ${when}, trade_date, exchange, kind`.execute(db)
      return rows.map(({ at, operator, ...deals }) => ({
        when: at,
        by: operator === 1 ? 'operator' : 'sources',
        issue: null,
        deals,
      }))
    },
  },
  {
    table: 'retractions',
    read: async (db, when, condition) => {
      const { rows } = await sql<DealListDay & { at: never; issue: number | null }>`
        select distinct ${when} as at, issue, deal_trade_date as "tradeDate", deal_exchange as exchange,
          deal_kind as kind
        from retractions where ${condition}`.execute(db)
      return rows.map(({ at, issue, ...deals }) => ({
        when: at,
        by: 'retraction',
        issue,
        deals: deals.tradeDate === null ? null : deals,
      }))
    },
  },
]

const ISSUES_AT_A_TIME = 500

/** The numbers of those of these issues that have a GMP quote for a day. */
export async function quotedOn(db: Db, day: Day, issues: readonly number[]): Promise<number[]> {
  const quoted: number[] = []
  for (const some of chunksOf(issues, ISSUES_AT_A_TIME)) {
    const { rows } = await sql<{ issue: number }>`
      select distinct issue from gmp_reports
      where issue in (${sql.join(some)}) and observed = ${day}`.execute(db)
    quoted.push(...rows.map(({ issue }) => issue))
    await setImmediate()
  }
  return quoted
}
