import { existsSync, readFileSync } from 'node:fs'

/** Memory can be read this way only on Linux. */
export const CAN_READ_MEMORY = existsSync('/proc/self/status')

/** The resident memory of a process in MB; zeros where it cannot be read. */
export interface Memory {
  readonly resident: number
  /** The most it ever was. */
  readonly peak: number
}

export function memoryOf(pid: number): Memory {
  if (!CAN_READ_MEMORY) return { resident: 0, peak: 0 }
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => {
    const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status) ?? []
    if (!kilobytes) throw new Error(`the memory of process ${pid} cannot be read`)
    return Number(kilobytes) / 1024
  }
  return { resident: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}
