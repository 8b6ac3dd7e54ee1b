import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyStoreUrl, openStore } from '../../test/support/store.ts'
import { openDb } from './db.ts'
import { marketVersion } from './market-version.ts'
import { migrate } from './migrate.ts'

test('a store that a newer release has written is refused with a sentence', async () => {
  const db = await openStore()
  await sql`insert into schema_migrations (name) values ('999-future')`.execute(db)
  await expect(migrate(db)).rejects.toThrow(/newer Greymark.*"999-future".*upgrade/)
})

test('whoever only looks does not wait for a writer', async () => {
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
