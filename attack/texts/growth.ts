import { createContext, Script } from 'node:vm'

/** A call with a text of a certain length. */
type Work = (length: number) => () => unknown

/** Input that a limit stops before a quarter of it, such as too deeply nested markup, cannot take long. */
const LENGTH = 64_000
/** A quadratic function takes longer, and a linear one much less. */
const CLEAR_MS = 5
/** The processor clock of some machines has millisecond resolution, so calls are repeated for this many microseconds. */
const MEASURED_US = 30_000
/** The limit at four times the length: linear work takes 4 times as long, sorting about 4.5, quadratic work 16. */
const STEEPEST = 8
/** A fault must be confirmed this many times, because another process may have slowed one measurement. */
const CONFIRMATIONS = 3
/** A call that takes longer is aborted: it would take hours or never end. */
const BREAK_OFF_MS = 20_000

export class NeverEnds extends Error {
  override readonly name = 'NeverEnds'
}

const context = createContext({ work: undefined as unknown })
const guarded = new Script('work()')

/** Runs a call and aborts it if it does not end. One that is aborted is tried again: the machine may have stood still. */
function callAtMost(work: () => unknown, triesLeft = 1): unknown {
  try {
    context.work = work
    return guarded.runInContext(context, { timeout: BREAK_OFF_MS })
  } catch (error) {
    // The error is from the other context, where `Error` is another class.
    if ((error as { readonly code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    if (triesLeft > 0) return callAtMost(work, triesLeft - 1)
    throw new NeverEnds(`it took longer than ${BREAK_OFF_MS / 1000} s`)
  }
}

/** The average processor time of a call in microseconds, without other processes. */
function cpuOf(call: () => unknown): number {
  const startedAt = process.threadCpuUsage()
  for (let calls = 1; ; calls++) {
    call()
    const { user, system } = process.threadCpuUsage(startedAt)
    if (user + system >= MEASURED_US) return (user + system) / calls
  }
}

/** The measured growth of the time; `undefined` if it is about linear. */
export function steepGrowth(work: Work): string | undefined {
  const whole = quickest(work(LENGTH))
  // Most texts end here. What looks steep may only have been delayed by another process.
  if (whole < CLEAR_MS || whole <= STEEPEST * quickest(work(LENGTH / 4))) return undefined
  let found = ''
  for (let times = 0; times < CONFIRMATIONS; times++) {
    const [quarter = 0, whole = 0] = [LENGTH / 4, LENGTH].map((each) => {
      const call = work(each)
      return callAtMost(() => cpuOf(call)) as number
    })
    if (whole <= STEEPEST * quarter) return undefined
    const shown = (us: number) => `${(us / 1000).toFixed(1)} ms`
    found = `${shown(quarter)} for ${LENGTH / 4} characters, ${shown(whole)} for ${LENGTH}`
  }
  return found
}

/** Elapsed milliseconds of the faster of two calls, because another process may have delayed one. */
function quickest(call: () => unknown): number {
  const elapsed = [1, 2].map(() => {
    const startedAt = performance.now()
    callAtMost(call)
    return performance.now() - startedAt
  })
  return Math.min(...elapsed)
}
