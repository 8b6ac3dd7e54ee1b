import { expect, test } from 'vitest'
import { superviseWorker } from './supervised-worker.ts'

/** Runs a script, and keeps what is heard of it. */
function keep(lines: readonly string[], { endWithinMs = 30_000 } = {}) {
  const heard: string[] = []
  const head = "import { parentPort, workerData } from 'node:worker_threads'"
  const script = new URL(`data:text/javascript,${encodeURIComponent([head, ...lines].join('\n'))}`)
  const thread = superviseWorker<string>({
    ...{ name: 'tried', script, data: { word: 'begun' }, pauseMs: 1, endWithinMs },
    onNews: (news) => {
      if (news === 'unbearable') throw new Error(news)
      heard.push(news)
    },
    onFailure: (error) => void heard.push(`failed: ${error}`),
    onBroken: ({ message }) => void heard.push(`broken: ${message}`),
  })
  return { thread, heard }
}

const until = (heard: readonly string[], count: number) =>
  expect.poll(() => heard.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count)

const BEGIN = 'parentPort.postMessage(workerData.word)'

test('a thread that is asked to end tells its last before the end is reported', async () => {
  const ENDING = "parentPort.once('message', () => { parentPort.postMessage('ended'); process.exit() })"
  const { thread, heard } = keep([BEGIN, ENDING])
  await thread.stop()
  expect(heard).toEqual(['begun', 'ended'])
})

test.each([
  ['throws', "setImmediate(() => { throw new Error('torn') })", 'torn'],
  ['leaves a failure to nobody', "Promise.reject(new Error('torn'))", 'torn'],
  ['ends by itself', 'setImmediate(() => process.exit(3))', 'the thread ended by itself, with code 3'],
])('a thread that %s is told of, and another one begins', async (_how, line, words) => {
  const { thread, heard } = keep([BEGIN, line])
  await until(heard, 3)
  await thread.stop().catch(() => undefined)
  expect(heard.slice(0, 3)).toEqual(['begun', `broken: ${words}`, 'begun'])
})

test('what cannot be taken in is told, and what the thread tells next is still heard', async () => {
  const { thread, heard } = keep([
    "parentPort.postMessage('unbearable')",
    BEGIN,
    'parentPort.once("message", () => process.exit())',
  ])
  await until(heard, 2)
  await thread.stop()
  expect(heard).toEqual(['failed: Error: unbearable', 'begun'])
})

test('a thread that hears nothing is cut off, and that is told', async () => {
  const { thread, heard } = keep([BEGIN, 'for (;;);'], { endWithinMs: 50 })
  await until(heard, 1)
  await expect(thread.stop()).rejects.toThrow('did not end in time')
})

test('what goes wrong at the end is told, and nothing begins after it', async () => {
  const { thread, heard } = keep([BEGIN, "parentPort.once('message', () => { throw new Error('torn') })"])
  await until(heard, 1)
  await expect(thread.stop()).rejects.toThrow('torn')
  expect(heard).toEqual(['begun'])
})

test('a thread that is gone when the end comes has been told of, and is no fault of the end', async () => {
  const { thread, heard } = keep(['process.exit(3)'])
  await until(heard, 1)
  await thread.stop()
})
