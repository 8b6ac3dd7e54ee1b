import { setTimeout } from 'node:timers/promises'
import type { Bench } from '../figure.ts'
import { CAN_READ_CPU_TIME, cpuSeconds } from './cpu-time.ts'

/** A server that takes less processor time than this in a second has nothing left to do. */
const IDLE_SECONDS = 0.05
/** On the largest store the answers after the start take minutes. */
const MAX_SECONDS = 300

/** Waits until servers have made answers ahead, as each does right after its start for those that everyone requests. */
export async function untilIdle(
  { isSmallest }: Pick<Bench, 'isSmallest'>,
  pids: readonly number[],
): Promise<void> {
  if (isSmallest || !CAN_READ_CPU_TIME) return
  const spent = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  for (let second = 0; second < MAX_SECONDS; second++) {
    const before = spent()
    await setTimeout(1000)
    if (spent() - before < IDLE_SECONDS) return
  }
  throw new Error(`the servers are still busy after ${MAX_SECONDS} seconds`)
}
