import { parentPort, workerData } from 'node:worker_threads'
import { yieldThreadToRequests } from '../background/yield-to-requests.ts'
import type { DailyFilesTask } from './daily-files-task.ts'

/** The script of the thread that builds the files of one day from the store, reports them, and ends. */
if (!parentPort) throw new Error('this script runs as a worker thread; start it with "greymark serve"')
const task: DailyFilesTask = workerData
// A request may wait for the files.
if (!task.isAwaited) yieldThreadToRequests()
// Loading what builds them takes tenths of a second, in which other requests must not wait.
const { buildFromTask } = await import('./build-from-task.ts')
parentPort.postMessage(await buildFromTask(task))
