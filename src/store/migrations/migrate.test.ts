import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyStoreUrl, noStoreUrl, openStore } from '../../../test/support/store.ts'
import { openDb } from '../engines/db.ts'
import { marketVersion } from '../version/market-version.ts'
import { migrate } from './migrate.ts'

test('a store that a newer release has written is refused with a message', async () => {
  const db = await openStore()
  await sql`insert into schema_migrations (name) values ('999-future')`.execute(db)
  await expect(migrate(db)).rejects.toThrow(/newer Greymark.*"999-future".*upgrade/)
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

test('each step of migrating an older store is reported with its duration, and a new store reports none', async () => {
  const db = await openStore()
  await sql`drop table deal_groups`.execute(db)
  await sql`drop index deals_of_client`.execute(db)
  await sql`delete from schema_migrations where name = '005-deal-groups'`.execute(db)
  let ms = 0
  const messages: string[] = []
  const now = () => {
    ms += 500
    return ms
  }
  await migrate(db, { now, onStep: (message) => messages.push(message) })
  const prefix = 'migrating the store:'
  expect(messages).toEqual([
    `${prefix} schema 005-deal-groups begins`,
    `${prefix} schema 005-deal-groups took 0.5 s`,
    `${prefix} index of the issues begins`,
    `${prefix} index of the issues took 0.5 s`,
  ])

  const fresh = openDb(await noStoreUrl())
  await migrate(fresh, { now, onStep: (message) => messages.push(message) })
  await fresh.destroy()
  expect(messages).toHaveLength(4)
})
