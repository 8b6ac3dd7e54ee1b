const TICKS_A_SECOND = 100
/** The process of Linux whose children are the threads of the kernel. */
export const KERNEL_THREADS = 2

/** The processor time of a process and of its children that have ended, in milliseconds. */
export interface ProcessTime {
  readonly id: number
  readonly parent: number
  readonly ms: number
}

/** Reads a line of `/proc/ID/stat`; the second field, the name, may contain spaces. */
export function processTimeIn(line: string): ProcessTime {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return {
    id: Number.parseInt(line, 10),
    parent: Number(fields[1]),
    ms: (ticks * 1000) / TICKS_A_SECOND,
  }
}

/**
 * The processor time between two moments of all processes that do not descend from `root`. Threads of the kernel are not
 * counted, because most of their work is for the run.
 */
export const otherWorkMs = (
  before: readonly ProcessTime[],
  after: readonly ProcessTime[],
  root: number,
): number => Math.max(0, otherMs(after, root) - otherMs(before, root))

function otherMs(times: readonly ProcessTime[], root: number): number {
  const parents = new Map(times.map(({ id, parent }) => [id, parent]))
  const isOther = (id: number): boolean => {
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at))
      if (at === root || at === KERNEL_THREADS) return false
    return true
  }
  return times.reduce((sum, { id, ms }) => (isOther(id) ? sum + ms : sum), 0)
}
