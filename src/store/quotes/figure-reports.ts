import type { GmpReport } from '../../market/gmp/gmp.ts'
import type { SubscriptionReport } from '../../market/issues/subscription.ts'
import type { Db } from '../engines/db.ts'
import { FIGURE_TABLES } from '../facts/fact-rows.ts'
import { unretractedFactsOf } from '../facts/unretracted-facts.ts'
import type { View } from '../view.ts'

/** Reports on the GMP and on the subscription of issues. */
export interface FigureReports {
  readonly gmp: readonly GmpReport[]
  readonly subscription: readonly SubscriptionReport[]
}

/** All reports on these slugs, oldest first. */
export async function figureReports(db: Db, view: View, slugs: readonly string[]): Promise<FigureReports> {
  const facts = await unretractedFactsOf(db, view, FIGURE_TABLES, slugs)
  return { gmp: facts.gmp_reports, subscription: facts.subscription_reports }
}
