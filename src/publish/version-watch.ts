/** Another process's facts must show within 2 seconds; a look costs microseconds. */
export const POLL_MS = 500

export interface VersionWatch<V> {
  /** The last version seen. */
  readonly current: V
  /** Looks now: for the process that has just written. */
  refresh(): Promise<void>
  stop(): void
}

/** Follows a version that other processes raise. A failed look is reported, and the last version stands. */
export async function watchVersion<V>(
  read: () => Promise<V>,
  { onChange, onError }: { onChange: (version: V) => void; onError: (error: unknown) => void },
): Promise<VersionWatch<V>> {
  let current = await read()
  const refresh = async () => {
    const seen = await read()
    if (JSON.stringify(seen) === JSON.stringify(current)) return
    current = seen
    onChange(seen)
  }
  const timer = setInterval(() => refresh().catch(onError), POLL_MS)
  timer.unref()
  return {
    get current() {
      return current
    },
    refresh,
    stop: () => clearInterval(timer),
  }
}
