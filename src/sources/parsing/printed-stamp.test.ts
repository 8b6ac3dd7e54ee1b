import { describe, expect, test } from 'vitest'
import { dayFromMDY } from './days.ts'
import { stampFrom } from './printed-stamp.ts'

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
