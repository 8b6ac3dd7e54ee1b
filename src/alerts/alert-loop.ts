import { setTimeout as sleep } from 'node:timers/promises'
import { abandonConnections, closeDb, type Db, openDb } from '../store/engines/db.ts'
import { openProcessLocks, type ProcessLocks } from '../store/engines/process-locks.ts'
import { hasSchema, isUpToDate } from '../store/schema.ts'
import { marketVersion } from '../store/version/market-version.ts'
import { AlertSender, type SenderOptions } from './outbox/sender.ts'
import type { AlertRules } from './rules/alert-rules.ts'

export interface AlertLoopOptions extends SenderOptions {
  readonly databaseUrl: string
  /** False while there is no store, which is then not created. */
  readonly isStoreThere: () => Promise<boolean>
  /** The rules of the file as it is now; the same object while it has not changed. */
  readonly rulesNow: () => Promise<AlertRules>
  /** Called once while there is no store, or none with facts: nothing is sent until there are some. */
  readonly onNoFacts: () => void
  /** Called when this process begins to send. */
  readonly onSending: () => void
  /** Called when another process sends; this one takes over when that one ends. */
  readonly onStandBy: () => void
  /** Called when this process may no longer send. */
  readonly onLost: (reason: string) => void
  /** Waits until the next look at the store and the clock: a second, unless a test decides it. */
  readonly pause?: (ending: AbortSignal) => Promise<void>
}

export interface AlertLoop {
  stop(): Promise<void>
}

const TICK_MS = 1000
/** SQLite waits in this thread, which must still notice that it should stop; so waits are short, and writes are retried. */
const SHORT_WAIT_MS = 20

/** Sends alerts while this process has the lock for it. Waits while there is no store, or none with facts. */
export function startAlerts(options: AlertLoopOptions): AlertLoop {
  const ending = new AbortController()
  const attempt = new LockHolder(options, ending.signal)
  const running = run(attempt, options, ending.signal)
  return {
    async stop() {
      ending.abort()
      await running
      await attempt.close()
    },
  }
}

const oneTick = (ending: AbortSignal): Promise<void> =>
  sleep(TICK_MS, undefined, { signal: ending }).catch(() => undefined)

async function run(holder: LockHolder, options: AlertLoopOptions, ending: AbortSignal): Promise<void> {
  const { pause = oneTick } = options
  let isFailing = false
  while (!ending.aborted) {
    try {
      await holder.tick()
      isFailing = false
    } catch (error) {
      // A store that is away fails every second, and is reported once.
      if (!isFailing && !ending.aborted) options.onError(error)
      isFailing = true
    }
    await pause(ending)
  }
}

/** Opens the store and takes the lock as soon as that is possible, and lets a sender work as long as it has the lock. */
class LockHolder {
  readonly #options: AlertLoopOptions
  readonly #ending: AbortSignal
  #db: Db | undefined
  #locks: ProcessLocks | undefined
  #sender: AlertSender | undefined
  #isStandingBy = false
  #hasReportedNoFacts = false

  constructor(options: AlertLoopOptions, ending: AbortSignal) {
    this.#options = options
    this.#ending = ending
  }

  async tick(): Promise<void> {
    // Also while nothing can be sent, so that problems of a changed file are reported.
    const rules = await this.#options.rulesNow()
    const db = await this.#opened()
    if (!db) return
    if (this.#locks?.lost.aborted) await this.#giveUpLocks(db, this.#locks)
    const sender = await this.#taken(db)
    if (sender) await sender.tick(rules)
  }

  async close(): Promise<void> {
    await this.#sender?.settled()
    await this.#locks?.close()
    if (this.#db) await closeDb(this.#db)
  }

  /** The store, once it exists in the schema of this release. */
  async #opened(): Promise<Db | undefined> {
    const { databaseUrl, isStoreThere } = this.#options
    if (this.#db) return this.#db
    if (!(await isStoreThere())) return this.#noFacts()
    const db = openDb(databaseUrl, { busyTimeoutMs: SHORT_WAIT_MS })
    let hasTables = false
    try {
      hasTables = await hasSchema(db)
      if (hasTables && (await isUpToDate(db))) this.#db = db
    } finally {
      if (!this.#db) await closeDb(db)
    }
    return hasTables ? this.#db : this.#noFacts()
  }

  /** The sender, if this process has the lock. While there are no facts, the demo is shown, and nothing is sent. */
  async #taken(db: Db): Promise<AlertSender | undefined> {
    const { databaseUrl, onSending, onStandBy } = this.#options
    if (this.#sender) return this.#sender
    if ((await marketVersion(db)).version === 0) return this.#noFacts()
    this.#locks ??= await openProcessLocks(databaseUrl)
    if ((await this.#locks.take('send', ['alerts'])).length > 0) {
      this.#isStandingBy = false
      const signal = AbortSignal.any([this.#ending, this.#locks.lost])
      this.#sender = new AlertSender(db, this.#options, signal)
      onSending()
    } else if (!this.#isStandingBy) {
      this.#isStandingBy = true
      onStandBy()
    }
    return this.#sender
  }

  #noFacts(): undefined {
    if (!this.#hasReportedNoFacts) this.#options.onNoFacts()
    this.#hasReportedNoFacts = true
    return undefined
  }

  async #giveUpLocks(db: Db, locks: ProcessLocks): Promise<void> {
    const sender = this.#sender
    this.#sender = undefined
    this.#locks = undefined
    if (sender) this.#options.onLost(locks.lost.reason.message)
    // Nothing may wait for an answer from a database that is gone.
    abandonConnections(db)
    await sender?.settled()
    await locks.close()
  }
}
