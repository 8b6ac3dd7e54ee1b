import { AlertRulesFile, BadAlertRules } from '../../alerts/rules/alert-rules-file.ts'
import { rulesSummary } from '../../alerts/rules/rules-summary.ts'
import { DAY_MS, type Instant, instantFromMs, istClock, msOf } from '../../market/calendar.ts'
import { givenUpSince, unsentTotals } from '../../store/alerts/alert-log.ts'
import { alertProgress } from '../../store/alerts/alert-progress.ts'
import type { Db } from '../../store/engines/db.ts'
import { counted } from '../../texts/format.ts'
import { type Examined, type Finding, type Findings, fail, ok, warn } from './finding.ts'

const LISTED = 'greymark alerts log'
/** A message that waits for longer than this is reported. */
const LONG_MS = 3_600_000
const FEW_MINUTES_MS = 5 * 60_000

/** Checks the file of alert rules, and what waits or was given up. */
export async function* checkAlerts({ settings: { ALERTS }, env, db, now }: Examined): Findings {
  const clock = now()
  if (ALERTS) yield* aboutFile(ALERTS, env)
  if (ALERTS && db) yield* aboutProgress(db, clock)
  const messages = db ? await aboutMessages(db, clock) : []
  yield* messages
  if (ALERTS === '' && messages.length === 0) yield ok('none are sent: ALERTS is not set')
}

async function* aboutFile(path: string, env: Examined['env']): Findings {
  try {
    const { rules, warnings } = await new AlertRulesFile(path, env).load()
    const todo = `change it if you did not mean that; "greymark alerts check" shows each channel's rules`
    yield ok(`${path} is valid: ${rulesSummary(rules)}`)
    yield* warnings.map((warning) => warn(warning, todo))
  } catch (error) {
    if (!(error instanceof BadAlertRules)) throw error
    yield* error.problems.map((problem) => fail(`${path}: ${problem}`, 'correct the file of alerts'))
  }
}

/** Alerts are looked for every minute, and not before the moment that they have reached. */
async function* aboutProgress(db: Db, clock: Instant): Findings {
  const progress = await alertProgress(db)
  if (progress === null) return
  const reached = istClock(progress.moment)
  const aheadMs = msOf(progress.moment) - msOf(clock)
  if (aheadMs > FEW_MINUTES_MS)
    yield warn(
      `alerts have reached ${reached} (IST), ahead of the clock: none are sent until then`,
      'check the clock of this machine, which may have been wrong',
    )
  if (aheadMs < -FEW_MINUTES_MS)
    yield warn(
      `no alerts have been looked for since ${reached} (IST)`,
      'check that a process with ALERTS runs, and its log',
    )
}

async function aboutMessages(db: Db, clock: Instant): Promise<Finding[]> {
  const since = (ms: number) => instantFromMs(msOf(clock) - ms)
  const waiting = (await unsentTotals(db)).filter(({ oldest }) => oldest < since(LONG_MS))
  const ended = Map.groupBy(await givenUpSince(db, since(DAY_MS)), ({ channel }) => channel)
  return [
    ...waiting.map(({ channel, messages, oldest }) =>
      warn(
        `${counted(messages, 'message waits', 'messages wait')} for the channel ${channel}, since ${istClock(oldest)}`,
        `"${LISTED} --state waiting" gives the reason; check the receiver, and that a process with ALERTS runs`,
      ),
    ),
    ...[...ended].map(([channel, messages]) =>
      warn(
        `${counted(messages.length, 'message')} to the channel ${channel} ${messages.length === 1 ? 'was' : 'were'} given up within the last day: ${messages.at(-1)?.reason}`,
        `"${LISTED} --state given-up" lists them`,
      ),
    ),
  ]
}
