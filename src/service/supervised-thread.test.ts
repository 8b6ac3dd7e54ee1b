import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { superviseThread } from './supervised-thread.ts'

const folder = mkdtempSync(join(tmpdir(), 'greymark-thread-'))
afterAll(() => rmSync(folder, { recursive: true }))
let scripts = 0

/** A script has `post`, `onNext`, which is called with the next message, and `data`. */
function scriptOf(lines: readonly string[]): URL {
  const head = [
    "import { parentPort, workerData as data } from 'node:worker_threads'",
    'const post = (message) => parentPort.postMessage(message)',
    "const onNext = (handle) => parentPort.once('message', handle)",
  ]
  const file = join(folder, `${++scripts}.mjs`)
  writeFileSync(file, [...head, ...lines].join('\n'))
  return pathToFileURL(file)
}

/** Supervises a thread and collects its messages, failures and crashes. */
function supervise(lines: readonly string[], { endWithinMs = 30_000 } = {}) {
  const events: string[] = []
  const thread = superviseThread<string>({
    ...{ name: 'test', script: scriptOf(lines), data: { text: 'started' }, pauseMs: 1, endWithinMs },
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
  expect.poll(() => events.length).toBeGreaterThanOrEqual(count)

const START = 'post(data.text)'

describe('a supervised thread', () => {
  test('is stopped after its last messages are handled', async () => {
    const { thread, events } = supervise([
      START,
      "onNext(() => { post('ended'); setImmediate(process.exit) })",
    ])
    await thread.stop()
    expect(events).toEqual(['started', 'ended'])
  })

  test.each([
    ['throws', "setImmediate(() => { throw new Error('crash') })", 'crash'],
    ['has an unhandled rejection', "Promise.reject(new Error('crash'))", 'crash'],
    ['ends by itself', 'setImmediate(() => process.exit(3))', 'it ended by itself with code 3'],
  ])('that %s is reported, and another one starts', async (_how, line, error) => {
    const { thread, events } = supervise([START, line])
    await untilCount(events, 3)
    await thread.stop().catch(() => undefined)
    expect(events.slice(0, 3)).toEqual(['started', `crashed: ${error}`, 'started'])
  })

  test('may send a message that cannot be handled: it is reported, and the next one is still handled', async () => {
    const { thread, events } = supervise(["post('rejected')", START, 'onNext(() => process.exit())'])
    await untilCount(events, 2)
    await thread.stop()
    expect(events).toEqual(['failed: Error: rejected', 'started'])
  })

  test('that does not react to the stop message is terminated, and stop throws', async () => {
    const { thread, events } = supervise([START, 'setImmediate(() => { for (;;); })'], { endWithinMs: 50 })
    await untilCount(events, 1)
    await expect(thread.stop()).rejects.toThrow('did not end in time')
  })

  test('that fails while stopping makes stop throw its error, and no other one starts', async () => {
    const { thread, events } = supervise([START, "onNext(() => { throw new Error('crash') })"])
    await untilCount(events, 1)
    await expect(thread.stop()).rejects.toThrow('crash')
    expect(events).toEqual(['started'])
  })

  test('that crashed before stop was reported then, and stop does not throw', async () => {
    const { thread, events } = supervise(['process.exit(3)'])
    await untilCount(events, 1)
    await thread.stop()
  })
})
