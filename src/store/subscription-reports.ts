import { sql } from 'kysely'
import { standing } from '../market/retraction.ts'
import type { SubscriptionReport } from '../market/subscription.ts'
import type { Db } from './db.ts'
import { issueIdsOf } from './issues.ts'
import { readFacts } from './read-facts.ts'
import { issueRetractions } from './retractions.ts'
import { isKnownTo, type View } from './view.ts'

/** Every reading of these slugs' books, oldest first. */
export async function subscriptionReports(
  db: Db,
  view: View,
  slugs: readonly string[],
): Promise<SubscriptionReport[]> {
  if (slugs.length === 0) return []
  const known = sql`${issueIdsOf(slugs)} and ${isKnownTo(view)}`
  const reports = await readFacts(db, 'subscription_reports', known)
  const retractionsOf = await issueRetractions(db, known)
  return reports.filter((report) => standing([report], retractionsOf(report.slug)).length > 0)
}
