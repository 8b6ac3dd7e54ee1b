import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { deal } from '../../../test/support/lines.ts'
import { record } from '../../../test/support/record.ts'
import { openStore } from '../../../test/support/store.ts'
import { instantFromMs, msOf } from '../../market/calendar.ts'
import { readLine } from '../../sources/facts-file/read-line.ts'
import { knownDeals } from '../deals/known-deals.ts'
import { allFacts } from '../facts/all-facts.ts'
import { marketVersion } from '../version/market-version.ts'
import { recordFacts } from './record-facts.ts'

/** A store in which each statement takes a while on the returned clock. */
async function slowStore(msPerStatement: number) {
  let ms = msOf('2026-01-20T06:00:00.000Z')
  const slow: KyselyPlugin = {
    transformQuery: ({ node }) => {
      ms += msPerStatement
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const db = await openStore()
  return { db, slow: db.withPlugin(slow), now: () => instantFromMs(ms) }
}

test('many facts without recordedAt are stamped after their commit, however long the stamping takes', async () => {
  const { db, slow, now } = await slowStore(500)
  const batches = [
    Array.from({ length: 2500 }, (_, i) =>
      readLine(JSON.stringify(deal('2026-01-19', { quantity: i + 1 })), i + 1),
    ),
  ]
  const { committed } = await recordFacts(slow, { source: 'import', now, batches })
  expect(msOf(committed ?? '')).toBeGreaterThan(msOf(now()))
  const stamps = new Set<string>()
  for await (const fact of allFacts(db)) stamps.add(fact.recorded)
  expect([...stamps]).toEqual([committed])
  expect(await knownDeals(db, { version: 1, asOf: committed })).toMatchObject({ total: 2500 })
  expect((await marketVersion(db)).recorded).toBe(committed)
  const round = await db.selectFrom('rounds').select('committed').executeTakeFirst()
  expect(round?.committed).toBe(committed)
})

test('the round after a slow one is stamped after it', async () => {
  const { db, slow, now } = await slowStore(500)
  const lines = Array.from({ length: 2500 }, (_, i) => deal('2026-01-19', { quantity: i + 1 }))
  const entries = lines.map((line, i) => readLine(JSON.stringify(line), i + 1))
  const first = await recordFacts(slow, { source: 'import', now, batches: [entries] })
  const next = await record(db, now(), [deal('2026-01-18')])
  expect(msOf(next.committed ?? '')).toBeGreaterThan(msOf(first.committed ?? ''))
})

test('a large round whose facts all have recordedAt stamps nothing, and no reader waits for its commit time', async () => {
  const db = await openStore()
  const now = '2026-01-20T06:00:00.000Z'
  const lines = Array.from({ length: 2500 }, (_, i) =>
    deal('2026-01-19', { quantity: i + 1, recordedAt: '2026-01-19T13:30:00.000Z' }),
  )
  const { committed } = await record(db, now, lines)
  expect(msOf(committed ?? '') - msOf(now)).toBeLessThanOrEqual(103)
})
