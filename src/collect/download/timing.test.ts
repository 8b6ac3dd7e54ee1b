import { expect, test } from 'vitest'
import { timingFor } from './timing.ts'

test.each([
  ['an upstream', '', { pauseMs: 1500, timeoutMs: 30_000, backOffMs: [2000, 8000] }],
  [
    'a mirror elsewhere',
    'https://mirror.example',
    { pauseMs: 1500, timeoutMs: 30_000, backOffMs: [2000, 8000] },
  ],
  ['a mirror here', 'http://127.0.0.1:9700', { pauseMs: 0, timeoutMs: 30_000, backOffMs: [50, 100] }],
])('%s is spared as it needs', (_name, base, timing) => {
  expect(timingFor(base)).toEqual(timing)
})

test('what is wished for goes before', () => {
  expect(timingFor('', { pauseMs: 9000 })).toMatchObject({ pauseMs: 9000, timeoutMs: 30_000 })
})
