import { expect, onTestFinished, test } from 'vitest'
import { gmp, ipo } from '../../test/support/lines.ts'
import { recordAll } from '../../test/support/record.ts'
import { emptyStoreUrl, openStore } from '../../test/support/store.ts'
import type { MomentParameters } from '../client/index.ts'
import { loadConfig } from '../config.ts'
import { openLocalMarket } from './local-market.ts'

const NOW = '2026-01-15T06:00:00.000Z'

async function localMarket() {
  const url = await emptyStoreUrl()
  const db = await openStore(url)
  const market = await openLocalMarket(db, loadConfig({ DATABASE_URL: url }), () => NOW, String)
  onTestFinished(() => market.close())
  const totalWith = async () => (await market.client.ipos()).meta.total
  return { db, market, totalWith }
}

test('a store that gets its first facts is served instead of the demo, without a restart', async () => {
  const { db, market, totalWith } = await localMarket()
  expect(market.isDemo()).toBe(true)
  expect(await totalWith()).toBeGreaterThan(100)
  await recordAll(db, '2026-01-14T06:00:00.000Z', [ipo('acme-foods')])
  expect([await totalWith(), market.isDemo()]).toEqual([1, false])
})

test('every answer is of the newest version, or of a past moment', async () => {
  const { db, market, totalWith } = await localMarket()
  await recordAll(db, '2026-01-14T06:00:00.000Z', [ipo('acme-foods'), gmp('acme-foods', '2026-01-13', 40)])
  const gmpAt = async (moment: MomentParameters) => {
    const answer = await market.client.ipo('acme-foods', moment)
    return answer.ok && answer.ipo.lastGmp
  }
  expect(await gmpAt({})).toBe(40)
  await recordAll(db, '2026-01-14T08:00:00.000Z', [gmp('acme-foods', '2026-01-14', 50), ipo('later-metals')])
  expect([await gmpAt({}), await totalWith()]).toEqual([50, 2])
  expect(await gmpAt({ asOf: '2026-01-14T07:00:00Z' })).toBe(40)
})
