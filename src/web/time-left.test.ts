import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantFromMs, msOf } from '../market/calendar.ts'
import { timeLeft } from './time-left.ts'

const END = '2026-01-16T11:30:00.000Z'

test.each([
  ['2026-01-13T11:30:00.000Z', '3 days left'],
  ['2026-01-13T11:30:00.001Z', '2 days left'],
  ['2026-01-14T11:30:00.001Z', '1 day 23 h left'],
  ['2026-01-15T11:30:00.000Z', '1 day left'],
  ['2026-01-15T11:30:00.001Z', '23 h left'],
  ['2026-01-16T09:30:00.000Z', '2 h left'],
  ['2026-01-16T09:30:00.001Z', '1 h 55 min left'],
  ['2026-01-16T10:30:00.000Z', '1 h left'],
  ['2026-01-16T10:31:00.000Z', '55 min left'],
  ['2026-01-16T11:25:00.000Z', '5 min left'],
  ['2026-01-16T11:29:59.000Z', 'less than 5 min left'],
])('at %s: %s', (clock, text) => {
  expect(timeLeft(clock, END)?.text).toBe(text)
})

test.each([END, '2026-01-17T00:00:00.000Z'])('nothing is left at %s', (clock) => {
  expect(timeLeft(clock, END)).toBeUndefined()
})

test('gives a text that is valid exactly until its end', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 * 86_400_000 }), (left) => {
      const clock = instantFromMs(msOf(END) - left)
      const now = timeLeft(clock, END)
      const change = now?.changesAt ?? ''
      expect(change > clock).toBe(true)
      expect(timeLeft(instantFromMs(msOf(change) - 1), END)?.text).toBe(now?.text)
      expect(timeLeft(change, END)?.text).not.toBe(now?.text)
    }),
  )
})
