import { expect, onTestFinished, test, vi } from 'vitest'
import { untilStopped } from './signals.ts'

const EVENTS = ['SIGTERM', 'SIGINT', 'message'] as const

/** Calls what `untilStopped` does on signals and messages, and what it has done. */
function stoppedService(isWorker: boolean) {
  // Otherwise the test would exit soon after.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const before = new Set(EVENTS.flatMap((event) => process.rawListeners(event)))
  const added = (event: (typeof EVENTS)[number]) =>
    process.rawListeners(event).filter((listener) => !before.has(listener))
  onTestFinished(() => {
    vi.useRealTimers()
    for (const event of EVENTS)
      for (const listener of added(event)) process.removeListener(event, listener as () => void)
  })
  const done: string[] = []
  const service = {
    drain: async () => void done.push('drain'),
    stop: async () => void done.push('stop'),
  }
  const stopped = untilStopped(Promise.resolve(service), isWorker)
  const emit = (event: (typeof EVENTS)[number], value: unknown) => {
    for (const listener of added(event)) listener(value)
  }
  return { done, stopped, emit }
}

test.each([
  ['SIGTERM, which a supervisor sends,', 'SIGTERM', ['drain', 'stop']],
  ['Ctrl-C, from a person,', 'SIGINT', ['stop']],
] as const)('%s ends a service by %j', async (_who, signal, expected) => {
  const { done, stopped, emit } = stoppedService(false)
  emit(signal, signal)
  await stopped
  expect(done).toEqual(expected)
})

test('a worker stops as its parent requests, and a signal to both does not end it sooner', async () => {
  const { done, stopped, emit } = stoppedService(true)
  emit('message', { type: 'of the metrics' })
  emit('message', { stop: 'SIGTERM' })
  emit('SIGTERM', 'SIGTERM')
  await stopped
  expect(done).toEqual(['drain', 'stop'])
})
