import type { IpoFact, Recorded, SameFact } from '../market/fact.ts'
import type { ListingReport } from '../market/listing.ts'
import type { Db } from './db.ts'
import { readFacts } from './read-facts.ts'
import { issueRetractions } from './retractions.ts'
import { withoutRetracted } from './standing-facts.ts'
import { isKnownTo, type View } from './view.ts'

export interface IssueRecords {
  readonly ipos: Recorded<IpoFact>[]
  readonly sames: Recorded<SameFact>[]
  readonly listings: ListingReport[]
}

/** All that a view knows of which issues exist, on what terms, and how they listed. */
export async function issueRecords(db: Db, view: View): Promise<IssueRecords> {
  const known = isKnownTo(view)
  const retractionsOf = await issueRetractions(db, known)
  return {
    ipos: withoutRetracted<'issue_facts'>(await readFacts(db, 'issue_facts', known), retractionsOf),
    sames: withoutRetracted<'sames'>(await readFacts(db, 'sames', known), retractionsOf),
    listings: withoutRetracted<'listings'>(await readFacts(db, 'listings', known), retractionsOf),
  }
}
