import { sql } from 'kysely'
import type { IpoFact, Recorded, SameFact } from '../market/fact.ts'
import type { ListingReport } from '../market/listing.ts'
import { standing } from '../market/retraction.ts'
import type { Db } from './db.ts'
import { readFacts } from './read-facts.ts'
import { issueRetractions } from './retractions.ts'
import { isKnownTo, type View } from './view.ts'

export interface IssueRecords {
  readonly ipos: Recorded<IpoFact>[]
  readonly sames: Recorded<SameFact>[]
  readonly listings: ListingReport[]
}

/** All that a view knows of which issues exist, on what terms, and how they listed. Retracted facts are left out. */
export async function issueRecords(db: Db, view: View): Promise<IssueRecords> {
  const known = isKnownTo(view)
  const retractionsOf = await issueRetractions(db, known)
  const standingFacts = async <T extends 'issue_facts' | 'sames' | 'listings'>(table: T) => {
    const found = await readFacts(db, table, known)
    return found.filter((fact) => standing([fact], retractionsOf(fact.slug)).length > 0)
  }
  return {
    ipos: await standingFacts('issue_facts'),
    sames: await standingFacts('sames'),
    listings: await standingFacts('listings'),
  }
}

/** The slugs that lead to issue numbers; a slug without a number has no facts. */
export const issueIdsOf = (slugs: readonly string[]) =>
  sql`issue in (select id from issues where slug in (${sql.join(slugs)}))`
