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

export type CollectorEvent =
  | { readonly of: 'round'; readonly round: RoundReport }
  /** A round ended in an error of ours. The source is tried again when it is due, or when the store is back. */
  | { readonly of: 'error'; readonly source: string; readonly error: unknown }
  /** This process has become the owner of these sources, or takes over from another one when that ends. */
  | { readonly of: 'charge' | 'stand-by'; readonly sources: readonly string[] }
  /** The locks are lost, so that this process collects nothing until it has new ones. Once per loss. */
  | { readonly of: 'loss'; readonly reason: string }
  | { readonly of: 'pruned'; readonly pruned: Pruned }
  | { readonly of: 'prune-error'; readonly error: unknown }

export interface CollectorLeaseOptions {
  readonly db: Db
  readonly sources: readonly Source[]
  readonly known: readonly Source[]
  readonly get: Get
  readonly now: () => Instant
  readonly onEvent: (event: CollectorEvent) => void
  /** For how many days raw answers are stored; 0 for ever. */
  readonly rawAnswersDays: number
}

/** The lock name of pruning, among the ids of sources; no source has such an id. */
const RAW_ANSWERS = 'raw answers'

/** What this process knows of a source that it owns, or of the pruning of raw answers. */
class Duty {
  /** The round that is running. */
  running: Promise<void> | undefined
  /** After a problem of ours, such as a database that is unavailable. */
  readonly owed = new Retries({ first: 1, longest: 32 })
  /**
   * After a round that failed, in checks of 10 seconds: after 35 minutes, when a host that refused is open again, then
   * after 70 and so on up to 280 minutes, unless the source is due earlier.
   */
  readonly failed = new Retries({ first: 210, longest: 1680 })
  /** Of a source of day files, the issues without a price when it was last planned. */
  planned: readonly string[] = []
}

/** The period during which a process holds its locks: the sources it owns, and their rounds. */
export class CollectorLease {
  readonly #options: CollectorLeaseOptions
  readonly #locks: ProcessLocks
  readonly #ending: AbortSignal
  /** By the id of a source that this process owns. */
  readonly #duties = new Map<string, Duty>()
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
    const { sources, rawAnswersDays, onEvent } = this.#options
    const ids = sources.map(({ id }) => id)
    const gained = await this.#take(ids)
    const others = ids.filter((id) => !this.#duties.has(id))
    if (gained.length > 0) onEvent({ of: 'charge', sources: gained })
    if (others.length > 0 && this.#isFirstCheck) onEvent({ of: 'stand-by', sources: others })
    this.#isFirstCheck = false
    for (const source of sources) {
      const duty = this.#duties.get(source.id)
      // Both count each check.
      const isRetried = [duty?.owed.tick(), duty?.failed.tick()].includes(true)
      if (isRetried || gained.includes(source.id)) this.#run(source, (own) => this.#catchUp(source, own))
      else if (this.#toPlanAgain.has(source.id)) this.#run(source, (own) => this.#planAgain(source, own))
    }
    // A machine that is off at night prunes when it starts.
    if (rawAnswersDays > 0 && (await this.#take([RAW_ANSWERS])).length > 0) this.prune()
  }

  /** Takes those that no process owns. */
  async #take(names: readonly string[]): Promise<string[]> {
    const free = names.filter((name) => !this.#duties.has(name))
    const gained = free.length > 0 ? await this.#locks.take('charge', free) : []
    for (const name of gained) this.#duties.set(name, new Duty())
    return gained
  }

  /** Collects a source, if this process owns it and is not collecting it already. */
  begin(source: Source): void {
    this.#run(source, (duty) => this.#round(source, duty))
  }

  /** Collects a source if it was due while no process collected it. */
  async #catchUp(source: Source, duty: Duty): Promise<void> {
    const { db, now } = this.#options
    const last = await lastRoundThat(db, source.id, { asOf: null, kind: 'succeeded' })
    const clock = ownClock(source.schedule, await installationNumber(db))
    // Uses the current time: the schedule may have come due while this was running, and skipped the source.
    const isDue = !last || timesDue(source.schedule, { after: last.started, upTo: now() }, 1, clock) > 0
    if (isDue) return this.#round(source, duty)
    duty.owed.settle()
    duty.failed.settle()
  }

  /** Collects a source of day files again if an issue needs a file that was not in its last plan. */
  async #planAgain(source: Source, duty: Duty): Promise<void> {
    this.#toPlanAgain.delete(source.id)
    const { db, now } = this.#options
    const missing = await issuesWithoutPrice(db, source, now())
    if (missing.some((slug) => !duty.planned.includes(slug))) await this.#round(source, duty)
  }

  /** Removes old raw answers, if this process owns that task and is not doing it already. */
  prune(): void {
    const { db, now, rawAnswersDays, onEvent } = this.#options
    const signal = AbortSignal.any([this.#ending, this.#locks.lost])
    const before = instantFromMs(msOf(now()) - rawAnswersDays * DAY_MS)
    this.#runOwned(RAW_ANSWERS, async () => {
      try {
        const pruned = await prunePayloads(db, { before, alsoUnread: false, dryRun: false, now, signal })
        onEvent({ of: 'pruned', pruned })
      } catch (error) {
        // When the locks are lost the store is unavailable, which is reported once elsewhere.
        if (!signal.aborted) onEvent({ of: 'prune-error', error })
      }
    })
  }

  #run(source: Source, work: (duty: Duty) => Promise<void>): void {
    this.#runOwned(source.id, (duty) => work(duty).catch((error) => this.#roundFailed(source, duty, error)))
  }

  #runOwned(name: string, work: (duty: Duty) => Promise<void>): void {
    const duty = this.#duties.get(name)
    if (this.#isOver || !duty || duty.running) return
    duty.running = work(duty).finally(() => {
      duty.running = undefined
    })
  }

  async #round(source: Source, duty: Duty): Promise<void> {
    const { db, sources, known, get, now, onEvent } = this.#options
    const { lost } = this.#locks
    const [ours] = await this.#locks.take('work', [source.id])
    try {
      if (this.#isOver) return
      if (ours === undefined) return duty.owed.add()
      const missing = await issuesWithoutPrice(db, source, now())
      const round = await collectRound(db, source, { now, get, sources: known, signal: lost })
      duty.planned = missing
      duty.owed.settle()
      if (round.outcome === 'failed') duty.failed.add()
      else duty.failed.settle()
      if (round.taken > 0) for (const { id, listingsOn } of sources) if (listingsOn) this.#toPlanAgain.add(id)
      onEvent({ of: 'round', round })
    } finally {
      if (ours !== undefined) await this.#locks.release('work', source.id)
    }
  }

  /** After a loss of the locks the next owner repeats the round, and the loss is reported once for all sources. */
  #roundFailed({ id: source }: Source, { owed }: Duty, error: unknown): void {
    if (this.#locks.lost.aborted) return
    const { isOwed: isRepeated } = owed
    const isStoreFault = isStoreUnavailable(error)
    if (isStoreFault) owed.add()
    if (!isStoreFault || !isRepeated) this.#options.onEvent({ of: 'error', source, error })
  }

  get #isOver(): boolean {
    return this.#ending.aborted || this.#locks.lost.aborted
  }

  /** Resolves when no round is running. */
  async settled(): Promise<void> {
    await Promise.all([...this.#duties.values()].map(({ running }) => running))
  }
}

/**
 * Something that failed is tried again after `first` checks, then after twice as many, and so on up to `longest`: each
 * try may request from the upstream in vain.
 */
export class Retries {
  readonly #pauses: { readonly first: number; readonly longest: number }
  /** In checks; 0 while nothing is owed. */
  #pause = 0
  #left = 0

  constructor(pauses: { readonly first: number; readonly longest: number }) {
    this.#pauses = pauses
  }

  get isOwed(): boolean {
    return this.#pause > 0
  }

  /** Called after each try that failed. */
  add(): void {
    const { first, longest } = this.#pauses
    this.#pause = this.isOwed ? Math.min(this.#pause * 2, longest) : first
    this.#left = this.#pause
  }

  settle(): void {
    this.#pause = 0
  }

  /** Counts one check, and returns whether the pause is over. */
  tick(): boolean {
    if (!this.isOwed || --this.#left > 0) return false
    // For a try that ends in an error of ours, after which nothing is added or settled.
    this.#left = this.#pause
    return true
  }
}
