import type { SubscriptionReport } from '../market/subscription.ts'
import type { Db } from './db.ts'
import { standingFacts } from './standing-facts.ts'
import type { View } from './view.ts'

/** Every reading of these slugs' books, oldest first. */
export const subscriptionReports = (
  db: Db,
  view: View,
  slugs: readonly string[],
): Promise<SubscriptionReport[]> => standingFacts(db, view, 'subscription_reports', slugs)
