import { parentPort, workerData } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { lowerThreadPriority } from '../lower-priority.ts'
import { machineClock } from '../machine-clock.ts'
import type { Instant } from '../market/calendar.ts'
import { serviceLog } from './output/service-log.ts'

/** The data that the script of a thread is started with. */
export interface ThreadTask {
  readonly config: Config
  /** By how much the clock is ahead of the machine's, in milliseconds. */
  readonly skewMs: number
}

interface ThreadContext<Report> {
  readonly now: () => Instant
  /** Its lines are written by the service. */
  readonly log: Logger
  readonly report: (report: Report) => void
}

/** Runs the script of a thread that works beside the requests until it is sent a message, and then ends the thread. */
export function runThreadScript<Task extends ThreadTask, Report>(
  begin: (task: Task, context: ThreadContext<Report>) => { stop(): Promise<void> },
): void {
  if (!parentPort) throw new Error('this script runs as a worker thread; start it with "greymark serve"')
  const port = parentPort
  const task: Task = workerData
  lowerThreadPriority()
  const report = (message: Report | string) => port.postMessage(message)
  const work = begin(task, {
    now: machineClock(task.skewMs),
    log: serviceLog(task.config, { write: report }),
    report,
  })
  port.once('message', async () => {
    await work.stop()
    // Ends only this thread, which connections kept open by other hosts would hold for seconds.
    process.exit()
  })
}
