/**
 * Only reads the clock for some seconds (its argument) and prints `SchedulingDelays` as JSON: the part of the latencies
 * that the machine itself causes.
 */
export interface SchedulingDelays {
  /** How often the machine did not run it for a millisecond or more. */
  readonly times: number
  readonly longestMs: number
}

const NOTICED_MS = 1

function watchClock(seconds: number): SchedulingDelays {
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
