import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { holiday, ipo, listing, subscription } from '../../../test/support/lines.ts'
import { recordAll } from '../../../test/support/record.ts'
import { emptyStoreUrl, noStoreUrl, openStore } from '../../../test/support/store.ts'
import { writeLine } from '../../sources/facts-file/write-line.ts'
import { type Db, openDb } from '../engines/db.ts'
import { allFacts } from '../facts/all-facts.ts'
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

test('readings of an older store are kept, and may then be without a multiple', async () => {
  const db = await openStore()
  await recordAll(db, '2026-01-20T06:00:00.000Z', [
    ipo('alpha'),
    subscription('alpha', '2026-01-14T11:30:00.000Z', 'RII', 2.5),
    listing('alpha', '2026-01-19', 110),
  ])
  const before = await exported(db)
  await dropInvestorData(db)
  await migrate(db)
  expect(await exported(db)).toEqual(before)
  const counts = { timesSub: null, applications: 12 }
  await recordAll(db, '2026-01-20T07:00:00.000Z', [
    { ...subscription('alpha', '2026-01-15T11:30:00.000Z', 'RII', 0), ...counts },
    holiday('2026-01-26'),
  ])
  expect(await exported(db)).toHaveLength(before.length + 2)
})

async function exported(db: Db): Promise<string[]> {
  const lines: string[] = []
  for await (const fact of allFacts(db)) lines.push(writeLine(fact, fact.recorded))
  return lines
}

/** Takes the store back to the schema before holidays, bids and the figures of listing days. */
async function dropInvestorData(db: Db): Promise<void> {
  const added = {
    gmp_reports: ['printed_low', 'printed_high', 'sauda'],
    subscription_reports: ['shares_offered', 'shares_bid', 'applications'],
    listings: ['high', 'low', 'close', 'volume', 'delivered_pct'],
  }
  await sql`drop table holidays`.execute(db)
  for (const [table, columns] of Object.entries(added))
    for (const column of columns) await db.schema.alterTable(table).dropColumn(column).execute()
  await sql`delete from schema_migrations where name = '006-investor-data'`.execute(db)
}

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
