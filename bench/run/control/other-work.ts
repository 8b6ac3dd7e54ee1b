import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { type Disturbance, monotonicMs } from './disturbance.ts'
import { KERNEL_THREADS, otherWorkMs, type ProcessTime, processTimeIn } from './process-times.ts'

/**
 * Reports the processor time of processes that do not belong to the run, every second and whenever a line of input asks
 * for it. Its arguments are the id of the first process of the run, to which all of its children belong, and the least
 * time in a period that it reports, in milliseconds.
 */
const EVERY_MS = 1000
const LOWEST_PRIORITY = 19

const [root, noticedMs] = [Number(process.argv[2]), Number(process.argv[3])]
/** Threads of the kernel need not be read again. */
const kernelThreads = new Set<string>()
let last = { at: monotonicMs(), times: readTimes() }

function readTimes(): ProcessTime[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && !kernelThreads.has(name))
  return ids.flatMap((id) => {
    try {
      const time = processTimeIn(readFileSync(`/proc/${id}/stat`, 'latin1'))
      if (time.parent === KERNEL_THREADS) kernelThreads.add(id)
      return [time]
    } catch {
      // It has ended since.
      return []
    }
  })
}

function report(): void {
  const now = { at: monotonicMs(), times: readTimes() }
  const lostMs = otherWorkMs(last.times, now.times, root)
  const disturbances: Disturbance[] = lostMs >= noticedMs ? [{ from: last.at, to: now.at, lostMs }] : []
  process.stdout.write(`${JSON.stringify({ until: now.at, disturbances })}\n`)
  last = now
}

setPriority(LOWEST_PRIORITY)
setInterval(report, EVERY_MS)
for await (const _line of createInterface({ input: process.stdin })) report()
process.exit()
