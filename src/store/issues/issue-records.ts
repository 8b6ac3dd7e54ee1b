import { sql } from 'kysely'
import type { IssueRecords } from '../../market/issues/issue.ts'
import type { Db } from '../engines/db.ts'
import { readFacts } from '../facts/read-facts.ts'
import { issueRetractions } from '../facts/retractions.ts'
import { isOf, withoutRetracted } from '../facts/unretracted-facts.ts'
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
