import type { FastifyBaseLogger } from 'fastify'
import type { Instant } from '../market/calendar.ts'
import type { Db } from '../store/engines/db.ts'
import type { MarketVersion } from '../store/version/market-version.ts'
import { isCommitPending } from '../store/version/pending-commit.ts'

/**
 * Tracks up to which moment all facts have been seen, so that an answer as of that moment can never change. A moment
 * is complete when no commit was pending at it.
 */
export class CompleteFacts {
  readonly #log: FastifyBaseLogger
  #completeUpTo: Instant = ''
  #requestedUpTo: Instant = ''
  #lateCommits = 0

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  /** How many commits carried a time up to which the facts counted as complete already. */
  get lateCommits(): number {
    return this.#lateCommits
  }

  /** Says that an answer as of this moment, which is old enough, is requested: only then are pending commits looked for. */
  request(moment: Instant): void {
    if (moment > this.#requestedUpTo) this.#requestedUpTo = moment
  }

  has(moment: Instant): boolean {
    return this.#completeUpTo >= moment
  }

  /** Whether all facts up to the requested moment will have been seen once the version is read; to be called before reading it. */
  async isCompleteNow(db: Db): Promise<boolean> {
    return this.#requestedUpTo > this.#completeUpTo && !(await isCommitPending(db))
  }

  /** Says that the version has been read without a pending commit: nothing up to the requested moment is missing. */
  complete(): void {
    this.#completeUpTo = this.#requestedUpTo
  }

  /** Counts a commit that only a writer whose clock is behind ours can make: earlier answers may lack its facts. */
  countLateCommit({ version, recorded }: MarketVersion, last: MarketVersion): void {
    if (version <= last.version || recorded > this.#completeUpTo) return
    this.#lateCommits++
    this.#log.warn(
      `late commit: market version ${version} has the time ${recorded}, but was not announced yet at ${this.#completeUpTo}; answers as of moments between these two may lack its facts; compare the clocks of the machines`,
    )
  }
}
