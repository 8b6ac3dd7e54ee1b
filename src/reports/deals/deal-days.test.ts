import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { StoredDeal } from '../../store/deals/deals.ts'
import { completeDays, dealSum, MOST_ADDED_UP } from './deal-days.ts'

test('docs/method.md states the most deals that a sum includes', () => {
  const rules = readFileSync(new URL('../../../docs/method.md', import.meta.url), 'utf8')
  expect(rules).toContain(`adds up at most ${MOST_ADDED_UP.toLocaleString('en-IN')} deals`)
})

test.each([
  [['2026-01-20', '2026-01-20', '2026-01-19'], false, ['2026-01-20', '2026-01-19']],
  [['2026-01-20', '2026-01-20', '2026-01-19'], true, ['2026-01-20']],
  [['2026-01-20', '2026-01-20'], true, []],
])('a day that is cut off is not added up: %j, cut %s', (days, isCut, complete) => {
  const deals = days.map((tradeDate) => ({ tradeDate }) as StoredDeal)
  expect(completeDays({ deals, sum: dealSum([]), isCut }).map(([day]) => day)).toEqual(complete)
})
