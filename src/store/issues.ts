import type { IpoFact, Recorded, SameFact } from '../market/fact.ts'
import type { ListingReport } from '../market/listing.ts'
import type { Db } from './db.ts'
import { standingFacts } from './standing-facts.ts'
import type { View } from './view.ts'

export interface IssueRecords {
  readonly ipos: Recorded<IpoFact>[]
  readonly sames: Recorded<SameFact>[]
  readonly listings: ListingReport[]
}

/** All that a view knows of which issues exist, on what terms, and how they listed. */
export async function issueRecords(db: Db, view: View): Promise<IssueRecords> {
  return {
    ipos: await standingFacts(db, view, 'issue_facts', null),
    sames: await standingFacts(db, view, 'sames', null),
    listings: await standingFacts(db, view, 'listings', null),
  }
}
