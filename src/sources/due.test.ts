import { expect, test } from 'vitest'
import { areBidsDue, isDueAgain } from './due.ts'

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

const minutesAgo = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString()

test.each([
  ['never read', { open: 8, read: null, same: null }, true],
  ['of the only open issue, in the last round', { open: 1, read: 15, same: 15 }, true],
  ['of one of three open issues, in the last round', { open: 3, read: 15, same: 15 }, true],
  ['of one of eight open issues, in the last round', { open: 8, read: 15, same: 15 }, false],
  ['of one of eight open issues, two rounds ago', { open: 8, read: 30, same: 30 }, true],
  ['of one of fifty open issues, almost an hour ago', { open: 50, read: 57, same: 57 }, false],
  ['of one of fifty open issues, an hour ago', { open: 50, read: 59, same: 59 }, true],
  ['that had been the same for half an hour, in the last round', { open: 1, read: 15, same: 45 }, true],
  ['that had been the same for an hour, in the last round', { open: 1, read: 15, same: 75 }, false],
  ['that had been the same for an hour, two rounds ago', { open: 1, read: 30, same: 90 }, true],
  ['that had been the same for a day, almost an hour ago', { open: 1, read: 57, same: 1500 }, false],
  ['that had been the same for a day, an hour ago', { open: 1, read: 60, same: 1500 }, true],
])('bids %s', (_name, { open, read, same }, isDue) => {
  const context = {
    now: NOW,
    days: [],
    lastRead: () => (read === null ? null : minutesAgo(read)),
    unchangedSince: () => (same === null ? null : minutesAgo(same)),
  }
  expect(areBidsDue(context, 'bids', open)).toBe(isDue)
})
