import { expect, test } from 'vitest'
import { stampOf, stampOfReading } from './own-stamp.ts'

/** 20:00 in India. */
const FETCHED = '2031-03-12T14:30:00.000Z'

test.each([
  ['a time of that day', '2031-03-12', '2031-03-12T14:00:00.000Z', '2031-03-12T14:00:00.000Z'],
  ['a day without a time', '2031-03-11', null, null],
  ['a time of another day is left out', '2031-03-11', '2031-03-12T14:00:00.000Z', null],
  ['a time of a clock that is ahead is left out', '2031-03-12', '2031-03-12T14:31:00.000Z', null],
])('%s', (_name, day, moment, reportedAt) => {
  expect(stampOf(day, moment, FETCHED)).toEqual({ observedAt: day, reportedAt })
})

test('a day that has not begun in India is no stamp', () => {
  expect(stampOf('2031-03-13', null, FETCHED)).toBeNull()
})

test('without a stamp the day in India of the reading counts', () => {
  expect(stampOfReading('2031-03-12T19:00:00.000Z')).toEqual({ observedAt: '2031-03-13', reportedAt: null })
})
