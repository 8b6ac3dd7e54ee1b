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
    const { sources, rawAnswersDays } = this.#options
    const due = new Set([...(await this.#takeOwnership()), ...this.#owed.tick(), ...this.#failed.tick()])
    for (const source of sources) {
      if (due.has(source.id)) this.#run(source, () => this.#catchUp(source))
      else if (this.#toPlanAgain.has(source.id)) this.#run(source, () => this.#planAgain(source))
    }
    // A machine that is off at night prunes when it starts.
    if (rawAnswersDays > 0 && (await this.#take([RAW_ANSWERS])).length > 0) this.prune()
  }

  async #takeOwnership(): Promise<string[]> {
    const { sources, onEvent } = this.#options
    const gained = await this.#take(sources.map(({ id }) => id))
    const others = sources.map(({ id }) => id).filter((id) => !this.#owned.has(id))
    if (gained.length > 0) onEvent({ of: 'charge', sources: gained })
    if (others.length > 0 && this.#isFirstCheck) onEvent({ of: 'stand-by', sources: others })
    this.#isFirstCheck = false
    return gained
  }

  /** Takes those that no process owns. */
  async #take(names: readonly string[]): Promise<string[]> {
    const free = names.filter((name) => !this.#owned.has(name))
    const gained = free.length > 0 ? await this.#locks.take('charge', free) : []
    for (const name of gained) this.#owned.add(name)
    return gained
  }

  /** Collects a source, if this process owns it and is not collecting it already. */
  begin(source: Source): void {
    this.#run(source, () => this.#round(source))
  }

  /** Collects a source if it was due while no process collected it. */
  async #catchUp(source: Source): Promise<void> {
    const { db, now } = this.#options
    const last = await lastRoundThat(db, source.id, { asOf: null, kind: 'succeeded' })
    const clock = ownClock(source.schedule, await installationNumber(db))
    // Uses the current time: the schedule may have come due while this was running, and skipped the source.
    const isDue = !last || timesDue(source.schedule, { after: last.started, upTo: now() }, 1, clock) > 0
    if (isDue) return this.#round(source)
    this.#owed.settle(source.id)
    this.#failed.settle(source.id)
  }

  /** Collects a source of day files again if an issue needs a file that was not in its last plan. */
  async #planAgain(source: Source): Promise<void> {
    this.#toPlanAgain.delete(source.id)
    const { db, now } = this.#options
    const planned = this.#planned.get(source.id) ?? []
    const missing = await issuesWithoutPrice(db, source, now())
    if (missing.some((slug) => !planned.includes(slug))) await this.#round(source)
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

  #run(source: Source, work: () => Promise<void>): void {
    this.#runOwned(source.id, () => work().catch((error) => this.#roundFailed(source, error)))
  }

  #runOwned(name: string, work: () => Promise<void>): void {
    if (this.#isOver || !this.#owned.has(name) || this.#running.has(name)) return
    this.#running.set(
      name,
      work().finally(() => this.#running.delete(name)),
    )
  }

  async #round(source: Source): Promise<void> {
    const { db, sources, known, get, now, onEvent } = this.#options
    const { lost } = this.#locks
    const [ours] = await this.#locks.take('work', [source.id])
    try {
      if (this.#isOver) return
      if (ours === undefined) return this.#owed.add(source.id)
      const missing = await issuesWithoutPrice(db, source, now())
      const round = await collectRound(db, source, { now, get, sources: known, signal: lost })
      this.#planned.set(source.id, missing)
      this.#owed.settle(source.id)
      if (round.outcome === 'failed') this.#failed.add(source.id)
      else this.#failed.settle(source.id)
      if (round.taken > 0) for (const { id, listingsOn } of sources) if (listingsOn) this.#toPlanAgain.add(id)
      onEvent({ of: 'round', round })
    } finally {
      if (ours !== undefined) await this.#locks.release('work', source.id)
    }
  }

  /** After a loss of the locks the next owner repeats the round, and the loss is reported once for all sources. */
  #roundFailed({ id: source }: Source, error: unknown): void {
    if (this.#locks.lost.aborted) return
    const isRepeated = this.#owed.has(source)
    const isStoreFault = isStoreUnavailable(error)
    if (isStoreFault) this.#owed.add(source)
    if (!isStoreFault || !isRepeated) this.#options.onEvent({ of: 'error', source, error })
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
/**
 * For upstreams that fail, in checks of 10 seconds: after 35 minutes, when a host that refused is open again, then after
 * 70 and so on up to 280 minutes, unless the source is due earlier.
 */
const AFTER_FAILURE: Pauses = { first: 210, longest: 1680 }

/** The sources that were due and could not be read, each with its pause in checks, and the checks that are left of it. */
export class Owed {
  readonly #debts = new Map<string, { readonly pause: number; left: number }>()
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
