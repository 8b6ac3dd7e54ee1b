import { createContext, Script } from 'node:vm'

/** What is done with a text of a certain length. */
export type Work = (length: number) => () => unknown

/**
 * From this length on, doubled until a call takes long enough to be judged. What a limit ends before a quarter of it,
 * such as markup that nests too deep, cannot take long.
 */
const SHORTEST = 16_000
const LONGEST = 1_000_000
/** A call of this many milliseconds is long enough. A function that is quicker with the longest text needs no judging. */
const CLEAR_MS = 5
/** The processor clock of some machines ticks in milliseconds: calls are repeated until they take so many microseconds. */
const MEASURED_US = 30_000
/** Of four times the length: linear work takes 4 times as long, sorting about 4.5, quadratic work 16. */
const STEEPEST = 8
/** A suspicion must be confirmed so often, since another process may have slowed one measurement. */
const CONFIRMATIONS = 3
/** A call that takes longer is broken off: it would end in hours, or never. */
const BREAK_OFF_MS = 20_000

export class NeverEnds extends Error {
  override readonly name = 'NeverEnds'
}

const context = createContext({ work: undefined as unknown })
const guarded = new Script('work()')

/** Does something, and breaks it off if it does not end. */
export function callAtMost(work: () => unknown): unknown {
  try {
    context.work = work
    return guarded.runInContext(context, { timeout: BREAK_OFF_MS })
  } catch (error) {
    // The error is one of the context, where `Error` is another class.
    if ((error as { readonly code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new NeverEnds(`it took longer than ${BREAK_OFF_MS / 1000} s`)
    throw error
  }
}

/** Processor time of one call in microseconds, on average over as many as can be measured. Other processes do not count. */
function cpuOf(call: () => unknown): number {
  const begun = process.threadCpuUsage()
  for (let calls = 1; ; calls++) {
    call()
    const { user, system } = process.threadCpuUsage(begun)
    if (user + system >= MEASURED_US) return (user + system) / calls
  }
}

/** How the time grows: `undefined` if about linearly, else what was measured. */
export function steepGrowth(work: Work): string | undefined {
  let found: string | undefined
  for (let times = 0; times < CONFIRMATIONS; times++) {
    found = steepOnce(work)
    if (found === undefined) return undefined
  }
  return found
}

function steepOnce(work: Work): string | undefined {
  const length = clearLength(work)
  if (length === undefined) return undefined
  const [quarter = 0, whole = 0] = [length / 4, length].map((each) => {
    const call = work(each)
    return callAtMost(() => cpuOf(call)) as number
  })
  if (whole <= STEEPEST * quarter) return undefined
  const shown = (us: number) => `${(us / 1000).toFixed(1)} ms`
  return `${shown(quarter)} for ${length / 4} characters, ${shown(whole)} for ${length}`
}

/** The length at which a call takes long enough to be judged. */
function clearLength(work: Work): number | undefined {
  for (let length = SHORTEST; length <= LONGEST; length *= 2) {
    const call = work(length)
    // The quicker of two calls, since another process may have come between.
    if (Math.min(elapsed(call), elapsed(call)) >= CLEAR_MS) return length
  }
  return undefined
}

/** Milliseconds by the clock on the wall. */
function elapsed(call: () => unknown): number {
  const begun = performance.now()
  callAtMost(call)
  return performance.now() - begun
}
