import { expect, test } from 'vitest'
import type { ServedMarket } from '../reports/served-market.ts'
import { marketFor } from './market-query.ts'

test.each([{ asOf: { instant: '2026-01-15T05:59:59.500Z' } }, { cursor: { demo: false, version: 8 } }, {}])(
  'the time is that before the market was looked at: %o',
  async (query) => {
    let clock = '2026-01-15T06:00:00.000Z'
    const market = { version: 7 } as ServedMarket
    const served = await marketFor(
      {
        now: () => clock,
        market: () => market,
        async catchUp() {
          clock = '2026-01-15T06:00:01.000Z'
          return market
        },
        async reach() {
          clock = '2026-01-15T06:00:01.000Z'
          return market
        },
      },
      query,
    )
    expect(served).toEqual({ market, now: '2026-01-15T06:00:00.000Z' })
  },
)
