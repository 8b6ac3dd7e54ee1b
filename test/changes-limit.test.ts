import { expect, test } from 'vitest'
import { readChanges, snapshotPage } from '../src/reports/changes/changes.ts'
import { changesEnd } from '../src/reports/changes/changes-end.ts'
import type { Db } from '../src/store/engines/db.ts'
import { marketVersion } from '../src/store/version/market-version.ts'
import { deal, gmp, ipo } from './support/lines.ts'
import { marketOf } from './support/market-data.ts'
import { recordAll } from './support/record.ts'
import { withStore } from './support/store.ts'

const NOW = '2026-03-01T00:00:00.000Z'
const LATER = '2026-03-01T00:00:10.000Z'
const SINCE = { version: 0, moment: '2026-02-28T00:00:00.000Z' }
const COUNT = 30

const lines = Array.from({ length: COUNT }, (_, i) => {
  const day = `2026-01-${String(i + 1).padStart(2, '0')}`
  return [ipo(`issue-${i}`, { priceMax: 100 + i, openDate: day }), gmp(`issue-${i}`, day, 10 + i), deal(day)]
}).flat()

/** A handle on a store that counts its queries. */
function counting(db: Db): { db: Db; asked: () => number } {
  let asked = 0
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      asked++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { db: counted, asked: () => asked }
}

test('changes are derived once for their positions, whatever the limit and the start', async () => {
  await withStore(async (db) => {
    await recordAll(db, NOW, lines)
    const { version, recorded: committed } = await marketVersion(db)
    const { end } = await changesEnd(db, { version, committed }, LATER)
    const ask = async (store: Db, limit: number, since = SINCE) =>
      (await readChanges(marketOf(store), { since, end, place: null, limit })).changes

    const store = counting(db)
    const all = await ask(store.db, 1000)
    expect(all).toHaveLength(2 * COUNT)
    const asked = store.asked()
    for (const limit of [1, 2 * COUNT - 1, 7, 999]) {
      const page = await ask(store.db, limit)
      expect(page).toEqual(all.slice(0, limit))
      expect(page).toEqual(await ask(counting(db).db, limit))
    }
    expect(store.asked()).toBe(asked)

    const elsewhere = counting(db)
    const later = { ...SINCE, moment: '2026-02-28T12:00:00.000Z' }
    expect(await ask(store.db, 1000, later)).toEqual(await ask(elsewhere.db, 1000, later))
    // Only the list of steps is read anew; an empty cache derives them, too.
    expect(store.asked() - asked).toBeLessThan(elsewhere.asked() / 4)
  })
})

test('the list as changes from nothing is derived once for its position, whatever the limit', async () => {
  await withStore(async (db) => {
    await recordAll(db, NOW, lines)
    const { version, recorded: committed } = await marketVersion(db)
    const { end } = await changesEnd(db, { version, committed }, LATER)
    const store = counting(db)
    const all = await snapshotPage(marketOf(store.db), end, null, 1000)
    expect(all.changes).toHaveLength(COUNT)
    const asked = store.asked()
    for (const limit of [1, 7, COUNT - 1]) {
      const page = await snapshotPage(marketOf(store.db), end, null, limit)
      expect(page.changes).toEqual(all.changes.slice(0, limit))
      expect(page).toEqual(await snapshotPage(marketOf(counting(db).db), end, null, limit))
    }
    expect(store.asked()).toBe(asked)
  })
})
