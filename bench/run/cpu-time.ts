import { existsSync, readdirSync, readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100

/** Processor time can be read this way only on Linux. */
export const CAN_READ_CPU_TIME = existsSync('/proc/self/stat')

/** The processor time of a process and of those that it has started, in user and kernel mode, in seconds. Linux only. */
export const cpuSeconds = (pid: number): number =>
  childCpuSeconds(pid).reduce((sum, seconds) => sum + seconds, ticksIn(`/proc/${pid}/stat`) / TICKS_A_SECOND)

/** The same of each child of a process, in seconds. One that ends while it is read has none. Linux only. */
export const childCpuSeconds = (pid: number): readonly number[] =>
  childrenOf(pid).map((child) => {
    try {
      return cpuSeconds(child)
    } catch (error) {
      if (existsSync(`/proc/${child}`)) throw error
      return 0
    }
  })

/** The numbers of the processes that a process has started. Linux only. */
export const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** The processor time of the threads of a process that have a name, in seconds. Linux only. */
export function threadCpuSeconds(pid: number, name: string): number {
  const folders = readdirSync(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}`)
  const named = folders.filter((folder) => readFileSync(`${folder}/comm`, 'utf8').trim() === name)
  if (named.length === 0) throw new Error(`the process ${pid} has no thread ${name}`)
  return named.reduce((sum, folder) => sum + ticksIn(`${folder}/stat`), 0) / TICKS_A_SECOND
}

/** Fields 14 and 15 of the line; the second, the name, may contain spaces. */
function ticksIn(file: string): number {
  const line = readFileSync(file, 'utf8')
  const [user = 0, system = 0] = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return user + system
}
