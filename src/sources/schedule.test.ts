import { afterEach, describe, expect, test } from 'vitest'
import { dueAfter, ownClock, spreadMinutes, timesDue, timesMissed } from './schedule.ts'

const schedule = (...cron: string[]) => ({ words: 'now and then', cron })
const EVENING = schedule('45 18 * * *', '15 20,22 * * *')
const OFFICE_HOURS = schedule('*/10 10-19 * * *')

describe.each(['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Chatham'])(
  'on a machine in %s',
  (zone) => {
    const before = process.env.TZ
    afterEach(() => {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    })

    test.each([
      ['18:45 in India', EVENING, '2026-01-14T06:00:00.000Z', '2026-01-14T13:15:00.000Z'],
      ['the nearest of several patterns', EVENING, '2026-01-14T13:15:00.000Z', '2026-01-14T14:45:00.000Z'],
      ['the next evening', EVENING, '2026-01-14T16:45:00.000Z', '2026-01-15T13:15:00.000Z'],
      ['a millisecond later', EVENING, '2026-01-14T13:14:59.999Z', '2026-01-14T13:15:00.000Z'],
      ['never at the moment itself', OFFICE_HOURS, '2026-01-14T04:30:00.000Z', '2026-01-14T04:40:00.000Z'],
      ['the morning after', OFFICE_HOURS, '2026-01-14T14:20:00.000Z', '2026-01-15T04:30:00.000Z'],
      ['when clocks change elsewhere', EVENING, '2026-03-08T06:00:00.000Z', '2026-03-08T13:15:00.000Z'],
      ['midnight in India', schedule('0 0 * * *'), '2026-01-14T18:29:59.000Z', '2026-01-14T18:30:00.000Z'],
      ['a weekday of India', schedule('0 1 * * 4'), '2026-01-14T06:00:00.000Z', '2026-01-14T19:30:00.000Z'],
    ])('a source is due at %s', (_name, due, after, expected) => {
      process.env.TZ = zone
      expect(dueAfter(due, after).next().value).toBe(expected)
    })
  },
)

test.each([
  ['has no pattern', schedule()],
  ['never comes', schedule('0 0 30 2 *')],
])('a schedule that %s is never due', (_name, never) => {
  expect([...dueAfter(never, '2026-01-14T06:00:00.000Z')]).toEqual([])
  expect(timesDue(never, { after: '2020-01-01T00:00:00.000Z', upTo: '2026-01-14T06:00:00.000Z' }, 9)).toBe(0)
})

test.each([
  ['nothing between', '2026-01-14T13:15:00.000Z', '2026-01-14T14:44:59.999Z', 0],
  ['the end counts', '2026-01-14T13:15:00.000Z', '2026-01-14T14:45:00.000Z', 1],
  ['the beginning does not', '2026-01-14T13:14:59.999Z', '2026-01-14T13:15:00.000Z', 1],
  ['an evening', '2026-01-14T06:00:00.000Z', '2026-01-14T18:00:00.000Z', 3],
  ['three days', '2026-01-11T06:00:00.000Z', '2026-01-14T06:00:00.000Z', 9],
  ['more than is counted', '2025-01-11T06:00:00.000Z', '2026-01-14T06:00:00.000Z', 10],
  ['an end before its beginning', '2026-01-14T06:00:00.000Z', '2026-01-11T06:00:00.000Z', 0],
])('times due: %s', (_name, after, upTo, times) => {
  expect(timesDue(EVENING, { after, upTo }, 10)).toBe(times)
})

test('two patterns that coincide make one time', () => {
  const twice = schedule('0 20 * * *', '0 */5 * * *')
  const evening = { after: '2026-01-14T14:00:00.000Z', upTo: '2026-01-14T15:00:00.000Z' }
  expect(timesDue(twice, evening, 10)).toBe(1)
})

describe('the minute of an installation', () => {
  test.each([
    ['before midnight stays on its day', ['55 23 * * *'], 5],
    ['on one day of the week is within the interval of that day', ['*/5 * * * 6'], 5],
    ['before midnight on one day of the week', ['59 23 * * 0'], 1],
    ['over an uneven interval is within the shortest', ['*/7 * * * *'], 4],
    ['once a month', ['0 0 1 * *'], 20],
    ['every minute', ['* * * * *'], 1],
  ])('%s', (_name, cron, minutes) => {
    expect(spreadMinutes(schedule(...cron))).toBe(minutes)
  })

  test.each([
    ['every ten minutes', OFFICE_HOURS, 10],
    ['every minute', schedule('* * * * *'), 1],
    ['some times a day', EVENING, 20],
    ['once a day', schedule('35 23 * * *'), 20],
    ['never', schedule(), 20],
  ])('is within the interval of a source that is read %s', (_name, read, minutes) => {
    expect(spreadMinutes(read)).toBe(minutes)
  })

  test.each([
    [0, '2026-01-14T04:40:00.000Z'],
    [3, '2026-01-14T04:43:00.000Z'],
    [1_000_009, '2026-01-14T04:39:00.000Z'],
  ])('of number %i decides when a source is due', (installation, due) => {
    const clock = ownClock(OFFICE_HOURS, installation)
    expect(dueAfter(OFFICE_HOURS, '2026-01-14T04:35:00.000Z', clock).next().value).toBe(due)
  })

  test.each([
    ['2026-01-14T04:48:59.999Z', 0],
    ['2026-01-14T04:49:00.000Z', 1],
    ['2026-01-14T04:59:00.000Z', 2],
  ])('may be the last one, so that up to %s %i rounds are missed', (upTo, missed) => {
    expect(timesMissed(OFFICE_HOURS, { after: '2026-01-14T04:30:00.000Z', upTo }, 9)).toBe(missed)
  })
})
