import { parentPort, workerData } from 'node:worker_threads'
import { openProcessLocks } from '../../src/store/engines/process-locks.ts'

/** Run as a process or a thread: tries to take the lock for sending alerts, reports whether it has, and stays. */
const locks = await openProcessLocks(workerData ?? process.argv[2])
const [taken] = await locks.take('send', ['alerts'])
const answer = taken ? 'taken' : 'not free'
setInterval(() => undefined, 60_000)
if (parentPort) parentPort.postMessage(answer)
else process.stdout.write(answer)
