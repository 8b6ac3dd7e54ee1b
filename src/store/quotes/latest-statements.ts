import { sql } from 'kysely'
import type { Day } from '../../market/calendar.ts'
import type { GmpFact, Recorded, SubscriptionFact } from '../../market/facts/fact.ts'
import type { Db } from '../engines/db.ts'
import { unretractedFacts } from '../facts/unretracted-facts.ts'
import type { View } from '../view.ts'

/** The unretracted subscription reports on these issues. */
export const subscriptionStatements = (
  db: Db,
  view: View,
  slugs: readonly string[],
): Promise<Recorded<SubscriptionFact>[]> => unretractedFacts(db, view, 'subscription_reports', slugs)

/** The unretracted GMP reports on these issues from a day on. */
export const gmpStatements = (
  db: Db,
  view: View,
  slugs: readonly string[],
  from: Day,
): Promise<Recorded<GmpFact>[]> => unretractedFacts(db, view, 'gmp_reports', slugs, sql`observed >= ${from}`)
