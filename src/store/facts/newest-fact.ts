import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { isKnownTo, type View } from '../view.ts'

const REPORT_TABLES = ['issue_facts', 'gmp_reports', 'subscription_reports', 'listings', 'deals'] as const

interface NewestFact {
  readonly recorded: Instant
  readonly source: string
}

/** Time and source of the newest fact; `undefined` for a market without facts. */
export async function newestFact(db: Db, view: View): Promise<NewestFact | undefined> {
  const newest = REPORT_TABLES.map(
    (table) => sql`select recorded, source from (
      select recorded, source from ${sql.table(table)} where ${isKnownTo(view)}
      order by recorded desc, id desc limit 1) as newest`,
  )
  const { rows } = await sql<NewestFact>`${sql.join(newest, sql` union all `)}`.execute(db)
  return rows.toSorted((a, b) => (a.recorded < b.recorded ? 1 : -1))[0]
}
