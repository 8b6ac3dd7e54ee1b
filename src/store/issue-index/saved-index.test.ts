import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { deserialize, serialize } from 'node:v8'
import { expect, test } from 'vitest'
import { ipo, listing, retraction, same } from '../../../test/support/lines.ts'
import { recordAll } from '../../../test/support/record.ts'
import { emptyStoreUrl, openStore } from '../../../test/support/store.ts'
import { HEAD_KEYS } from '../../market/issues/issue-head.ts'
import type { Db } from '../engines/db.ts'
import { marketVersion } from '../version/market-version.ts'
import { readIndex, visitHeads } from './issue-index.ts'
import { INDEX_FORMAT, savedIndex, startIndex } from './saved-index.ts'

const NOW = '2026-03-01T00:00:00.000Z'
const MANY = Array.from({ length: 520 }, (_, i) =>
  ipo(`issue-${i}`, { openDate: '2026-01-05', symbol: i % 3 === 0 ? null : `SYM${i}` }),
)

async function headsFrom(db: Db, read: typeof readIndex): Promise<unknown[]> {
  const { version } = await marketVersion(db)
  const heads: unknown[] = []
  visitHeads(await read(db, version), { version, asOf: null }, (head) =>
    heads.push(HEAD_KEYS.map((key) => head[key])),
  )
  return heads
}

/** Replaces a part of the saved index. */
async function rewrite(db: Db, part: number, change: (content: Uint8Array) => Uint8Array): Promise<void> {
  const { content } = await db
    .selectFrom('issue_index')
    .select('content')
    .where('part', '=', part)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('issue_index')
    .set({ content: change(content) })
    .where('part', '=', part)
    .execute()
}

test('a store with many issues has its index saved, and a new process starts from it', async () => {
  const url = await emptyStoreUrl()
  const db = await openStore(url)
  await recordAll(db, NOW, MANY.slice(0, 20))
  expect(await savedIndex(db)).toBeUndefined()
  await recordAll(db, NOW, MANY)
  expect((await savedIndex(db))?.version).toBe(2)
  await rewrite(db, 1, (content) => {
    const chunk = deserialize(content)
    return serialize({
      ...chunk,
      texts: chunk.texts.map((text: string) => text.replace(/^issue 7 /, 'Seven ')),
    })
  })
  expect(JSON.stringify(await headsFrom(await openStore(url), startIndex))).toContain('"Seven Limited"')
})

test('facts committed after the index was saved are read on top of it', async () => {
  const db = await openStore()
  await recordAll(db, NOW, MANY)
  await recordAll(db, NOW, [
    same('issue-3', 'issue-519'),
    ipo('issue-4', { openDate: '2026-01-09' }),
    ipo('newcomer'),
    listing('issue-5', '2026-01-12', 90),
  ])
  await recordAll(db, NOW, [retraction(listing('issue-5', '2026-01-12', 90))])
  expect((await savedIndex(db))?.version).toBe(1)
  expect(await headsFrom(db, startIndex)).toEqual(await headsFrom(db, readIndex))
  await recordAll(
    db,
    NOW,
    MANY.map((line) => ({ ...line, openDate: '2026-01-06' })),
  )
  expect((await savedIndex(db))?.version).toBe(4)
  expect(await headsFrom(db, startIndex)).toEqual(await headsFrom(db, readIndex))
})

test('a round whose index cannot be saved has its facts recorded, and a warning says so', async () => {
  const db = await openStore()
  await db.schema.dropTable('issue_index').execute()
  const warned = once(process, 'warning')
  expect(await recordAll(db, NOW, MANY)).toMatchObject({ taken: MANY.length })
  const [warning] = await warned
  expect(warning.message).toMatch(/^the index of the issues was not saved: .*issue_index/)
  expect((await marketVersion(db)).version).toBe(1)
})

test.each([
  [
    'of another release',
    0,
    (content: Uint8Array) => serialize({ ...deserialize(content), release: '0.0.0 0' }),
  ],
  ['unreadable', 0, () => new Uint8Array([1, 2, 3])],
  ['with a chunk missing', 0, (content: Uint8Array) => serialize({ ...deserialize(content), chunks: 4 })],
  ['with an unreadable chunk', 2, () => new Uint8Array([1, 2, 3])],
] as const)('a saved index is ignored: %s', async (_name, part, change) => {
  const db = await openStore()
  await recordAll(db, NOW, MANY)
  const heads = await headsFrom(db, readIndex)
  await rewrite(db, part, change)
  expect(await savedIndex(db)).toBeUndefined()
  expect(await headsFrom(db, startIndex)).toEqual(heads)
})

/** An index saved under other rules would be mistaken for one of these. */
test('a change of how issues are derived requires a higher INDEX_FORMAT and a new digest here', async () => {
  const db = await openStore()
  await recordAll(db, NOW, [
    ...[ipo('alpha', { openDate: '2026-01-05', closeDate: '2026-01-07', priceMax: 100, source: 'nse' })],
    ...[ipo('alpha', { openDate: '2026-01-06', source: 'bse' }), ipo('alfa'), same('alfa', 'alpha')],
    ...[
      ipo('beta', { name: 'BETA LAMPS LIMITED', board: 'SME', symbol: 'BETA', withdrawn: true }),
      ipo('gamma', { priceMin: 90 }),
    ],
    listing('alpha', '2026-01-12', 90),
  ])
  const heads = JSON.stringify([HEAD_KEYS, await headsFrom(db, readIndex)])
  const digest = createHash('sha256').update(heads).digest('hex').slice(0, 16)
  expect({ RULES: INDEX_FORMAT, digest }).toEqual({ RULES: 2, digest: 'd698110b2f0c5089' })
})
