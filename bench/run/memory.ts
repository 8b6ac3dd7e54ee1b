import { existsSync, readFileSync } from 'node:fs'
import { childrenOf } from './cpu-time.ts'

/** Memory can be read this way only on Linux. */
export const CAN_READ_MEMORY = existsSync('/proc/self/smaps_rollup')

/** Resident memory in MB; zeros where it cannot be read. */
export interface Memory {
  /** That of the process. */
  readonly resident: number
  /** That of the process and of those that it has started; what they share counts once. */
  readonly together: number
}

export function memoryOf(pid: number): Memory {
  if (!CAN_READ_MEMORY) return { resident: 0, together: 0 }
  return {
    resident: megabytesOf(pid, 'Rss'),
    together: [pid, ...childrenOf(pid)].reduce((sum, each) => sum + megabytesOf(each, 'Pss'), 0),
  }
}

/** `Pss` is the resident memory in which a page that several processes share counts in parts. */
function megabytesOf(pid: number, name: 'Rss' | 'Pss'): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text) ?? []
  if (!kilobytes) throw new Error(`the memory of process ${pid} cannot be read`)
  return Number(kilobytes) / 1024
}
