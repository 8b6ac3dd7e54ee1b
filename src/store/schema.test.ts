import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyStoreUrl, openStore } from '../../test/support/store.ts'
import { openDb } from './engines/db.ts'
import { migrate } from './schema.ts'
import { marketVersion } from './version/market-version.ts'

test.each([
  ['a newer release', '999-future', /written by a newer Greymark.*"999-future".*upgrade/],
  [
    'an earlier build',
    '010-pieces',
    /written by an earlier build.*"greymark export FILE".*"greymark import FILE"/,
  ],
])('a store that %s has written is refused with what to do', async (_writer, name, message) => {
  const db = await openStore()
  await sql`update schema_migrations set name = ${name}`.execute(db)
  await expect(migrate(db)).rejects.toThrow(message)
})

test('checking the schema does not wait for a writer', async () => {
  const url = await emptyStoreUrl()
  const writer = await openStore(url)
  await writer.transaction().execute(async (tx) => {
    await sql`update market_version set last_round = last_round`.execute(tx)
    const reader = openDb(url)
    await migrate(reader)
    expect((await marketVersion(reader)).version).toBe(0)
    await reader.destroy()
  })
})
