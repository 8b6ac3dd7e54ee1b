import { expect, test } from 'vitest'
import { UsageError } from './command.ts'
import { dayRange, pastMoment } from './moments.ts'

const NOW = '2026-01-14T12:00:00.000Z'

test.each([
  ['not set', undefined, undefined],
  ['long past', '2025-03-01T06:00:00Z', '2025-03-01T06:00:00.000Z'],
  ['without seconds', '2026-01-14T11:59Z', '2026-01-14T11:59:00.000Z'],
  ['this very moment', NOW, NOW],
  ['in the time of India', '2026-01-14T17:29:00+05:30', '2026-01-14T11:59:00.000Z'],
  ['a day that has ended', '2026-01-13', '2026-01-13T18:29:59.999Z'],
  ['the current day', '2026-01-14', NOW],
])('a moment that is %s is accepted', (_name, text, moment) => {
  expect(pastMoment('--at', text, NOW)).toBe(moment)
})

test.each([
  ['a millisecond ahead', '2026-01-14T12:00:00.001Z'],
  ['ahead by years', '2999-01-01T00:00:00Z'],
  ['without a time zone', '2026-01-14T11:00:00'],
  ['a day ahead', '2026-01-15'],
  ['on a day that does not exist', '2026-02-30T00:00:00Z'],
  ['no moment', 'yesterday'],
  ['empty', ''],
])('a moment that is %s is refused with an example', (_name, text) => {
  expect(() => pastMoment('--at', text, NOW)).toThrow(
    new UsageError(
      `--at must be a past moment: a date-time such as 2026-01-14T12:00:00Z or 2026-01-14T17:30:00+05:30, or a day such as 2026-01-14; got "${text}"`,
    ),
  )
})

test.each([
  ['neither end', {}, undefined],
  ['one day', { from: '2026-01-14', to: '2026-01-14' }, ['2026-01-14']],
  [
    'both ends, over the end of a month',
    { from: '2025-12-30', to: '2026-01-02' },
    ['2025-12-30', '2025-12-31', '2026-01-01', '2026-01-02'],
  ],
  [
    'both ends, over a leap day',
    { from: '2024-02-28', to: '2024-03-01' },
    ['2024-02-28', '2024-02-29', '2024-03-01'],
  ],
  ['--from alone: until today', { from: '2026-01-12' }, ['2026-01-12', '2026-01-13', '2026-01-14']],
  ['--to alone: that day', { to: '2026-01-12' }, ['2026-01-12']],
])('the days of %s', (_name, ends, days) => {
  expect(dayRange(ends, NOW)).toEqual(days)
})

test('today is the day in India, which begins at 18:30 UTC', () => {
  expect(dayRange({ to: '2026-01-15' }, '2026-01-14T18:30:00.000Z')).toEqual(['2026-01-15'])
  expect(() => dayRange({ to: '2026-01-15' }, '2026-01-14T18:29:59.999Z')).toThrow(UsageError)
})

test.each([
  [
    'a start that is not a day',
    { from: '14-01-2026' },
    '--from must be a day such as 2026-01-14; got "14-01-2026"',
  ],
  [
    'an end that the month does not have',
    { from: '2026-01-01', to: '2026-01-32' },
    '--to must be a day such as 2026-01-14; got "2026-01-32"',
  ],
  ['an empty start', { from: '' }, '--from must be a day such as 2026-01-14; got ""'],
  ['an empty end', { to: '' }, '--to must be a day such as 2026-01-14; got ""'],
  [
    'an end before the start',
    { from: '2026-01-13', to: '2026-01-12' },
    '--from 2026-01-13 is after --to 2026-01-12',
  ],
  ['an end in the future', { from: '2026-01-13', to: '2026-01-15' }, '--to 2026-01-15 is in the future'],
  ['a start in the future', { from: '2026-01-15' }, '--from 2026-01-15 is in the future'],
])('%s is refused', (_name, ends, message) => {
  expect(() => dayRange(ends, NOW)).toThrow(new UsageError(message))
})
