import { settlesWithin } from '../settles-within.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** Facts of another process must be visible within 2 seconds; reading the version takes microseconds. */
export const POLL_MS = 500
/** A read that takes longer counts as failed. */
export const READ_WITHIN_MS = 2000

export class VersionReadTimeout extends Error {
  override readonly name = 'VersionReadTimeout'
  constructor() {
    super(`no answer within ${READ_WITHIN_MS / 1000} seconds`)
  }
}

export interface WatchFailure {
  /** Milliseconds. */
  readonly since: number
  readonly error: unknown
}

export interface VersionWatch<V> {
  /** The last version that was read. */
  readonly current: V
  /** Since when reads have failed, and the first error; `null` when the last read succeeded. */
  readonly failing: WatchFailure | null
  /** Reads the version now instead of at the next poll. */
  refresh(): Promise<void>
  stop(): void
}

export interface VersionWatchOptions<V> {
  readonly read: () => Promise<V>
  readonly now: () => number
  readonly onChange: (version: V) => void
  /** Called for the first of several failed reads. */
  readonly onFailing: (error: unknown) => void
  /** Called for the first successful read after failed ones. */
  readonly onRecovered: () => void
  /** Called when a read timed out, to abort what it waits for. */
  readonly onTimeout: () => void
}

/** Polls a version that other processes raise. While reads fail, the last version remains current. */
export async function watchVersion<V>(options: VersionWatchOptions<V>): Promise<VersionWatch<V>> {
  const { read, now, onChange, onFailing, onRecovered, onTimeout } = options
  let current = await read()
  let failing: WatchFailure | null = null
  let isStopped = false

  const readNow = async () => {
    try {
      const reading = read()
      if (!(await settlesWithin(READ_WITHIN_MS, reading))) {
        onTimeout()
        throw new VersionReadTimeout()
      }
      const seen = await reading
      if (failing) onRecovered()
      failing = null
      if (JSON.stringify(seen) === JSON.stringify(current)) return
      current = seen
      onChange(seen)
    } catch (error) {
      // After `stop` the store is closed, so that a read in progress fails: that is no outage.
      if (!failing && !isStopped) onFailing(error)
      failing ??= { since: now(), error }
      throw error
    }
  }
  const refresh = oneAtATime(readNow)
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
