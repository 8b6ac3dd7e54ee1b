import { parentPort, workerData } from 'node:worker_threads'
import { openAlertsLease } from '../../src/store/alerts/alerts-lease.ts'

/** Run as a process or a thread: tries to take the lease of alerts, reports whether it has, and stays. */
const lease = await openAlertsLease(workerData ?? process.argv[2])
const answer = (await lease.take()) ? 'taken' : 'not free'
setInterval(() => undefined, 60_000)
if (parentPort) parentPort.postMessage(answer)
else process.stdout.write(answer)
