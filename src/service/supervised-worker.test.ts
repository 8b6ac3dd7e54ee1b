import { expect, test } from 'vitest'
import { superviseWorker } from './supervised-worker.ts'

/** Supervises a script and collects its messages, failures and crashes. */
function supervise(lines: readonly string[], { endWithinMs = 30_000 } = {}) {
  const events: string[] = []
  const head = "import { parentPort, workerData } from 'node:worker_threads'"
  const script = new URL(`data:text/javascript,${encodeURIComponent([head, ...lines].join('\n'))}`)
  const thread = superviseWorker<string>({
    ...{ name: 'test', script, data: { text: 'started' }, pauseMs: 1, endWithinMs },
    onMessage: (message) => {
      if (message === 'rejected') throw new Error(message)
      events.push(message)
    },
    onFailure: (error) => void events.push(`failed: ${error}`),
    onCrash: ({ message }) => void events.push(`crashed: ${message}`),
  })
  return { thread, events }
}

const untilCount = (events: readonly string[], count: number) =>
  expect.poll(() => events.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count)

const START = 'parentPort.postMessage(workerData.text)'

test('stop resolves after the last messages of the thread are handled', async () => {
  const ENDING = "parentPort.once('message', () => { parentPort.postMessage('ended'); process.exit() })"
  const { thread, events } = supervise([START, ENDING])
  await thread.stop()
  expect(events).toEqual(['started', 'ended'])
})

test.each([
  ['throws', "setImmediate(() => { throw new Error('crash') })", 'crash'],
  ['has an unhandled rejection', "Promise.reject(new Error('crash'))", 'crash'],
  ['ends by itself', 'setImmediate(() => process.exit(3))', 'the thread ended by itself with code 3'],
])('a thread that %s is reported, and another one starts', async (_how, line, error) => {
  const { thread, events } = supervise([START, line])
  await untilCount(events, 3)
  await thread.stop().catch(() => undefined)
  expect(events.slice(0, 3)).toEqual(['started', `crashed: ${error}`, 'started'])
})

test('a message that cannot be handled is reported, and the next one is still handled', async () => {
  const { thread, events } = supervise([
    "parentPort.postMessage('rejected')",
    START,
    'parentPort.once("message", () => process.exit())',
  ])
  await untilCount(events, 2)
  await thread.stop()
  expect(events).toEqual(['failed: Error: rejected', 'started'])
})

test('a thread that does not react to the stop message is terminated, and stop throws', async () => {
  const { thread, events } = supervise([START, 'for (;;);'], { endWithinMs: 50 })
  await untilCount(events, 1)
  await expect(thread.stop()).rejects.toThrow('did not end in time')
})

test('an error while stopping is thrown by stop, and no thread starts after it', async () => {
  const { thread, events } = supervise([
    START,
    "parentPort.once('message', () => { throw new Error('crash') })",
  ])
  await untilCount(events, 1)
  await expect(thread.stop()).rejects.toThrow('crash')
  expect(events).toEqual(['started'])
})

test('a thread that crashed before stop was reported then, and stop does not throw', async () => {
  const { thread, events } = supervise(['process.exit(3)'])
  await untilCount(events, 1)
  await thread.stop()
})
