import { expect, test } from 'vitest'
import { marketOf } from '../../test/support/market-data.ts'
import { Owners } from '../market/facts/publisher.ts'
import type { Db } from '../store/engines/db.ts'
import { memoizeByView } from './memoize-by-view.ts'

const dbOf = (name: string): Db => ({ name }) as unknown as Db
const market = marketOf(dbOf('one'))
const at = (version: number, asOf: string | null = null) => ({ version, asOf })

/** Counts how often it is read. */
function counted() {
  let n = 0
  return memoizeByView(async (_market, { version, asOf }) => {
    n += 1
    return `reading ${n}, of ${version} ${asOf}`
  })
}

test('a view is read once, also for callers that ask while it is being read', async () => {
  const read = counted()
  const both = await Promise.all([read(market, at(7)), read(market, at(7))])
  expect([...both, await read(market, at(7))]).toEqual(Array(3).fill('reading 1, of 7 null'))
})

test('another version, another moment, another store and other owners are each read separately', async () => {
  const read = counted()
  expect([
    await read(market, at(7)),
    await read(market, at(8)),
    await read(market, at(8, '2026-01-01T00:00:00.000Z')),
    await read(marketOf(dbOf('two')), at(7)),
    await read({ ...market, owners: new Owners() }, at(7)),
    await read(market, at(7)),
  ]).toEqual([
    'reading 1, of 7 null',
    'reading 2, of 8 null',
    'reading 3, of 8 2026-01-01T00:00:00.000Z',
    'reading 4, of 7 null',
    'reading 5, of 7 null',
    'reading 1, of 7 null',
  ])
})

test('the views that were read last are cached', async () => {
  const read = counted()
  for (const version of [1, 2, 3, 4, 1, 5]) await read(market, at(version))
  expect(await read(market, at(1))).toBe('reading 1, of 1 null')
  expect(await read(market, at(2))).toBe('reading 6, of 2 null')
})

test('a failed reading is reported to all who wait for it, and the next one tries again', async () => {
  let isBroken = true
  const read = memoizeByView(async () => {
    if (isBroken) throw new Error('the disk is gone')
    return 'read'
  })
  const both = await Promise.allSettled([read(market, at(7)), read(market, at(7))])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await read(market, at(7))).toBe('read')
})

test('a reading that fails late does not remove the one that replaced it', async () => {
  const endings: PromiseWithResolvers<string>[] = []
  const read = memoizeByView(() => {
    const ending = Promise.withResolvers<string>()
    endings.push(ending)
    return ending.promise
  })
  const late = read(market, at(1))
  // Four others evict it, so that it is read again while the first reading still runs.
  for (const version of [2, 3, 4, 5]) read(market, at(version))
  const anew = read(market, at(1))
  endings[0]?.reject(new Error('too late'))
  await expect(late).rejects.toThrow('too late')
  expect(read(market, at(1))).toBe(anew)
  expect(endings).toHaveLength(6)
})
