import { DAY_MS, type Instant, instantFromMs, msOf } from '../market/calendar.ts'
import { ownClock, timesDue } from '../sources/schedule.ts'
import type { Source } from '../sources/source.ts'
import { installationNumber } from '../store/collection/host-access.ts'
import { lastRoundThat } from '../store/collection/rounds.ts'
import { type Db, isStoreUnavailable } from '../store/engines/db.ts'
import type { ProcessLocks } from '../store/engines/process-locks.ts'
import { type Pruned, prunePayloads } from '../store/upkeep/prune.ts'
import { collectRound, type RoundReport } from './collect-round.ts'
import { issuesWithoutPrice } from './days-to-download.ts'
import type { Get } from './download/polite-get.ts'

export interface CollectorLeaseOptions {
  readonly db: Db
  readonly sources: readonly Source[]
  readonly known: readonly Source[]
  readonly get: Get
  readonly now: () => Instant
  readonly onRound: (report: RoundReport) => void
  /**
   * Called when a round ended in an error of ours. The source is tried again when it is due, or when the store is back.
   */
  readonly onError: (source: Source, error: unknown) => void
  /** Called when this process becomes the owner of these sources. */
  readonly onOwnership?: (sources: readonly string[]) => void
  /** Called when another process owns these sources; this one takes over when that one ends. */
  readonly onStandBy?: (sources: readonly string[]) => void
  /** When left out, raw answers are never removed. */
  readonly rawAnswers?: RawAnswersOptions
}

/**
 * For upstreams that fail, in checks of 10 seconds: after 35 minutes, when a host that refused is open again, then after
 * 70 and so on up to 280 minutes, unless the source is due earlier.
 */
const AFTER_FAILURE: Pauses = { first: 210, longest: 1680 }

/** The period during which a process holds its locks: the sources it owns, and their rounds. */
export class CollectorLease {
  readonly #options: CollectorLeaseOptions
  readonly #locks: ProcessLocks
  readonly #ending: AbortSignal
  readonly #owned = new Set<string>()
  readonly #running = new Map<string, Promise<void>>()
  /** The sources that could not be read for a reason of ours. */
  readonly #owed = new Owed()
  /** The sources whose last round failed. */
  readonly #failed = new Owed(AFTER_FAILURE)
  /** By source of day files, the issues without a price when it was last planned. */
  readonly #planned = new Map<string, readonly string[]>()
  /** Sources of day files whose plan may be incomplete, since facts have been recorded after it. */
  readonly #toPlanAgain = new Set<string>()
  #isFirstCheck = true

  /** After `ending` is aborted no round begins. Running rounds end when the locks are lost. */
  constructor(options: CollectorLeaseOptions, locks: ProcessLocks, ending: AbortSignal) {
    this.#options = options
    this.#locks = locks
    this.#ending = ending
  }

  /** Takes ownership of free sources, and retries those that could not be read. Throws when the locks are lost. */
  async check(): Promise<void> {
    const { sources, rawAnswers } = this.#options
    const due = new Set([...(await this.#takeOwnership()), ...this.#owed.tick(), ...this.#failed.tick()])
    for (const source of sources) {
      if (due.has(source.id)) this.#catchUp(source)
      else if (this.#toPlanAgain.has(source.id)) this.#planAgain(source)
    }
    // A machine that is off at night prunes when it starts.
    if (rawAnswers && !this.#owned.has(RAW_ANSWERS)) {
      for (const name of await this.#locks.take('charge', [RAW_ANSWERS])) this.#owned.add(name)
      this.prune()
    }
  }

  async #takeOwnership(): Promise<string[]> {
    const { sources, onOwnership, onStandBy } = this.#options
    const free = sources.map(({ id }) => id).filter((id) => !this.#owned.has(id))
    const gained = free.length > 0 ? await this.#locks.take('charge', free) : []
    for (const id of gained) this.#owned.add(id)
    const others = free.filter((id) => !gained.includes(id))
    if (gained.length > 0) onOwnership?.(gained)
    if (others.length > 0 && this.#isFirstCheck) onStandBy?.(others)
    this.#isFirstCheck = false
    return gained
  }

  /** Collects a source, if this process owns it and is not collecting it already. */
  begin(source: Source): void {
    this.#runSource(source, () => this.#round(source))
  }

  /** Collects a source at once if it was due while no process collected it. */
  #catchUp(source: Source): void {
    this.#runSource(source, async () => {
      const { db, now } = this.#options
      const last = await lastRoundThat(db, source.id, { asOf: null, kind: 'succeeded' })
      // Uses the current time: the schedule may have come due while this was running, and skipped the source.
      const clock = ownClock(source.schedule, await installationNumber(db))
      const isDue = !last || timesDue(source.schedule, { after: last.started, upTo: now() }, 1, clock) > 0
      if (isDue) return this.#round(source)
      this.#owed.settle(source.id)
      this.#failed.settle(source.id)
    })
  }

  /** Collects a source of day files again if an issue needs a file that was not in its last plan. */
  #planAgain(source: Source): void {
    this.#runSource(source, async () => {
      this.#toPlanAgain.delete(source.id)
      const { db, now } = this.#options
      const planned = this.#planned.get(source.id) ?? []
      const missing = await issuesWithoutPrice(db, source, now())
      if (missing.some((slug) => !planned.includes(slug))) await this.#round(source)
    })
  }

  /** Removes old raw answers, if this process owns that task and is not doing it already. */
  prune(): void {
    const { db, now, rawAnswers } = this.#options
    if (!rawAnswers) return
    const signal = AbortSignal.any([this.#ending, this.#locks.lost])
    const work = () => pruneOldAnswers(db, { days: rawAnswers.days, now, signal }).then(rawAnswers.onPruned)
    // When the locks are lost the store is unavailable, which is reported once elsewhere.
    this.#run(RAW_ANSWERS, work, (error) => void (signal.aborted || rawAnswers.onError(error)))
  }

  #run(id: string, work: () => Promise<void>, onError: (error: unknown) => void): void {
    if (this.#isOver || !this.#owned.has(id) || this.#running.has(id)) return
    const done = work()
      .catch(onError)
      .finally(() => this.#running.delete(id))
    this.#running.set(id, done)
  }

  #runSource(source: Source, work: () => Promise<void>): void {
    this.#run(source.id, work, (error) => this.#roundFailed(source, error))
  }

  async #round(source: Source): Promise<void> {
    const { db, sources, known, get, now, onRound } = this.#options
    const { lost } = this.#locks
    const [ours] = await this.#locks.take('work', [source.id])
    try {
      if (this.#isOver) return
      if (ours === undefined) return this.#owed.add(source.id)
      const missing = await issuesWithoutPrice(db, source, now())
      const report = await collectRound(db, source, { now, get, sources: known, signal: lost })
      this.#planned.set(source.id, missing)
      this.#owed.settle(source.id)
      if (report.outcome === 'failed') this.#failed.add(source.id)
      else this.#failed.settle(source.id)
      if (report.taken > 0)
        for (const { id, listingsOn } of sources) if (listingsOn) this.#toPlanAgain.add(id)
      onRound(report)
    } finally {
      if (ours !== undefined) await this.#locks.release('work', source.id)
    }
  }

  /** After a loss of the locks the next owner repeats the round, and the loss is reported once for all sources. */
  #roundFailed(source: Source, error: unknown): void {
    if (this.#locks.lost.aborted) return
    const isRepeated = this.#owed.has(source.id)
    const isStoreFault = isStoreUnavailable(error)
    if (isStoreFault) this.#owed.add(source.id)
    if (!isStoreFault || !isRepeated) this.#options.onError(source, error)
  }

  get #isOver(): boolean {
    return this.#ending.aborted || this.#locks.lost.aborted
  }

  /** Resolves when no round is running. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.values())
  }
}

/** A source is tried again after `first` checks, then after twice as many, and so on up to `longest`. */
interface Pauses {
  readonly first: number
  readonly longest: number
}

/** For problems of ours, such as a database that is unavailable. */
const SHORT: Pauses = { first: 1, longest: 32 }

interface Debt {
  readonly pause: number
  left: number
}

/** The sources that were due and could not be read. */
export class Owed {
  readonly #debts = new Map<string, Debt>()
  readonly #pauses: Pauses

  constructor(pauses: Pauses = SHORT) {
    this.#pauses = pauses
  }

  has(source: string): boolean {
    return this.#debts.has(source)
  }

  /**
   * Called each time that a source could not be read. The pauses grow, since each try may request from the upstream in
   * vain.
   */
  add(source: string): void {
    const last = this.#debts.get(source)
    const { first, longest } = this.#pauses
    const pause = last ? Math.min(last.pause * 2, longest) : first
    this.#debts.set(source, { pause, left: pause })
  }

  settle(source: string): void {
    this.#debts.delete(source)
  }

  /** Counts one check, and returns the sources whose pause is over. */
  tick(): string[] {
    const over: string[] = []
    for (const [source, debt] of this.#debts) {
      if (--debt.left > 0) continue
      // For a try that ends in an error of ours, after which nothing is added or settled.
      debt.left = debt.pause
      over.push(source)
    }
    return over
  }
}

/** For how many days raw answers are stored, and what to call after a removal. */
interface RawAnswersOptions {
  readonly days: number
  readonly onPruned: (pruned: Pruned) => void
  readonly onError: (error: unknown) => void
}

/** The lock name of pruning, among the ids of sources; no source has such an id. */
const RAW_ANSWERS = 'raw answers'

/** In Indian time: at a quiet hour, after the nightly backup of `deploy/`. */
export const PRUNE_CRON = '30 3 * * *'

/** Removes raw answers that are older than this many days, until it is aborted. */
function pruneOldAnswers(
  db: Db,
  { days, now, signal }: { readonly days: number; readonly now: () => Instant; readonly signal: AbortSignal },
): Promise<Pruned> {
  const before = instantFromMs(msOf(now()) - days * DAY_MS)
  return prunePayloads(db, { before, alsoUnread: false, dryRun: false, now, signal })
}
