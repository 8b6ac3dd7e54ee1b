import { createContext, Script } from 'node:vm'

/** What is done with a text of a certain length. */
export type Work = (length: number) => () => unknown

/** From this length on, doubled until a call takes long enough to be judged. */
const SHORTEST = 2_000
const LONGEST = 1_000_000
/** A call of this many microseconds is long enough to be judged. */
const CLEAR_US = 20_000
/** Below this, nothing is judged: noise would be larger. */
const LEAST_US = 2_000
const TRIES = 3
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

/** Processor time of this thread in microseconds, the best of several tries, so that a busy machine does not matter. */
function cpuOf(call: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES; tries++) {
    const begun = process.threadCpuUsage()
    call()
    const { user, system } = process.threadCpuUsage(begun)
    best = Math.min(best, user + system)
    if (best > CLEAR_US) break
  }
  return best
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
  const times: { readonly length: number; readonly us: number }[] = []
  for (let length = SHORTEST; length <= LONGEST; length *= 2) {
    const call = work(length)
    times.push({ length, us: callAtMost(() => cpuOf(call)) as number })
    if ((times.at(-1)?.us ?? 0) > CLEAR_US) break
  }
  const [quarter, last] = [times.at(-3), times.at(-1)]
  if (!quarter || !last || last.us < LEAST_US || last.us < STEEPEST * quarter.us) return undefined
  return times
    .slice(-3)
    .map(({ length, us }) => `${length}: ${(us / 1000).toFixed(1)} ms`)
    .join(', ')
}
