import { sql } from 'kysely'
import { END_OF_TIME } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { isNumberOf } from '../engines/statements.ts'
import type { StoreRow } from '../tables.ts'
import type { View } from '../view.ts'

export type RefusalAbout = Pick<
  StoreRow<'refusals'>,
  'source' | 'rule' | 'reason' | 'said' | 'first_seen' | 'last_seen' | 'settled' | 'settled_as' | 'settled_at'
>

/**
 * Refused rows known to a view that concern or may concern these slugs: settled as one of them, with one of them as a
 * candidate, or with a subject that is the source's key of one of them. Newest first, with the total count.
 */
export async function refusalsAbout(
  db: Db,
  { version, asOf }: View,
  { slugs, limit }: { readonly slugs: readonly string[]; readonly limit: number },
): Promise<{ readonly rows: RefusalAbout[]; readonly total: number }> {
  const upTo = asOf ?? END_OF_TIME
  const isCandidate = sql.join(
    slugs.map((slug) => sql`r.candidates like ${`%${JSON.stringify(slug)}%`}`),
    sql` or `,
  )
  const { rows } = await sql<RefusalAbout & { total: number }>`
    select r.source, r.rule, r.reason, r.said, r.first_seen, r.last_seen, r.settled, r.settled_as, r.settled_at,
      count(*) over () as total
    from refusals r
    where r.round <= ${version} and r.first_seen <= ${upTo}
      and ((r.settled_at <= ${upTo} and r.settled_as in (${sql.join(slugs)})) or ${isCandidate}
        or exists (select 1 from issue_keys k where k.source = r.source and k.key = r.subject
                   and k.learned <= ${upTo} and ${isNumberOf(db, sql`k.issue`, slugs)}))
    order by r.first_seen desc, r.id desc limit ${limit}`.execute(db)
  return {
    rows: rows.map(({ total: _, ...row }) => row),
    total: Number(rows[0]?.total ?? 0),
  }
}
