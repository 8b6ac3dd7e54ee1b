import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Instant, instantFromMs, istInstant, msOf } from '../../src/market/calendar.ts'
import { unsentMessages } from '../../src/store/alerts/outbox.ts'
import { type Db, openDb } from '../../src/store/engines/db.ts'
import { quickPlace } from '../support/quick-place.ts'
import type { Behaviour } from '../support/receivers/behaviour.ts'
import { EXPECTED_MESSAGES } from './alerts-expected.ts'
import { KillSchedule } from './alerts-kills.ts'
import { AlertProcesses, bundleScript } from './alerts-processes.ts'
import { type MarkedReceipt, type MonthReceivers, startMonthReceivers } from './alerts-receivers.ts'
import { alertsFile, alertVariables, type ChannelName } from './alerts-rules.ts'
import { morning, on, ROUNDS } from './days.ts'
import { type Month, openMonth, settleAlias } from './run.ts'

const MINUTE_MS = 60_000
/** Longer than a round or an import takes by its clock, and than receivers ask to wait. */
const WITHIN_MS = 15 * MINUTE_MS

/** Both processes are down for a week. */
const DOWN = { from: '20 10:30', to: '27 10:30' }
const CORRECTION = {
  step: '19 16:00',
  fact: {
    fact: 'listing',
    slug: 'tamarind-agro-foods-india',
    listedOn: on(18),
    listingPrice: 225,
    exchange: 'NSE',
    source: 'operator',
  },
}

/** How receivers misbehave in the first days. Each is over before the next message is due. */
const FAULTS: readonly (readonly [step: string, channel: ChannelName, ...Behaviour[]])[] = [
  ['4 11:00', 'program', { busy: 20 }, 'fail', 'reset'],
  ['4 11:00', 'family', { busy: 45 }],
  ['5 11:00', 'me', { busy: null }, 'acceptAndCut'],
  ['6 11:00', 'program', 'slow'],
  ['7 11:00', 'phone', 'fail', { busy: 90 }],
  ['10 08:30', 'family', 'acceptAndCut', 'fail'],
  ['10 11:00', 'phone', 'reset'],
  ['10 20:30', 'team', { busy: 30 }, 'acceptAndCut'],
  ['11 08:00', 'me', 'reset', 'fail'],
  ['11 20:30', 'team', 'fail', 'fail', 'reset'],
  ['12 16:00', 'club', { busy: 5 }, 'acceptAndCut', 'reset'],
]

const labelOf = (day: number, time: string): string => `${day} ${time}`
const clockOf = (step: string): Instant => {
  const [day = '', time = ''] = step.split(' ')
  return istInstant(on(Number(day)), time)
}
const roundOf = (step: string): Instant | undefined => ROUNDS.find((round) => round === clockOf(step))

/** The rounds that bring nothing to send. */
const QUIET_ROUNDS = [
  ...['3 20:30', '4 20:30', '5 20:30', '6 20:30', '7 20:30', '12 20:30', '13 20:30', '14 20:30'],
  ...['28 11:00', '28 20:30', '31 20:30'],
]

interface Timetable {
  /** The moments at which something is to be sent, or a round is collected, in order. */
  readonly steps: readonly string[]
  readonly withMessages: ReadonlySet<string>
}

function stepsOfMonth(isWhole: boolean): Timetable {
  const titles = Object.values(EXPECTED_MESSAGES).flatMap((messages) =>
    messages.map((message) => (typeof message === 'string' ? message : message[0])),
  )
  const withMessages = new Set(titles.map((title) => title.split(' ', 2).join(' ')))
  const days = Array.from({ length: 29 }, (_, i) => i + 3)
  const rounds = days
    .flatMap((day) => [labelOf(day, '11:00'), labelOf(day, '20:30')])
    .filter((step) => roundOf(step) !== undefined && (isWhole || !QUIET_ROUNDS.includes(step)))
  const all = new Set([...withMessages, ...rounds, DOWN.from, DOWN.to])
  return { steps: [...all].sort((a, b) => (clockOf(a) < clockOf(b) ? -1 : 1)), withMessages }
}

export interface MonthOptions {
  /** An empty store. */
  readonly store: string
  /** How many times a process is killed. */
  readonly kills: number
  /** False leaves out the rounds that bring nothing to send. */
  readonly isWhole: boolean
}

export interface MonthOfAlerts {
  readonly receiptsOf: (channel: ChannelName) => readonly MarkedReceipt[]
  readonly kills: number
  /** How many processes sent messages. */
  readonly senders: number
  readonly errors: readonly string[]
}

/** Lives the month with two processes that send alerts, of which so many are killed. */
export async function runMonthOfAlerts(options: MonthOptions): Promise<MonthOfAlerts> {
  const { store } = options
  const folder = mkdtempSync(join(quickPlace(), 'greymark-test-'))
  const month = await openMonth('live', store)
  const run = new AlertRun(month, options)
  const script = await bundleScript(folder)
  try {
    return await run.live(store, folder, script)
  } finally {
    await run.close()
    month.close()
    rmSync(folder, { recursive: true })
  }
}

class AlertRun {
  readonly #month: Month
  readonly #db: Db
  readonly #kills: KillSchedule
  readonly #killCount: number
  readonly #timetable: Timetable
  #receivers: MonthReceivers | undefined
  #processes: AlertProcesses | undefined
  #step = ''
  #clock: Instant = ''

  constructor(month: Month, { kills, isWhole }: MonthOptions) {
    this.#month = month
    this.#db = openDb(month.url)
    this.#timetable = stepsOfMonth(isWhole)
    this.#kills = new KillSchedule(kills)
    this.#killCount = kills
  }

  async close(): Promise<void> {
    await this.#processes?.stop()
    await this.#receivers?.close()
    await this.#db.destroy()
  }

  async live(store: string, folder: string, script: string): Promise<MonthOfAlerts> {
    const receivers = await startMonthReceivers({
      nowMs: () => msOf(this.#clock),
      step: () => this.#step,
      killAt: () => this.#kills.atReceipt(() => this.#processes?.killSender() ?? false),
      onUnanswered: (id) => this.#processes?.endAttempt(id),
    })
    this.#receivers = receivers
    const file = join(folder, 'alerts.json')
    writeFileSync(file, JSON.stringify(alertsFile(receivers.addressOf)))
    const task = { script, url: store, file }
    const processes = new AlertProcesses(task, alertVariables(receivers.addressOf))
    this.#processes = processes
    for (const step of this.#timetable.steps) await this.#live(step, processes, receivers)
    // A kill that met a process which had just been killed, or whose point was never reached, is made up for.
    while (processes.kills < this.#killCount) await processes.killIdle('sender')
    const { senders, errors } = processes
    return { receiptsOf: receivers.receiptsOf, kills: processes.kills, senders: senders.size, errors }
  }

  async #live(step: string, processes: AlertProcesses, receivers: MonthReceivers): Promise<void> {
    const round = roundOf(step)
    const clock = clockOf(step)
    if (round !== undefined) await this.#month.collectAt(round)
    if (round === morning(19)) await settleAlias(this.#month)
    if (step === CORRECTION.step) await this.#month.importAt(clock, CORRECTION.fact)
    if (clock > clockOf(DOWN.from) && clock < clockOf(DOWN.to)) return
    this.#step = step
    const isRecorded = round !== undefined || step === CORRECTION.step
    this.#clock = isRecorded ? instantFromMs(msOf(clock) + WITHIN_MS) : clock
    for (const [at, channel, ...faults] of FAULTS) if (at === step) receivers.plan(channel, ...faults)
    this.#kills.begin(this.#stepsAhead())
    if (round === morning(3) || step === DOWN.to) await processes.start(this.#clock, this.#kills)
    await this.#reach(processes)
    if (step === DOWN.from) await processes.stop()
  }

  /** How many steps with messages there are from this one on; 0 for a step without. */
  #stepsAhead(): number {
    const { steps, withMessages } = this.#timetable
    const ahead = steps.slice(steps.indexOf(this.#step)).filter((step) => withMessages.has(step))
    return withMessages.has(this.#step) ? ahead.length : 0
  }

  /** Sends what is due, and tries again what failed. */
  async #reach(processes: AlertProcesses): Promise<void> {
    const until = instantFromMs(msOf(this.#clock) + WITHIN_MS)
    for (;;) {
      await processes.reach(this.#clock, this.#kills)
      const next = (await unsentMessages(this.#db)).map(({ next_try }) => next_try ?? '').sort()[0]
      if (next === undefined || next > until) break
      this.#clock = next > this.#clock ? next : this.#clock
    }
    for (const which of this.#kills.end()) await processes.killIdle(which)
  }
}
