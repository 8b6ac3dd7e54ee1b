import { describe, expect, test } from 'vitest'
import {
  dayFromDMon,
  dayFromDMonY,
  dayFromDMY,
  dayFromIso,
  dayFromMDY,
  dayFromMonDY,
  istMoment,
  monthFrom,
  nearestDay,
  spanFrom,
} from './days.ts'

const IN_AUGUST = '2026-08-19T09:30:00.000Z'
const IN_DECEMBER = '2026-12-27T09:30:00.000Z'
const IN_JANUARY = '2027-01-03T09:30:00.000Z'

test.each([
  ['Aug', 8],
  ['AUG', 8],
  ['August', 8],
  ['Sept', 9],
  ['september', 9],
  ['June', 6],
  ['Mayor', null],
  ['Augu', null],
  ['', null],
])('the month %s is %s', (name, month) => {
  expect(monthFrom(name)).toBe(month)
})

describe('a day with its year', () => {
  test.each([
    ['a day, a month by name, a year', dayFromDMonY, '21-Aug-2026', '2026-08-21'],
    ['in capitals', dayFromDMonY, '21-AUG-2026', '2026-08-21'],
    ['with spaces', dayFromDMonY, ' 1 August 2026 ', '2026-08-01'],
    ['with an ordinal', dayFromDMonY, '07th May 2026', '2026-05-07'],
    ['the month first', dayFromMonDY, 'Aug 8, 2026', '2026-08-08'],
    ['the month first, without comma', dayFromMonDY, 'September 8 2026', '2026-09-08'],
    ['numbers, the day first', dayFromDMY, '7/8/2026', '2026-08-07'],
    ['numbers with hyphens', dayFromDMY, '17-08-2026', '2026-08-17'],
    ['numbers with dots', dayFromDMY, '17.08.2026', '2026-08-17'],
    ['numbers, the month first', dayFromMDY, '8/17/2026', '2026-08-17'],
    ['ISO', dayFromIso, '2026-08-21', '2026-08-21'],
    ['ISO with a time, which does not shift the day', dayFromIso, '2026-12-30T00:00:00.000Z', '2026-12-30'],
  ])('%s', (_form, read, text, day) => {
    expect(read(text)).toBe(day)
  })

  test.each([
    ['a day that the calendar has not', dayFromDMonY, '30-Feb-2026'],
    ['a month that is none', dayFromDMonY, '21-Agu-2026'],
    ['no year', dayFromDMonY, '21-Aug'],
    ['two digits for the year', dayFromDMY, '17/08/26'],
    ['the month first where the day is expected', dayFromDMY, '8/17/2026'],
    ['the day first where the month is expected', dayFromMDY, '17/8/2026'],
    ['more text', dayFromMonDY, 'Aug 8, 2026 (Sat)'],
    ['nothing', dayFromIso, ''],
    ['a year long before the exchanges published files', dayFromDMonY, '14-JAN-1926'],
    ['the first year', dayFromIso, '0001-01-01'],
    ['a year outside the bounds', dayFromDMY, '31/12/9999'],
  ])('is not parsed from %s', (_form, read, text) => {
    expect(read(text)).toBeNull()
  })
})

describe('a day without a year', () => {
  test.each([
    ['21-Aug', IN_AUGUST, '2026-08-21'],
    ['21st August', IN_AUGUST, '2026-08-21'],
    ['Aug 21', IN_AUGUST, '2026-08-21'],
    ['28-Dec', IN_JANUARY, '2026-12-28'],
    ['2-Jan', IN_DECEMBER, '2027-01-02'],
    ['29-Feb', '2028-02-20T00:00:00.000Z', '2028-02-29'],
    ['29-Feb', '2026-02-20T00:00:00.000Z', null],
    ['21-August-ish', IN_AUGUST, null],
    ['August', IN_AUGUST, null],
  ])('%s read at %s is %s', (text, fetchedAt, day) => {
    expect(dayFromDMon(text, fetchedAt)).toBe(day)
  })

  test('is counted from the day in India, not in London', () => {
    expect(nearestDay(7, 2, '2026-12-31T20:00:00.000Z')).toBe('2027-07-02')
    expect(nearestDay(7, 2, '2026-12-31T10:00:00.000Z')).toBe('2026-07-02')
  })
})

describe('a span of days', () => {
  test.each([
    ['21-25 August', IN_AUGUST, '2026-08-21', '2026-08-25'],
    ['21 - 25 Aug', IN_AUGUST, '2026-08-21', '2026-08-25'],
    ['21–25 August', IN_AUGUST, '2026-08-21', '2026-08-25'],
    ['21 to 25 August', IN_AUGUST, '2026-08-21', '2026-08-25'],
    ['12-12 August', IN_AUGUST, '2026-08-12', '2026-08-12'],
    ['31-7 August', IN_AUGUST, '2026-07-31', '2026-08-07'],
    ['30-2 July', IN_AUGUST, '2026-06-30', '2026-07-02'],
    ['30-3 Sept', IN_AUGUST, '2026-08-30', '2026-09-03'],
    ['28-2 Jan', IN_DECEMBER, '2026-12-28', '2027-01-02'],
    ['28-2 Jan', IN_JANUARY, '2026-12-28', '2027-01-02'],
    ['22-24 December', IN_JANUARY, '2026-12-22', '2026-12-24'],
    ['5-7 January', IN_DECEMBER, '2027-01-05', '2027-01-07'],
    ['Sep 13-19', IN_AUGUST, '2026-09-13', '2026-09-19'],
    ['28 Dec - 2 Jan', IN_DECEMBER, '2026-12-28', '2027-01-02'],
    ['28 Dec - 2 Jan', IN_JANUARY, '2026-12-28', '2027-01-02'],
    ['Aug 28 - Sep 2', IN_AUGUST, '2026-08-28', '2026-09-02'],
    ['21-25 August 2025', IN_AUGUST, '2025-08-21', '2025-08-25'],
    ['28-2 Jan 2025', IN_AUGUST, '2024-12-28', '2025-01-02'],
    ['Aug 12, 2026 – Aug 16, 2026', IN_AUGUST, '2026-08-12', '2026-08-16'],
    ['Dec 30, 2026 – Jan 1, 2027', IN_AUGUST, '2026-12-30', '2027-01-01'],
  ])('%s read at %s is %s to %s', (text, fetchedAt, open, close) => {
    expect(spanFrom(text, fetchedAt)).toEqual({ open, close })
  })

  test.each([
    ['a month alone', 'July'],
    ['one day', '21 August'],
    ['a day that the month before has not', '31-3 July'],
    ['a second day whose month is not printed', 'Sep 28-2'],
    ['an end before its start', 'Aug 25, 2026 – Aug 20, 2026'],
    ['a month that is none', '21-25 Agust'],
    ['three days', '21-23-25 August'],
    ['text', 'To be announced'],
    ['nothing', ''],
  ])('is not parsed from %s', (_form, text) => {
    expect(spanFrom(text, IN_AUGUST)).toBeNull()
  })
})

test.each([
  ['2026-08-21', 17, 53, 0, '2026-08-21T12:23:00.000Z'],
  ['2026-08-21', 0, 10, 7, '2026-08-20T18:40:07.000Z'],
  ['2026-08-21', 24, 0, 0, null],
  ['2026-08-21', 12, 60, 0, null],
  [null, 12, 0, 0, null],
])('%s at %i:%i:%i in India is %s', (day, hours, minutes, seconds, moment) => {
  expect(istMoment(day, hours, minutes, seconds)).toBe(moment)
})
