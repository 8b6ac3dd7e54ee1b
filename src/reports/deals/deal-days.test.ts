import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { deal } from '../../../test/support/lines.ts'
import { recordAll } from '../../../test/support/record.ts'
import { withStore } from '../../../test/support/store.ts'
import type { DealFilter, StoredDeal } from '../../store/deals/deals.ts'
import { completeDays, dealDays, dealSum, MOST_ADDED_UP } from './deal-days.ts'
import { clientSums } from './deal-sums.ts'

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

const MOMENT = { version: 1, asOf: null, clock: '2026-01-31T06:00:00.000Z' }
const DAY = '2026-01-21'
/** One client buys 500, which both lists have, and sells 200 on NSE; it buys 90 on BSE. Another one buys 400. */
const DEALS = [
  deal(DAY, { quantity: 500 }),
  deal(DAY, { quantity: 500, kind: 'BLOCK' }),
  deal(DAY, { quantity: 200, dealType: 'SELL' }),
  deal(DAY, { quantity: 90, exchange: 'BSE' }),
  deal(DAY, { quantity: 400, clientName: 'OTHER TRUST' }),
]
const IN_AND_OUT = { shares: 300, isInAndOut: true }
/** By value: 500 and 500, 400, 200, 90. */
const ALL_NETS = [IN_AND_OUT, IN_AND_OUT, null, IN_AND_OUT, null]

describe('what remained of the trades of a client, share and day', () => {
  test.each<[string, DealFilter, readonly unknown[]]>([
    ['all deals', {}, ALL_NETS],
    ['one client', { clientName: 'SOME FUND' }, [IN_AND_OUT, IN_AND_OUT, IN_AND_OUT, null]],
    ['one exchange', { exchange: ['NSE'] }, [IN_AND_OUT, IN_AND_OUT, null, IN_AND_OUT]],
    ['one side alone has none', { dealType: ['BUY'] }, [null, null, null, null]],
    ['one list alone has none', { kind: ['BULK'] }, [null, null, null, null]],
    ['both sides and both lists', { dealType: ['BUY', 'SELL'], kind: ['BULK', 'BLOCK'] }, ALL_NETS],
  ])('%s', async (_name, filter, nets) => {
    await withStore(async (db) => {
      await recordAll(db, MOMENT.clock, DEALS)
      const { days } = await dealDays(db, MOMENT, { filter, after: null, limit: 50 })
      expect(days.flatMap(({ deals }) => deals.map(({ net }) => net))).toEqual(nets)
    })
  })

  test('includes the deals of the day on other pages', async () => {
    await withStore(async (db) => {
      await recordAll(db, MOMENT.clock, DEALS)
      const first = await dealDays(db, MOMENT, { filter: {}, after: null, limit: 1 })
      const rest = await dealDays(db, MOMENT, { filter: {}, after: first.next, limit: 50 })
      const nets = [first, rest].flatMap(({ days }) =>
        days.flatMap(({ deals }) => deals.map(({ net }) => net)),
      )
      expect(nets).toEqual(ALL_NETS)
    })
  })
})

test('clients are ordered by what remained, whichever way', () => {
  const traded = (clientName: string, dealType: string, quantity: number, kind = 'BULK') =>
    ({ ...deal(DAY, { clientName, dealType, quantity, kind, price: 100 }) }) as unknown as StoredDeal
  const deals = [
    traded('B', 'BUY', 100),
    traded('C', 'SELL', 900),
    traded('A', 'BUY', 100),
    // Counted once.
    traded('A', 'BUY', 100, 'BLOCK'),
    traded('D', 'BUY', 800),
    traded('D', 'SELL', 790),
  ]
  const sums = clientSums({ deals, sum: dealSum(deals), isCut: false })
  expect(sums.map(({ clientName, sum }) => [clientName, sum.boughtShares - sum.soldShares])).toEqual([
    ['C', -900],
    ['A', 100],
    ['B', 100],
    ['D', 10],
  ])
})
