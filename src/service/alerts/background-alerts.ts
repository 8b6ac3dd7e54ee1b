import type { Logger } from 'pino'
import type { MessageOutcome } from '../../alerts/outbox/deliverer.ts'
import type { AlertRules } from '../../alerts/rules/alert-rules.ts'
import { AlertRulesFile, type LoadedRules } from '../../alerts/rules/alert-rules-file.ts'
import { rulesSummary } from '../../alerts/rules/rules-summary.ts'
import type { Config } from '../../config.ts'
import { clockSkewMs } from '../../machine-clock.ts'
import type { Instant } from '../../market/calendar.ts'
import type { Metrics } from '../../operate/metrics.ts'
import { linesOf } from '../output/service-log.ts'
import { type SupervisedThread, scriptBeside, superviseThread } from '../supervised-thread.ts'
import type { ThreadTask } from '../thread-script.ts'

/** Pause before a crashed thread restarts. What it did not record is done again. */
const PAUSE_MS = 10_000
/** As long as the end of the service allows: a delivery that was confirmed may wait for an import to be recorded. */
const END_WITHIN_MS = 7000

const THREAD = scriptBeside(import.meta.url, 'alerts-thread')

type Variables = Readonly<Record<string, string | undefined>>

/** The data that the thread of alerts is started with. */
export interface AlertsTask extends ThreadTask {
  /** The environment, in which the secrets of the file of alerts are. */
  readonly variables: Variables
  /** The newest rules without problems. They apply when the file has problems while the thread starts. */
  readonly rules: AlertRules
}

/** What the thread of alerts reports: what became of a message, whether it sends, or changed rules. */
export type AlertsReport = MessageOutcome | { readonly isSending: boolean } | { readonly rules: AlertRules }

export interface BackgroundAlertsOptions {
  readonly now: () => Instant
  readonly log: Logger
  readonly metrics: Metrics['alerts']
  /** The environment, in which the secrets of the file of alerts are. */
  readonly variables: Variables
}

/**
 * Reads the file of alerts before the service starts; `null` when there is none. Throws `BadAlertRules`, with every
 * problem, when it cannot be used.
 */
export const alertRulesAtStart = async (
  { ALERTS }: Pick<Config, 'ALERTS'>,
  variables: Variables,
): Promise<LoadedRules | null> => (ALERTS === '' ? null : new AlertRulesFile(ALERTS, variables).load())

/** Sends alerts on its own thread while the service runs. */
export function alertInBackground(
  config: Config,
  { rules, warnings }: LoadedRules,
  { now, log, metrics, variables }: BackgroundAlertsOptions,
): Pick<SupervisedThread, 'stop'> {
  log.info(`${config.ALERTS} is valid (${rulesSummary(rules)})`)
  for (const warning of warnings) log.warn(`${config.ALERTS}: ${warning}`)
  const task = { config, variables: { ...variables }, skewMs: clockSkewMs(now), rules }
  const lines = linesOf(log)
  const thread = superviseThread<AlertsReport | string>({
    name: 'alerts',
    script: THREAD,
    data: task satisfies AlertsTask,
    onMessage: (report) => {
      if (typeof report === 'string') lines.write(report)
      else if ('outcome' in report) metrics.count(report)
      else if ('isSending' in report) metrics.isSending = report.isSending
      // A thread that restarts begins with these.
      else task.rules = report.rules
    },
    onFailure: (error) => log.error({ err: error }, 'a report about alerts could not be handled'),
    onCrash: (error) => {
      metrics.isSending = false
      log.error({ err: error }, `sending alerts crashed and restarts in ${PAUSE_MS / 1000} seconds`)
    },
    pauseMs: PAUSE_MS,
    endWithinMs: END_WITHIN_MS,
  })
  return {
    stop() {
      metrics.isSending = false
      return thread.stop()
    },
  }
}
