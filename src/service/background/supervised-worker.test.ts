import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { type StartWorker, superviseWorker } from './supervised-worker.ts'
import { inProcess } from './worker-process.ts'
import { onThread } from './worker-thread.ts'

const folder = mkdtempSync(join(tmpdir(), 'greymark-worker-'))
afterAll(() => rmSync(folder, { recursive: true }))
let scripts = 0

function scriptOf(lines: readonly string[]): URL {
  const file = join(folder, `${++scripts}.mjs`)
  writeFileSync(file, lines.join('\n'))
  return pathToFileURL(file)
}

const DATA = { text: 'started' }
const PARENT = JSON.stringify(new URL('./parent-process.ts', import.meta.url))

/** Each script has `post`, `onNext`, which is called with the next message, and `data`. */
const KINDS: [kind: string, start: (lines: readonly string[]) => StartWorker][] = [
  [
    'thread',
    (lines) => {
      const head = [
        "import { parentPort, workerData as data } from 'node:worker_threads'",
        'const post = (message) => parentPort.postMessage(message)',
        "const onNext = (handle) => parentPort.once('message', handle)",
      ]
      return onThread({ name: 'test', script: scriptOf([...head, ...lines]), data: DATA })
    },
  ],
  [
    'process',
    (lines) => {
      const head = [
        `import { connectToParent } from ${PARENT}`,
        'const { data, messages, post } = await connectToParent()',
        'const onNext = async (handle) => handle((await messages.next()).value)',
      ]
      return inProcess({ script: scriptOf([...head, ...lines]), data: DATA, nodeOptions: [] })
    },
  ],
]

/** Supervises a worker and collects its messages, failures and crashes. */
function supervise(start: StartWorker, { endWithinMs = 30_000 } = {}) {
  const events: string[] = []
  const worker = superviseWorker<string>({
    ...{ start, pauseMs: 1, endWithinMs },
    onMessage: (message) => {
      if (message === 'rejected') throw new Error(message)
      events.push(message)
    },
    onFailure: (error) => void events.push(`failed: ${error}`),
    onCrash: ({ message }) => void events.push(`crashed: ${message}`),
  })
  return { worker, events }
}

const untilCount = (events: readonly string[], count: number) =>
  expect.poll(() => events.length).toBeGreaterThanOrEqual(count)

const START = 'post(data.text)'

describe.each(KINDS)('a supervised %s', (_kind, running) => {
  test('is stopped after its last messages are handled', async () => {
    const { worker, events } = supervise(
      running([START, "onNext(() => { post('ended'); setImmediate(process.exit) })"]),
    )
    await worker.stop()
    expect(events).toEqual(['started', 'ended'])
  })

  test.each([
    ['throws', "setImmediate(() => { throw new Error('crash') })", 'crash'],
    ['has an unhandled rejection', "Promise.reject(new Error('crash'))", 'crash'],
    ['ends by itself', 'setImmediate(() => process.exit(3))', 'it ended by itself with code 3'],
  ])('that %s is reported, and another one starts', async (_how, line, error) => {
    const { worker, events } = supervise(running([START, line]))
    await untilCount(events, 3)
    await worker.stop().catch(() => undefined)
    expect(events.slice(0, 3)).toEqual(['started', `crashed: ${error}`, 'started'])
  })

  test('may send a message that cannot be handled: it is reported, and the next one is still handled', async () => {
    const { worker, events } = supervise(running(["post('rejected')", START, 'onNext(() => process.exit())']))
    await untilCount(events, 2)
    await worker.stop()
    expect(events).toEqual(['failed: Error: rejected', 'started'])
  })

  test('that does not react to the stop message is terminated, and stop throws', async () => {
    const { worker, events } = supervise(running([START, 'setImmediate(() => { for (;;); })']), {
      endWithinMs: 50,
    })
    await untilCount(events, 1)
    await expect(worker.stop()).rejects.toThrow('did not end in time')
  })

  test('that fails while stopping makes stop throw its error, and no other one starts', async () => {
    const { worker, events } = supervise(running([START, "onNext(() => { throw new Error('crash') })"]))
    await untilCount(events, 1)
    await expect(worker.stop()).rejects.toThrow('crash')
    expect(events).toEqual(['started'])
  })

  test('that crashed before stop was reported then, and stop does not throw', async () => {
    const { worker, events } = supervise(running(['process.exit(3)']))
    await untilCount(events, 1)
    await worker.stop()
  })
})
