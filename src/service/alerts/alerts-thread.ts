import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import { startAlerts } from '../../alerts/alert-loop.ts'
import { openChannel } from '../../alerts/channels/channel.ts'
import type { MessageOutcome } from '../../alerts/outbox/deliverer.ts'
import type { AlertRules } from '../../alerts/rules/alert-rules.ts'
import { AlertRulesFile } from '../../alerts/rules/alert-rules-file.ts'
import { rulesSummary } from '../../alerts/rules/rules-summary.ts'
import { VERSION } from '../../project-file.ts'
import { ownersAmong } from '../../sources/registry.ts'
import { isPostgres } from '../../store/engines/db.ts'
import { withoutSecrets } from '../../without-secrets.ts'
import { isStoreCreated } from '../missing-store.ts'
import { sourceChoice } from '../source-choice.ts'
import { runThreadScript } from '../thread-script.ts'
import type { AlertsReport, AlertsTask } from './background-alerts.ts'

const AGENT = `Greymark/${VERSION}`

/** The script of the thread of alerts, the only one of the service that sends messages. */
runThreadScript<AlertsTask, AlertsReport>((task, { now, log, report }) => {
  const { config } = task
  return startAlerts({
    databaseUrl: config.DATABASE_URL,
    owners: ownersAmong(sourceChoice(config).known),
    publicUrl: config.PUBLIC_URL,
    now,
    rulesNow: followedRules(task, log, (rules) => report({ rules })),
    isStoreThere: async () => isPostgres(config.DATABASE_URL) || isStoreCreated(config.DATABASE_URL),
    openChannel: (settings) => openChannel(settings, { now, agent: AGENT }),
    onNoFacts: () => log.info('the store has no facts yet: no alerts are sent until it has'),
    onSending() {
      report({ isSending: true })
      log.info('this process sends alerts')
    },
    onStandBy: () => log.info('another process sends alerts: this one takes over when that one ends'),
    onLost(reason) {
      report({ isSending: false })
      log.warn(`sending alerts pauses: ${withoutSecrets(reason)}`)
    },
    onOutcome(message) {
      report(message)
      logOutcome(message, log)
    },
    onLostFacts: (from, to) =>
      log.warn(
        { from, to },
        'the store has fewer facts than alerts were sent for: alerts continue from its newest facts',
      ),
    onError: (error) => log.error({ err: error }, 'alerts could not be sent; this is tried again'),
  })
})

/** Reads the file again when it has changed. While it has problems, the previous rules apply. */
function followedRules(task: AlertsTask, log: Logger, onChange: (rules: AlertRules) => void) {
  const { ALERTS } = task.config
  const file = new AlertRulesFile(ALERTS, task.variables)
  let { rules } = task
  let isFirst = true
  return async (): Promise<AlertRules> => {
    const read = await file.reload()
    if (read === 'unchanged') return rules
    // The first reading usually gives what is known, which is not worth a report.
    const isKnown = isFirst && 'rules' in read && isDeepStrictEqual(read.rules, rules)
    isFirst = false
    if ('problems' in read)
      log.error({ problems: read.problems }, `${ALERTS} has problems; the previous rules stay in use`)
    else if (!isKnown) {
      rules = read.rules
      onChange(rules)
      log.info(`${ALERTS} was read again (${rulesSummary(rules)})`)
      for (const warning of read.warnings) log.warn(`${ALERTS}: ${warning}`)
    }
    return rules
  }
}

function logOutcome({ outcome, ...message }: MessageOutcome, log: Logger): void {
  const { channel, title, reason } = message
  if (outcome === 'delivered') log.info(message, `alert delivered to ${channel}: ${title}`)
  else if (outcome === 'failed')
    log.warn(message, `alert not delivered to ${channel}, tried again later: ${reason}`)
  else log.error(message, `alert to ${channel} given up: ${reason}`)
}
