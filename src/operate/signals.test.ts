import { expect, onTestFinished, test, vi } from 'vitest'
import { untilStopped } from './signals.ts'

test.each([
  ['SIGTERM, which a supervisor sends,', 'SIGTERM', ['drain', 'stop']],
  ['Ctrl-C, from a person,', 'SIGINT', ['stop']],
] as const)('%s ends a service by %j', async (_who, signal, expected) => {
  // Otherwise the test would exit soon after.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const before = new Set([...process.rawListeners('SIGTERM'), ...process.rawListeners('SIGINT')])
  onTestFinished(() => {
    vi.useRealTimers()
    for (const name of ['SIGTERM', 'SIGINT'] as const)
      for (const listener of process.rawListeners(name))
        if (!before.has(listener)) process.removeListener(name, listener as NodeJS.SignalsListener)
  })
  const done: string[] = []
  const service = {
    drain: async () => void done.push('drain'),
    stop: async () => void done.push('stop'),
  }
  await untilStopped(Promise.resolve(service), (stop) => stop(signal))
  expect(done).toEqual(expected)
})
