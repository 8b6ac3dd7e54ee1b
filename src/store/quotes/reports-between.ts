import { sql } from 'kysely'
import { addDays, type Day, istInstant } from '../../market/calendar.ts'
import type { GmpReport } from '../../market/gmp/gmp.ts'
import type { SubscriptionReport } from '../../market/issues/subscription.ts'
import type { Db } from '../engines/db.ts'
import { unretractedFacts } from '../facts/unretracted-facts.ts'
import type { View } from '../view.ts'

/** Days in India, both inclusive. */
export interface Days {
  readonly from?: Day
  readonly to?: Day
}

/** The GMP reports on these slugs for these days, oldest first. */
export const gmpReportsBetween = (
  db: Db,
  view: View,
  slugs: readonly string[],
  { from, to }: Days,
): Promise<GmpReport[]> =>
  unretractedFacts(
    db,
    view,
    'gmp_reports',
    slugs,
    sql`${from === undefined ? sql`true` : sql`observed_at >= ${from}`}
      and ${to === undefined ? sql`true` : sql`observed_at <= ${to}`}`,
  )

/** The subscription reports on these slugs on these days, oldest first. */
export const subscriptionReportsBetween = (
  db: Db,
  view: View,
  slugs: readonly string[],
  { from, to }: Days,
): Promise<SubscriptionReport[]> =>
  unretractedFacts(
    db,
    view,
    'subscription_reports',
    slugs,
    sql`${from === undefined ? sql`true` : sql`observed_at >= ${istInstant(from, '00:00')}`}
      and ${to === undefined ? sql`true` : sql`observed_at < ${istInstant(addDays(to, 1), '00:00')}`}`,
  )
