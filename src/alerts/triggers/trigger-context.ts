import type { MarketData } from '../../reports/market-data.ts'
import type { StatedAlert } from '../alert.ts'
import type { AlertRules } from '../rules/alert-rules.ts'

/** What alerts are derived from, beside two positions. */
export interface TriggerContext extends MarketData {
  readonly rules: Pick<AlertRules, 'rules' | 'digest'>
  readonly publicUrl: string
  readonly isDemo: boolean
  /** What earlier messages stated about an IPO, oldest first. */
  readonly statedOn: (slug: string) => Promise<readonly StatedAlert[]>
}
