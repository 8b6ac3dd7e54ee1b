import { connectToParent } from '../background/parent-process.ts'
import { yieldProcessToRequests } from '../background/yield-to-requests.ts'
import type { AnswersOrder, AnswersTask } from './answers-messages.ts'

/** The script of the process that makes answers before they are requested. It only reads the store. */
const parent = await connectToParent<AnswersTask, AnswersOrder | 'stop'>()
yieldProcessToRequests()
// Loading the routes takes most of a start, and must not delay the first requests.
const { makeOrdered } = await import('./make-ordered.ts')
await makeOrdered(parent)
process.exit()
