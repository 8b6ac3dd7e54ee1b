import type { Logger } from 'pino'
import type { MessageOutcome } from '../../alerts/outbox/alert-events.ts'
import { AlertRulesFile, type LoadedRules } from '../../alerts/rules/alert-rules-file.ts'
import { rulesSummary } from '../../alerts/rules/rules-summary.ts'
import type { Config } from '../../config.ts'
import { aheadOfMachineMs } from '../../machine-clock.ts'
import type { Instant } from '../../market/calendar.ts'
import type { AlertMetrics } from '../../operate/alert-metrics.ts'
import { type SupervisedWorker, superviseWorker } from '../background/supervised-worker.ts'
import { onThread, scriptBeside } from '../background/worker-thread.ts'
import type { AlertsReport, AlertsTask } from './alerts-reports.ts'

/** Pause before a crashed thread restarts. What it did not record is done again. */
const PAUSE_MS = 10_000
/** As long as the end of the service allows: a delivery that was confirmed may wait for an import to be recorded. */
const END_WITHIN_MS = 7000

const THREAD = scriptBeside(import.meta.url, 'alerts-thread')

export interface BackgroundAlertsOptions {
  readonly now: () => Instant
  readonly log: Logger
  readonly metrics: AlertMetrics
  /** The environment, in which the secrets of the file of alerts are. */
  readonly variables: AlertsTask['variables']
}

/**
 * Reads the file of alerts before the service starts; `null` when there is none. Throws `BadAlertRules`, with every
 * problem, when it cannot be used.
 */
export const alertRulesAtStart = async (
  { ALERTS }: Pick<Config, 'ALERTS'>,
  variables: AlertsTask['variables'],
): Promise<LoadedRules | null> => (ALERTS === '' ? null : new AlertRulesFile(ALERTS, variables).load())

/** Sends alerts on its own thread while the service runs. */
export function alertInBackground(
  config: Config,
  { rules, warnings }: LoadedRules,
  { now, log, metrics, variables }: BackgroundAlertsOptions,
): Pick<SupervisedWorker, 'stop'> {
  log.info(`${config.ALERTS} is valid (${rulesSummary(rules)})`)
  for (const warning of warnings) log.warn(`${config.ALERTS}: ${warning}`)
  const task = {
    config,
    variables: { ...variables },
    aheadMs: aheadOfMachineMs(now),
    rules,
  } satisfies AlertsTask
  const report = reporterOf(config, log, metrics)
  const thread = superviseWorker<AlertsReport>({
    start: onThread({ name: 'alerts', script: THREAD, data: task }),
    onMessage: (message) => {
      // A thread that restarts begins with these.
      if (message.of === 'rules') task.rules = message.rules
      report(message)
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

/** Returns a function that logs and counts the reports of the thread. */
function reporterOf({ ALERTS }: Config, log: Logger, metrics: AlertMetrics): (report: AlertsReport) => void {
  const errors = log.child({}, { serializers: { err: (error) => error } })
  return (report) => {
    switch (report.of) {
      case 'message':
        metrics.count(report.message)
        return logOutcome(report.message, log)
      case 'no-facts':
        return log.info('the store has no facts yet: no alerts are sent until it has')
      case 'sending':
        metrics.isSending = true
        return log.info('this process sends alerts')
      case 'stand-by':
        return log.info('another process sends alerts: this one takes over when that one ends')
      case 'loss':
        metrics.isSending = false
        return log.warn(`sending alerts pauses: ${report.reason}`)
      case 'lost-facts':
        return log.warn(
          { from: report.from, to: report.to },
          'the store has fewer facts than alerts were sent for: alerts continue from its newest facts',
        )
      case 'rules':
        log.info(`${ALERTS} was read again (${rulesSummary(report.rules)})`)
        for (const warning of report.warnings) log.warn(`${ALERTS}: ${warning}`)
        return
      case 'bad-rules':
        return log.error(
          { problems: report.problems },
          `${ALERTS} has problems; the previous rules stay in use`,
        )
      case 'error':
        return errors.error({ err: report.error }, 'alerts could not be sent; this is tried again')
    }
  }
}

const OUTCOME_LEVEL = { delivered: 'info', failed: 'warn', 'given-up': 'error' } as const

function logOutcome({ outcome, ...message }: MessageOutcome, log: Logger): void {
  const { channel, title, reason } = message
  const text = {
    delivered: `alert delivered to ${channel}: ${title}`,
    failed: `alert not delivered to ${channel}, tried again later: ${reason}`,
    'given-up': `alert to ${channel} given up: ${reason}`,
  }[outcome]
  log[OUTCOME_LEVEL[outcome]](message, text)
}
