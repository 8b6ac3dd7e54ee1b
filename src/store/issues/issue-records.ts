import { sql } from 'kysely'
import type { AliasFact, Recorded } from '../../market/facts/fact.ts'
import type { IssueRecords } from '../../market/issues/issue.ts'
import type { Db } from '../engines/db.ts'
import { readFacts } from '../facts/read-facts.ts'
import { isOf, issueRetractions, withoutRetracted } from '../facts/unretracted-facts.ts'
import { isKnownTo, type View } from '../view.ts'

/** The unretracted terms, merges and listings of these slugs, or of all, as known to a view. */
export async function issueRecords(db: Db, view: View, slugs?: readonly string[]): Promise<IssueRecords> {
  const known = slugs ? sql`${isOf(db, slugs)} and ${isKnownTo(view)}` : isKnownTo(view)
  const retractionsOf = await issueRetractions(db, known)
  return {
    ipos: withoutRetracted<'issue_facts'>(await readFacts(db, 'issue_facts', known), retractionsOf),
    sames: withoutRetracted<'sames'>(await readFacts(db, 'sames', known), retractionsOf),
    listings: withoutRetracted<'listings'>(await readFacts(db, 'listings', known), retractionsOf),
  }
}

/** Other names of issues, as known to a view. */
export async function aliasFacts(db: Db, view: View): Promise<Recorded<AliasFact>[]> {
  const known = isKnownTo(view)
  return withoutRetracted<'aliases'>(await readFacts(db, 'aliases', known), await issueRetractions(db, known))
}

/** Every slug in use, so that none is used twice. */
export async function allSlugs(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('issues').select('slug').execute()
  return new Set(rows.map(({ slug }) => slug))
}
