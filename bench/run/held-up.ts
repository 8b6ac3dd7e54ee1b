/**
 * Does nothing but read the clock for some seconds, and prints `HeldUp` as JSON: what of the latencies is the machine's own.
 * Started with the seconds.
 */
export interface HeldUp {
  /** How often the machine did not let it go on for a millisecond or more. */
  readonly times: number
  readonly longestMs: number
}

const NOTICED_MS = 1

function watchClock(seconds: number): HeldUp {
  let [times, longestMs] = [0, 0]
  let now = performance.now()
  const end = now + seconds * 1000
  while (now < end) {
    const before = now
    now = performance.now()
    if (now - before >= NOTICED_MS) times++
    longestMs = Math.max(longestMs, now - before)
  }
  return { times, longestMs }
}

if (import.meta.main) process.stdout.write(JSON.stringify(watchClock(Number(process.argv[2]))))
