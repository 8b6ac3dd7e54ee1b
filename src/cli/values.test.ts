import { expect, test } from 'vitest'
import { UsageError } from './command.ts'
import { daysBetween, pastMoment } from './values.ts'

const NOW = '2026-01-14T12:00:00.000Z'

test.each([
  ['long past', '2025-03-01T06:00:00Z', '2025-03-01T06:00:00.000Z'],
  ['without seconds', '2026-01-14T11:59Z', '2026-01-14T11:59:00.000Z'],
  ['this very moment', NOW, NOW],
  ['in the time of India', '2026-01-14T17:29:00+05:30', '2026-01-14T11:59:00.000Z'],
  ['a day that has ended', '2026-01-13', '2026-01-13T18:29:59.999Z'],
  ['the current day', '2026-01-14', NOW],
  ['a millisecond ahead', '2026-01-14T12:00:00.001Z', undefined],
  ['ahead by years', '2999-01-01T00:00:00Z', undefined],
  ['without a time zone', '2026-01-14T11:00:00', undefined],
  ['a day ahead', '2026-01-15', undefined],
  ['on a day that does not exist', '2026-02-30T00:00:00Z', undefined],
  ['no moment', 'yesterday', undefined],
  ['empty', '', undefined],
])('a past moment that is %s', (_name, text, moment) => {
  expect(pastMoment.read(text, () => NOW)).toBe(moment)
})

test.each([
  ['one day', '2026-01-14', '2026-01-14', ['2026-01-14']],
  [
    'both ends, over the end of a month',
    '2025-12-30',
    '2026-01-02',
    ['2025-12-30', '2025-12-31', '2026-01-01', '2026-01-02'],
  ],
  ['a leap day', '2024-02-28', '2024-03-01', ['2024-02-28', '2024-02-29', '2024-03-01']],
  ['no end: until today', '2026-01-12', undefined, ['2026-01-12', '2026-01-13', '2026-01-14']],
])('the days of %s', (_name, from, to, days) => {
  expect(daysBetween(from, to, NOW)).toEqual(days)
})

test('today is the day in India, which begins at 18:30 UTC', () => {
  expect(daysBetween('2026-01-15', '2026-01-15', '2026-01-14T18:30:00.000Z')).toEqual(['2026-01-15'])
  expect(() => daysBetween('2026-01-15', '2026-01-15', '2026-01-14T18:29:59.999Z')).toThrow(UsageError)
})

test.each([
  ['an end before the start', '2026-01-13', '2026-01-12', /is after/],
  ['an end in the future', '2026-01-13', '2026-01-15', /2026-01-15 is in the future/],
  ['a start in the future', '2026-01-15', undefined, /2026-01-15 is in the future/],
])('%s is refused', (_name, from, to, message) => {
  expect(() => daysBetween(from, to, NOW)).toThrow(message)
})
