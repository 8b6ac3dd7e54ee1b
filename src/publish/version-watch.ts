import { settlesWithin } from '../settles-within.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** Another process's facts must show within 2 seconds; a look costs microseconds. */
export const POLL_MS = 500
/** A look that takes longer has failed: whoever is asked has stopped answering. */
export const LOOK_WITHIN_MS = 2000

export class VersionReadTimeout extends Error {
  override readonly name = 'VersionReadTimeout'
  constructor() {
    super(`no answer within ${LOOK_WITHIN_MS / 1000} seconds`)
  }
}

export interface WatchFailure {
  /** Milliseconds. */
  readonly since: number
  readonly error: unknown
}

export interface VersionWatch<V> {
  /** The last version seen. */
  readonly current: V
  /** Since when looks have failed, and why; `null` when the last one did not. */
  readonly failing: WatchFailure | null
  /** Looks now: for the process that has just written. */
  refresh(): Promise<void>
  stop(): void
}

export interface VersionWatchOptions<V> {
  readonly read: () => Promise<V>
  readonly now: () => number
  readonly onChange: (version: V) => void
  /** The first of several failed looks. */
  readonly onFailing: (error: unknown) => void
  /** The first look that went well after failed ones. */
  readonly onWell: () => void
  /** A look was given up: what it waits for should be, too. */
  readonly onHanging: () => void
}

/** Follows a version that other processes raise. While looks fail, the last version stands. */
export async function watchVersion<V>(watching: VersionWatchOptions<V>): Promise<VersionWatch<V>> {
  const { read, now, onChange, onFailing, onWell, onHanging } = watching
  let current = await read()
  let failing: WatchFailure | null = null
  let isStopped = false

  const look = async () => {
    try {
      const reading = read()
      if (!(await settlesWithin(LOOK_WITHIN_MS, reading))) {
        onHanging()
        throw new VersionReadTimeout()
      }
      const seen = await reading
      if (failing) onWell()
      failing = null
      if (JSON.stringify(seen) === JSON.stringify(current)) return
      current = seen
      onChange(seen)
    } catch (error) {
      // What is read is closed at the end, and a look under way fails then: that is no outage.
      if (!failing && !isStopped) onFailing(error)
      failing ??= { since: now(), error }
      throw error
    }
  }
  const refresh = oneAtATime(look)
  const timer = setInterval(() => refresh().catch(() => undefined), POLL_MS)
  timer.unref()
  return {
    get current() {
      return current
    },
    get failing() {
      return failing
    },
    refresh,
    stop: () => {
      isStopped = true
      clearInterval(timer)
    },
  }
}
