import { parentPort, workerData } from 'node:worker_threads'
import { yieldToRequests } from '../yield-to-requests.ts'

/** The script of the thread that makes answers before they are requested. It only reads the store. */
if (!parentPort) throw new Error('this script runs as a worker thread; start it with "greymark serve"')
yieldToRequests()
// Loading the routes takes most of a start, and must not delay the first requests.
const { makeOrdered } = await import('./make-ordered.ts')
makeOrdered(parentPort, workerData)
