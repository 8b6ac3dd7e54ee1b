import { expect, test } from 'vitest'
import { isDueAgain } from './due.ts'

const NOW = '2026-01-14T12:00:00.000Z'

test.each([
  ['never read', null, true],
  ['read just now', NOW, false],
  ['read a little less than two hours ago', '2026-01-14T10:00:00.001Z', false],
  ['read two hours ago', '2026-01-14T10:00:00.000Z', true],
])('a document %s', (_name, lastRead, isDue) => {
  const context = {
    now: NOW,
    days: [],
    lastRead: (document: string) => (document === 'past' ? lastRead : NOW),
  }
  expect(isDueAgain(context, 'past', 2)).toBe(isDue)
})
