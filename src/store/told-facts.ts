import { sql } from 'kysely'
import type { ToldFacts } from '../market/prediction.ts'
import type { Db } from './db.ts'
import { readFacts } from './read-facts.ts'

/** All that rounds up to a version said of these issues, taken back or not. */
export async function toldFacts(db: Db, version: number, numbers: readonly number[]): Promise<ToldFacts> {
  const isMeant = sql`issue in (${sql.join(numbers)}) and round <= ${version}`
  return {
    ipos: await readFacts(db, 'issue_facts', isMeant),
    sames: await readFacts(db, 'sames', isMeant),
    listings: await readFacts(db, 'listings', isMeant),
    retractions: await readFacts(
      db,
      'retractions',
      sql`${isMeant} and fact in ('ipo', 'same', 'listing', 'gmp')`,
    ),
    gmp: await readFacts(db, 'gmp_reports', isMeant),
  }
}

/** All issues that anybody ever gave a listing price of, up to a version. */
export async function everListed(db: Db, version: number): Promise<{ number: number; slug: string }[]> {
  const { rows } = await sql<{ number: number; slug: string }>`
    select id as number, slug from issues
    where id in (select issue from listings where round <= ${version})`.execute(db)
  return rows
}
