import { expect, test } from 'vitest'
import { istMs } from '../calendar.ts'
import { areHistory, isHistory } from './changes.ts'

const at = (day: string, time = '10:00') => istMs(day, time)
const CLOSES = at('2026-01-02', '17:00')

test.each([
  ['on its last day', { lists: at('2026-01-07'), closes: CLOSES }, at('2026-01-14'), false],
  ['a minute later', { lists: at('2026-01-07'), closes: CLOSES }, at('2026-01-14', '10:01'), true],
  ['before an announced listing', { lists: at('2026-03-01'), closes: CLOSES }, at('2026-02-20'), false],
  ['30 days after the close of a late listing', { lists: null, closes: CLOSES }, at('2026-02-01'), false],
  ['long after the close', { lists: null, closes: CLOSES }, at('2026-02-02'), true],
  ['without days', { lists: null, closes: null }, at('2026-02-02'), false],
])('what sources report about an IPO %s', (_when, head, moment, isPast) => {
  expect(isHistory(head, moment)).toBe(isPast)
})

test('deals are history from the eighth day after their trade day on', () => {
  expect(areHistory('2026-01-07', at('2026-01-15', '00:00'))).toBe(false)
  expect(areHistory('2026-01-07', at('2026-01-15', '00:01'))).toBe(true)
})
