import { flushCompileCache } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startAlerts } from '../../src/alerts/alert-loop.ts'
import { openChannel } from '../../src/alerts/channels/channel.ts'
import { AlertRulesFile } from '../../src/alerts/rules/alert-rules-file.ts'
import type { Instant } from '../../src/market/calendar.ts'
import { Owners } from '../../src/market/facts/publisher.ts'
import type { KillPoint } from './kill-points.ts'
import { armKill, step } from './kill-switch.ts'

/**
 * Run as a process: sends alerts with the loop of the service, by a clock that its parent sets. It answers each clock
 * once nothing is left to do at that moment.
 */

/** What the process is started with, as JSON in its first argument. */
export interface AlertsProcessTask {
  readonly url: string
  /** The file of alerts. */
  readonly file: string
  readonly clock: Instant
  readonly kill: KillPoint | null
}

/** From the parent: the time that it is now. */
export interface ClockStep {
  readonly clock: Instant
  readonly kill: KillPoint | null
}

/** From the parent: the id of a message that its receiver leaves without an answer, so that the attempt is over. */
export interface Unanswered {
  readonly unanswered: string
}

/** To the parent. */
export interface ClockReached {
  /** Empty while there is something to do: the process has just got the lease. */
  readonly clock: Instant | ''
  readonly isSending: boolean
  readonly errors: readonly string[]
}

/** Longer than any attempt takes on a busy machine. */
const TIMEOUT_MS = 3_600_000
/** The time limit of the last attempt of each message: it passes when the parent says so, and not by the machine's clock. */
const limits = new Map<string, AbortController>()
let attempted = ''
AbortSignal.timeout = () => {
  const limit = new AbortController()
  limits.set(attempted, limit)
  return limit.signal
}

/** After so many looks at the store that lead to no attempt, nothing is left to do. */
const LOOKS = 2

const task: AlertsProcessTask = JSON.parse(process.argv[2] ?? '')
let { clock } = task
let isSending = false
let looks = 0
/** Attempts that are not recorded yet. */
let underWay = 0
const errors: string[] = []
let onChange = () => {}
let onStep = () => {}

armKill(task.kill)
process.on('message', (told: ClockStep | Unanswered) => {
  if ('unanswered' in told) return limits.get(told.unanswered)?.abort()
  ;({ clock } = told)
  armKill(told.kill)
  looks = 0
  onStep()
})
process.on('disconnect', () => process.exit())

/** An attempt has ended and is recorded, or could not be recorded. */
function ended(): void {
  underWay = Math.max(0, underWay - 1)
  looks = 0
  onChange()
}

const report = (at: Instant | ''): void =>
  void process.send?.({ clock: at, isSending, errors: errors.splice(0) } satisfies ClockReached)

let isKept = false

/** One that is killed could not do it at its end. */
function keepCompiledCode(): void {
  if (!isKept && isSending) flushCompileCache()
  isKept = isSending
}

/** Waits until there may be more to do. */
async function pause(): Promise<void> {
  if (underWay > 0) {
    await new Promise<void>((resolve) => (onChange = resolve))
    // The next message of the channel is sent in this turn.
    return nextTurn()
  }
  if (++looks < LOOKS && isSending) return
  const stepped = new Promise<void>((resolve) => (onStep = resolve))
  report(clock)
  keepCompiledCode()
  await stepped
}

async function run(): Promise<void> {
  const { rules } = await new AlertRulesFile(task.file, process.env).load()
  const now = () => clock
  startAlerts({
    databaseUrl: task.url,
    owners: new Owners([]),
    publicUrl: 'https://ipo.example',
    now,
    isStoreThere: async () => true,
    rulesNow: async () => rules,
    openChannel(settings) {
      // An e-mail names its sender by its address, as other messages do by the agent.
      const own =
        settings.type === 'email' ? { ...settings, from: `alerts+${process.pid}@greymark.example` } : settings
      const channel = openChannel(own, { now, agent: `Greymark/${process.pid}`, timeoutMs: TIMEOUT_MS })
      return {
        async deliver(message, signal) {
          step('deliver', () => undefined)
          underWay++
          attempted = message.id
          const delivery = await channel.deliver(message, signal)
          if (delivery.isDelivered) step('confirmed', () => undefined)
          return delivery
        },
        close: () => channel.close(),
      }
    },
    onNoFacts: () => undefined,
    onSending: () => {
      isSending = true
      report('')
    },
    onStandBy: () => (isSending = false),
    onLost: (reason) => {
      isSending = false
      errors.push(reason)
    },
    onOutcome: ended,
    onLostFacts: () => errors.push('facts were lost'),
    onError: (error) => {
      errors.push(String(error))
      ended()
    },
    pause,
  })
}

run()
