import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  dayAsDateTime,
  IST_OFFSET_MINUTES,
  instantFromMs,
  isRealDay,
  istDay,
  istInstant,
  istMidnightAfter,
  istMidnightBefore,
  msOf,
  parseInstant,
  writtenDay,
} from './calendar.ts'

test('India is 5 hours 30 minutes ahead of UTC', () => {
  expect(IST_OFFSET_MINUTES).toBe(5 * 60 + 30)
})

describe('the day in India', () => {
  test.each([
    ['is the UTC day in the morning', '2026-01-13T00:00:00.000Z', '2026-01-13'],
    ['is still the UTC day a millisecond before 18:30 UTC', '2026-01-13T18:29:59.999Z', '2026-01-13'],
    ['is the next day from 18:30 UTC on', '2026-01-13T18:30:00.000Z', '2026-01-14'],
    ['is the next day until UTC follows', '2026-01-13T23:59:59.999Z', '2026-01-14'],
    ['begins a year before UTC does', '2025-12-31T18:30:00.000Z', '2026-01-01'],
    ['knows the leap day', '2028-02-28T18:30:00.000Z', '2028-02-29'],
    ['knows a year without one', '2026-02-28T18:30:00.000Z', '2026-03-01'],
  ])('%s', (_name, instant, day) => {
    expect(istDay(instant)).toBe(day)
  })
})

describe('converts a time of day in India to an instant in UTC', () => {
  test.each([
    ['midnight is 18:30 of the UTC day before', '2026-01-14', '00:00', '2026-01-13T18:30:00.000Z'],
    ['10:00 is 04:30', '2026-01-14', '10:00', '2026-01-14T04:30:00.000Z'],
    ['16:00 is 10:30', '2026-01-14', '16:00', '2026-01-14T10:30:00.000Z'],
    ['17:00 is 11:30', '2026-01-14', '17:00', '2026-01-14T11:30:00.000Z'],
    ['summer has no other time', '2026-07-14', '10:00', '2026-07-14T04:30:00.000Z'],
    ['the first hours of a year lie in the year before', '2026-01-01', '05:29', '2025-12-31T23:59:00.000Z'],
  ])('%s', (_name, day, time, instant) => {
    expect(istInstant(day, time)).toBe(instant)
  })
})

describe('adds and subtracts days across', () => {
  test.each<[string, string, number, string]>([
    ['nothing', '2026-01-13', 0, '2026-01-13'],
    ['the end of a month', '2026-01-31', 1, '2026-02-01'],
    ['the end of a year', '2025-12-31', 1, '2026-01-01'],
    ['a leap day', '2028-02-28', 2, '2028-03-01'],
    ['the start of a month, backwards', '2026-03-05', -7, '2026-02-26'],
    ['the start of a year, backwards', '2026-01-03', -7, '2025-12-27'],
  ])('%s', (_name, day, days, result) => {
    expect(addDays(day, days)).toBe(result)
  })
})

describe('midnight in India', () => {
  test.each([
    [
      'lies around the afternoon',
      '2026-01-13T12:00:00.000Z',
      '2026-01-12T18:30:00.000Z',
      '2026-01-13T18:30:00.000Z',
    ],
    [
      'that strikes now has ended the day before',
      '2026-01-13T18:30:00.000Z',
      '2026-01-13T18:30:00.000Z',
      '2026-01-14T18:30:00.000Z',
    ],
    [
      'has not arrived one millisecond before it',
      '2026-01-13T18:29:59.999Z',
      '2026-01-12T18:30:00.000Z',
      '2026-01-13T18:30:00.000Z',
    ],
  ])('%s', (_name, instant, before, after) => {
    expect([istMidnightBefore(instant), istMidnightAfter(instant)]).toEqual([before, after])
  })

  test('encloses every instant of its day', () => {
    const from = Date.parse('1990-01-01T00:00:00.000Z')
    const to = Date.parse('2090-01-01T00:00:00.000Z')
    fc.assert(
      fc.property(fc.integer({ min: from, max: to }), (ms) => {
        const instant = instantFromMs(ms)
        const before = istMidnightBefore(instant)
        const after = istMidnightAfter(instant)
        expect(before <= instant && instant < after).toBe(true)
        expect(msOf(after) - msOf(before)).toBe(24 * 60 * 60 * 1000)
        expect(istDay(before)).toBe(istDay(instant))
        expect(istDay(after)).toBe(addDays(istDay(instant), 1))
      }),
    )
  })
})

test('a day in a date-time field is that day, not shifted by 5:30', () => {
  expect(dayAsDateTime('2026-01-13')).toBe('2026-01-13T00:00:00.000Z')
})

describe('a day that exists', () => {
  test.each([
    ['is a day of the calendar', '2026-01-13', true],
    ['may be a leap day', '2028-02-29', true],
    ['may be a leap day of a full century that has one', '2000-02-29', true],
    ['is no leap day of a century without one', '1900-02-29', false],
    ['is no leap day of a common year', '2026-02-29', false],
    ['is not the 31st of a short month', '2026-04-31', false],
    ['is not the day 0', '2026-01-00', false],
    ['has a month', '2026-00-10', false],
    ['has a month up to 12', '2026-13-01', false],
    ['has a year', '0000-01-01', false],
    ['has two digits for the month', '2026-1-13', false],
    ['has no time', '2026-01-13T00:00:00.000Z', false],
    ['has no space around', ' 2026-01-13', false],
    ['has no line end after it', '2026-01-13\n', false],
    ['is not nothing', '', false],
  ])('%s', (_name, text, isReal) => {
    expect(isRealDay(text)).toBe(isReal)
  })
})

describe('a date-time in UTC', () => {
  test.each([
    ['in full', '2026-01-13T08:10:00.125Z', '2026-01-13T08:10:00.125Z'],
    ['without fractions', '2026-01-13T08:10:00Z', '2026-01-13T08:10:00.000Z'],
    ['with one digit of fraction', '2026-01-13T08:10:00.5Z', '2026-01-13T08:10:00.500Z'],
    ['without seconds', '2026-01-13T08:10Z', '2026-01-13T08:10:00.000Z'],
    ['on a leap day', '2028-02-29T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
    ['at the last moment of a day', '2026-01-13T23:59:59.999Z', '2026-01-13T23:59:59.999Z'],
  ])('parses %s', (_name, text, instant) => {
    expect(parseInstant(text)).toBe(instant)
  })

  test.each([
    ['without its zone', '2026-01-13T08:10:00'],
    ['in the time of India', '2026-01-13T08:10:00+05:30'],
    ['as a day alone', '2026-01-13'],
    ['on a day that does not exist', '2026-02-30T08:10:00Z'],
    ['on such a day, written as we write', '2026-02-30T08:10:00.000Z'],
    ['at 24 o’clock', '2026-01-13T24:00:00Z'],
    ['at 24 o’clock, written as we write', '2026-01-13T24:00:00.000Z'],
    ['at 25 o’clock', '2026-01-13T25:00:00Z'],
    ['at minute 60', '2026-01-13T08:60:00Z'],
    ['at second 60', '2026-01-13T08:10:60Z'],
    ['with a space in it', '2026-01-13 08:10:00Z'],
    ['as a number', '1768291800000'],
    ['as nothing', ''],
  ])('rejects %s', (_name, text) => {
    expect(parseInstant(text)).toBeUndefined()
  })

  test('parses every instant that it writes back to itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.parse('2090-01-01T00:00:00.000Z') }), (ms) => {
        expect(parseInstant(instantFromMs(ms))).toBe(instantFromMs(ms))
        expect(msOf(instantFromMs(ms))).toBe(ms)
      }),
    )
  })
})

describe('the text of a moment', () => {
  test.each([
    ['the first', -62_135_596_800_000, '0001-01-01T00:00:00.000Z'],
    ['one before it', -62_135_596_800_001, '0000-12-31T23:59:59.999Z'],
    ['the last', 253_402_300_799_999, '9999-12-31T23:59:59.999Z'],
    ['one after it', 253_402_300_800_000, '+010000-01-01T00:00:00.000Z'],
    ['a part of a millisecond', 1.9, '1970-01-01T00:00:00.001Z'],
    ['before 1970', -1, '1969-12-31T23:59:59.999Z'],
  ])('at the edge: %s', (_name, ms, instant) => {
    expect(instantFromMs(ms)).toBe(instant)
  })

  test('is refused where there is no moment', () => {
    expect(() => instantFromMs(Number.NaN)).toThrow(RangeError)
  })
})

test.each([
  ['2026-01-03', '3 Jan 2026'],
  ['2026-09-30', '30 Sep 2026'],
  ['2026-12-25T00:00:00.000Z', '25 Dec 2026'],
])('%s is written for people as %s', (day, text) => {
  expect(writtenDay(day)).toBe(text)
})
