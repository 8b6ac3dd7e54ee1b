import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { isKnownTo, type View } from '../view.ts'

export interface QuoteCount {
  readonly source: string
  readonly quotes: number
  /** When the newest of them was recorded. */
  readonly last: Instant
}

/** The number of GMP quotes of each source since a moment, as known to a view. */
export async function quoteCounts(db: Db, view: View, since: Instant): Promise<QuoteCount[]> {
  const { rows } = await sql<QuoteCount>`
    select source, count(*) as quotes, max(recorded) as last from gmp_reports
    where recorded >= ${since} and ${isKnownTo(view)}
    group by source order by source`.execute(db)
  return rows
}
