import { flushCompileCache } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startAlerts } from '../../src/alerts/alert-loop.ts'
import { openChannel } from '../../src/alerts/channels/channel.ts'
import { AlertRulesFile } from '../../src/alerts/rules/alert-rules-file.ts'
import type { Instant } from '../../src/market/calendar.ts'
import { Owners } from '../../src/market/facts/publisher.ts'
import { waitingMessages } from '../../src/store/alerts/alert-messages.ts'
import { openDb } from '../../src/store/engines/db.ts'
import { armKill, atDelivery, type KillPoint } from './kill-points.ts'

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
  /** How long an attempt to deliver may take. */
  readonly timeoutMs: number
}

/** From the parent: the time that it is now. */
export interface ClockStep {
  readonly clock: Instant
  readonly kill: KillPoint | null
}

/** To the parent. */
export interface ClockReached {
  /** Empty while there is something to do: the process has just got the lease. */
  readonly clock: Instant | ''
  readonly isSending: boolean
  /** When a message is tried again. */
  readonly next: Instant | null
  readonly errors: readonly string[]
}

/** A look at the store that finds changes by a process that was just killed is repeated once. */
const LOOKS = 2

const task: AlertsProcessTask = JSON.parse(process.argv[2] ?? '')
const db = openDb(task.url, { isForReading: !task.url.startsWith('postgres') })
let { clock } = task
let isSending = false
let looks = 0
/** Attempts that are not recorded yet. */
let underWay = 0
const errors: string[] = []
let onChange = () => {}
let onStep = () => {}

armKill(task.kill)
process.on('message', (step: ClockStep) => {
  ;({ clock } = step)
  armKill(step.kill)
  looks = 0
  onStep()
})
process.on('disconnect', () => process.exit())

/** An attempt has ended and is recorded, or could not be recorded. */
function ended(): void {
  underWay = Math.max(0, underWay - 1)
  onChange()
}

const report = (at: Instant, next: Instant | null): void =>
  void process.send?.({ clock: at, isSending, next, errors: errors.splice(0) } satisfies ClockReached)

/** When the first of the waiting messages is due. */
async function firstDue(): Promise<Instant | null> {
  const due = (await waitingMessages(db)).map(({ next_try }) => next_try ?? clock)
  return due.sort()[0] ?? null
}

let isKept = false

/** One that is killed could not do it at its end. */
function keepCompiledCode(): void {
  if (!isKept && isSending) flushCompileCache()
  isKept = isSending
}

/** Waits until there may be more to do. */
async function pause(): Promise<void> {
  looks++
  const next = isSending ? await firstDue() : null
  if (isSending && next !== null && next <= clock) {
    looks = 0
    if (underWay > 0) await new Promise<void>((resolve) => (onChange = resolve))
    return nextTurn()
  }
  if (looks < LOOKS && isSending) return
  const stepped = new Promise<void>((resolve) => (onStep = resolve))
  report(clock, next)
  keepCompiledCode()
  await stepped
}

const file = new AlertRulesFile(task.file, process.env)
const { rules } = await file.load()
const now = () => clock
startAlerts({
  databaseUrl: task.url,
  owners: new Owners([]),
  publicUrl: 'https://ipo.example',
  now,
  isStoreThere: async () => true,
  rulesNow: async () => rules,
  openChannel(settings) {
    const channel = openChannel(settings, {
      now,
      agent: `Greymark/${process.pid}`,
      timeoutMs: task.timeoutMs,
    })
    return {
      async deliver(message, signal) {
        atDelivery('before')
        underWay++
        const delivery = await channel.deliver(message, signal)
        if (delivery.isDelivered) atDelivery('after')
        return delivery
      },
      close: () => channel.close(),
    }
  },
  onSending: () => {
    isSending = true
    report('', null)
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
