import { expect, test } from 'vitest'
import { timingFor } from './timing.ts'

test.each([
  ['an upstream', '', { pauseMs: 1500, timeoutMs: 30_000, firstAnswerMs: 10_000, backOffMs: [2000, 8000] }],
  [
    'a mirror elsewhere',
    'https://mirror.example',
    { pauseMs: 1500, timeoutMs: 30_000, firstAnswerMs: 10_000, backOffMs: [2000, 8000] },
  ],
  [
    'a mirror here',
    'http://127.0.0.1:9700',
    { pauseMs: 0, timeoutMs: 30_000, firstAnswerMs: 10_000, backOffMs: [50, 100] },
  ],
])('%s has the timing it needs', (_name, base, timing) => {
  expect(timingFor(base)).toEqual(timing)
})

test('explicit options take precedence', () => {
  expect(timingFor('', { pauseMs: 9000 })).toMatchObject({ pauseMs: 9000, timeoutMs: 30_000 })
})
