import type { MessageOutcome } from '../../alerts/outbox/alert-events.ts'
import type { AlertRules } from '../../alerts/rules/alert-rules.ts'
import type { Config } from '../../config.ts'
import type { Position } from '../../reports/changes/position.ts'
import type { LoggableError } from '../loggable-error.ts'

/** The data that the thread of alerts is started with. */
export interface AlertsTask {
  readonly config: Config
  /** The environment, in which the secrets of the file of alerts are. */
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly aheadMs: number
  /** The newest rules without problems. They apply when the file has problems while the thread starts. */
  readonly rules: AlertRules
}

/** What the thread of alerts reports. */
export type AlertsReport =
  | { readonly of: 'message'; readonly message: MessageOutcome }
  | { readonly of: 'no-facts' | 'sending' | 'stand-by' }
  | { readonly of: 'loss'; readonly reason: string }
  | { readonly of: 'lost-facts'; readonly from: Position; readonly to: Position }
  | { readonly of: 'rules'; readonly rules: AlertRules; readonly warnings: readonly string[] }
  | { readonly of: 'bad-rules'; readonly problems: readonly string[] }
  | { readonly of: 'error'; readonly error: LoggableError }
