import { describe, expect, test } from 'vitest'
import {
  dayFromDMon,
  dayFromDMonY,
  dayFromDMY,
  dayFromIso,
  dayFromMDY,
  dayFromMonDY,
  istMoment,
  momentFrom,
  monthFrom,
  nearestDay,
  periodFrom,
  spanFrom,
  stampFrom,
  stampOf,
  stampOfReading,
} from './dates.ts'

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
    expect(spanFrom(text, fetchedAt)).toEqual({ openDate: open, closeDate: close })
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
])('%s at %i:%i:%i in India is %s', (day, hours, minutes, seconds, moment) => {
  expect(istMoment(day, hours, minutes, seconds)).toBe(moment)
})

describe('a period', () => {
  test.each([
    '21 Aug 2026 to 25 Aug 2026',
    '21-Aug-2026 to 25-August-2026',
    '21-Aug-2026 - 25-Aug-2026',
    '21 Aug 2026 – 25 Aug 2026',
    '21-Aug-2026 to 25-Aug-2026 (Extended)',
    '21-Aug-2026 to 25-Aug-2026 (The Issue is further extended by 3 days)',
    '21-Aug-2026 to 25-Aug-2026(Extended from 23-Aug-2026)',
    '21-Aug-2026 to 25-Aug-2026 (The Issue is further extended and may be extended again)',
  ])('is parsed from %s', (text) => {
    expect(periodFrom(text)).toEqual({ openDate: '2026-08-21', closeDate: '2026-08-25' })
  })

  test.each([
    '21 Aug 2026',
    '21 Aug 2026 to',
    '21 Aug 2026 to 31 Sep 2026',
    'soon to 25 Aug 2026',
    '21 Aug 2026 to 25 Aug 2026 (Extended to 27 Aug 2026)',
    '21 Aug 2026 to 25 Aug 2026 (The Issue is further extended until August 27, 2026)',
    '21 Aug 2026 to 25 Aug 2026 (see the notice (published today))',
    '21 Aug 2026 to 25 Aug 2026 (Postponed)',
    '21 Aug 2026 to 25 Aug 2026 (Withdrawn)',
    '21 Aug 2026 to 25 Aug 2026 (extended till 27/08/2026)',
    '21 Aug 2026 to 25 Aug 2026 (extended till 27.08.2026)',
    '21 Aug 2026 to 25 Aug 2026 (extended till 27th Aug)',
    '21 Aug 2026 to 25 Aug 2026 (extended till Aug 27)',
    '21 Aug 2026 to 25 Aug 2026 Extended',
    '21 Aug 2026 to 25 Aug 2026 (Extended',
    '21 Aug 2026 to 25 Aug 2026 (Extended) again',
    '(Extended) 21 Aug 2026 to 25 Aug 2026',
  ])('is not guessed from %s', (text) => {
    expect(periodFrom(text)).toBeNull()
  })
})

describe('a moment', () => {
  test.each<[string, string | null]>([
    ['21-Aug-2026 17:00', '2026-08-21T11:30:00.000Z'],
    ['21-Aug-2026 5 PM', '2026-08-21T11:30:00.000Z'],
    ['21-Aug-2026 at 5.00 p.m. IST', '2026-08-21T11:30:00.000Z'],
    ['21-Aug-2026 17.00.00 hrs IST.', '2026-08-21T11:30:00.000Z'],
    ['21-Aug-2026 5:00 am', '2026-08-20T23:30:00.000Z'],
    ['21-Aug-2026 12:00 AM', '2026-08-20T18:30:00.000Z'],
    ['21-Aug-2026 12:00 PM', '2026-08-21T06:30:00.000Z'],
    ['21-Aug-2026 0:00 PM', null],
    ['21-Aug-2026 13:00 PM', null],
    ['21-Aug-2026 17', null],
    ['21-Aug-2026', null],
    ['21 August, 17:00', null],
    ['17:00', null],
  ])('%s in India is %s', (text, moment) => {
    expect(momentFrom(text, dayFromDMonY)).toBe(moment)
  })
})

const FETCHED = '2026-08-21T14:00:00.000Z'
const AT_17_53 = { observedAt: '2026-08-21', reportedAt: '2026-08-21T12:23:00.000Z' }

describe('a stamp with a time is a moment', () => {
  test.each([
    '21-Aug-2026 17:53',
    '21 Aug 2026, 5:53 PM',
    '21st August 2026 at 05:53 p.m. IST',
    '21 August 2026 at 17.53 hrs',
    'Aug 21, 2026 5:53 pm',
    'Aug 21, 2026, 17:53 (IST)',
    '21/08/2026 17:53',
    '21-08-2026 | 17:53:00',
    '2026-08-21 17:53',
    '2026-08-21T17:53',
    '2026-08-21T12:23:00.000Z',
    '2026-08-21T17:53:00+05:30',
    '2026-08-21 17:53:00 +0530',
    '21-Aug 17:53',
    '21 August, 5:53PM',
    'Aug 21 5:53 PM',
    '21-Aug-26 17:53',
    '21.08.2026 17:53',
    'Today 5:53 PM',
    'today, 17:53',
    'Today at 5:53 pm',
    '5:53 PM',
    '17:53 IST',
    '17.53 hrs',
  ])('%s', (text) => {
    expect(stampFrom(text, FETCHED)).toEqual(AT_17_53)
  })

  test.each([
    ['12:10 AM is ten past midnight', '21 Aug 2026 12:10 AM', '2026-08-20T18:40:00.000Z'],
    ['12:10 PM is ten past noon', '21 Aug 2026 12:10 PM', '2026-08-21T06:40:00.000Z'],
    ['seconds count', '21-Aug-2026 17:53:09', '2026-08-21T12:23:09.000Z'],
  ])('%s', (_rule, text, reportedAt) => {
    expect(stampFrom(text, FETCHED)?.reportedAt).toBe(reportedAt)
  })

  test('whose day is the day in India', () => {
    expect(stampFrom('2026-08-20T19:00:00Z', FETCHED)?.observedAt).toBe('2026-08-21')
  })
})

test.each([
  ['21 Aug 2026', '2026-08-21'],
  ['20-Aug', '2026-08-20'],
  ['August 21', '2026-08-21'],
  ['21/08/2026', '2026-08-21'],
  ['2026-08-21', '2026-08-21'],
  ['21-Aug-26', '2026-08-21'],
  ['21 August 26', '2026-08-21'],
  ['21.08.2026', '2026-08-21'],
  ['Today', '2026-08-21'],
  ['Yesterday', '2026-08-20'],
  ['2 hours ago', '2026-08-21'],
  ['an hour ago', '2026-08-21'],
  ['1 hr ago', '2026-08-21'],
  ['15 mins ago', '2026-08-21'],
  ['1 minute ago', '2026-08-21'],
  ['22 hours ago', '2026-08-20'],
])('%s is a day without a moment', (text, observedAt) => {
  expect(stampFrom(text, FETCHED)).toEqual({ observedAt, reportedAt: null })
})

test('without a year, a stamp of December read in January is of the year before', () => {
  expect(stampFrom('31-Dec 23:10', '2027-01-01T03:00:00.000Z')).toEqual({
    observedAt: '2026-12-31',
    reportedAt: '2026-12-31T17:40:00.000Z',
  })
})

test('numbers alone may be parsed with the month first', () => {
  expect(stampFrom('8/21/2026 17:53', FETCHED, dayFromMDY)).toEqual(AT_17_53)
})

test.each([
  ['a time alone in the future', '7:31 PM'],
  ['a number that may be a time', '10.05'],
  ['hours that may be of today or of yesterday', '19 hours ago'],
  ['days that may be rounded', '2 days ago'],
  ['text', 'a while ago'],
  ['numbers with two digits for the year', '21/08/26'],
  ['an hour that no clock shows', '21-Aug-2026 25:10'],
  ['an hour that no half day has', '21-Aug-2026 17:53 PM'],
  ['a day that the calendar has not', '31-Sep-2026 10:00'],
  ['a future day', '22-Aug-2026 10:00'],
  ['the month first', '8/21/2026 17:53'],
  ['a zoned time that is none', '2026-08-21T29:00:00Z'],
  ['nothing', ''],
])('no stamp is parsed from %s', (_name, text) => {
  expect(stampFrom(text, FETCHED)).toBeNull()
})

/** 20:00 in India. */
const AT_20_00 = '2031-03-12T14:30:00.000Z'

test.each([
  ['a time of that day', '2031-03-12', '2031-03-12T14:00:00.000Z', '2031-03-12T14:00:00.000Z'],
  ['a day without a time', '2031-03-11', null, null],
  ['a time of another day is left out', '2031-03-11', '2031-03-12T14:00:00.000Z', null],
  ['a time of a clock that is ahead is left out', '2031-03-12', '2031-03-12T14:31:00.000Z', null],
])('%s', (_name, day, moment, reportedAt) => {
  expect(stampOf(day, moment, AT_20_00)).toEqual({ observedAt: day, reportedAt })
})

test('a day that has not begun in India is no stamp', () => {
  expect(stampOf('2031-03-13', null, AT_20_00)).toBeNull()
})

test('without a stamp the day in India of the reading counts', () => {
  expect(stampOfReading('2031-03-12T19:00:00.000Z')).toEqual({ observedAt: '2031-03-13', reportedAt: null })
})
