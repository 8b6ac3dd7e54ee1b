import { readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100

/** The processor time of a process and its children, in user and kernel mode, in seconds. Linux only. */
export function cpuSeconds(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [String(pid), ...children].reduce((sum, id) => sum + ticksOf(id), 0) / TICKS_A_SECOND
}

/** Fields 14 and 15 of the line; the second, the name, may contain spaces. */
function ticksOf(pid: string): number {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user = 0, system = 0] = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return user + system
}
