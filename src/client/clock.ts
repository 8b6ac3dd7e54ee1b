/** The time in milliseconds, which goes on while a machine sleeps. */
export const clockMs = (): number => Date.now()

/** Timers fire at once when their delay is longer. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Waits, or returns early when the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, Math.min(ms, MAX_TIMER_MS))
    signal?.addEventListener('abort', end)
  })
