import { isDeepStrictEqual } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { startAlerts } from '../../alerts/alert-loop.ts'
import { openChannel } from '../../alerts/channels/channel.ts'
import type { AlertRules } from '../../alerts/rules/alert-rules.ts'
import { AlertRulesFile } from '../../alerts/rules/alert-rules-file.ts'
import { lowerThreadPriority } from '../../lower-priority.ts'
import { machineClock } from '../../machine-clock.ts'
import { VERSION } from '../../project-file.ts'
import { ownersAmong } from '../../sources/registry.ts'
import { isPostgres } from '../../store/engines/db.ts'
import { withoutSecrets } from '../../without-secrets.ts'
import { toLoggable } from '../loggable-error.ts'
import { isStoreCreated } from '../missing-store.ts'
import { sourceChoice } from '../source-choice.ts'
import type { AlertsReport, AlertsTask } from './alerts-reports.ts'

const AGENT = `Greymark/${VERSION}`

/** The script of the thread of alerts, the only one of the service that sends messages. */
function run(port: NonNullable<typeof parentPort>, task: AlertsTask): void {
  const { config, variables, aheadMs } = task
  const now = machineClock(aheadMs)
  const send = (report: AlertsReport) => port.postMessage(report)
  const alerts = startAlerts({
    databaseUrl: config.DATABASE_URL,
    owners: ownersAmong(sourceChoice(config).known),
    publicUrl: config.PUBLIC_URL,
    now,
    rulesNow: followedRules(new AlertRulesFile(config.ALERTS, variables), task.rules, send),
    isStoreThere: async () => isPostgres(config.DATABASE_URL) || isStoreCreated(config.DATABASE_URL),
    openChannel: (settings) => openChannel(settings, { now, agent: AGENT }),
    onNoFacts: () => send({ of: 'no-facts' }),
    onSending: () => send({ of: 'sending' }),
    onStandBy: () => send({ of: 'stand-by' }),
    onLost: (reason) => send({ of: 'loss', reason: withoutSecrets(reason) }),
    onOutcome: (message) => send({ of: 'message', message }),
    onLostFacts: (from, to) => send({ of: 'lost-facts', from, to }),
    onError: (error) => send({ of: 'error', error: toLoggable(error) }),
  })
  port.once('message', async () => {
    await alerts.stop()
    // Ends only this thread, which connections kept open by receivers would hold for seconds.
    process.exit()
  })
}

/** Reads the file again when it has changed. While it has problems, the previous rules apply. */
function followedRules(file: AlertRulesFile, known: AlertRules, send: (report: AlertsReport) => void) {
  let rules = known
  let isFirst = true
  return async (): Promise<AlertRules> => {
    const changed = await file.reload()
    if (changed === 'unchanged') return rules
    // The first reading usually gives what is known, which is not worth a report.
    const isKnown = isFirst && 'rules' in changed && isDeepStrictEqual(changed.rules, rules)
    isFirst = false
    if (isKnown) return rules
    if ('problems' in changed) send({ of: 'bad-rules', problems: changed.problems })
    else {
      rules = changed.rules
      send({ of: 'rules', rules, warnings: changed.warnings })
    }
    return rules
  }
}

if (!parentPort)
  throw new Error('this script runs as a worker thread; start it with "greymark serve" and ALERTS')
lowerThreadPriority()
run(parentPort, workerData)
