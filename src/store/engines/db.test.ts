import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deal } from '../../../test/support/lines.ts'
import { ON_SQLITE, skipWithout } from '../../../test/support/needs.ts'
import { recordAll } from '../../../test/support/record.ts'
import { openStore, temporaryFolder } from '../../../test/support/store.ts'
import { isStoreUnavailable, openDb } from './db.ts'

const failureOf = async (work: () => unknown): Promise<unknown> => {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

test('a file that is no database is reported as an unavailable store', async () => {
  const path = join(temporaryFolder(), 'letter.txt')
  writeFileSync(path, 'Dear reader, this is not a database, however long one looks at it.'.repeat(100))
  expect(isStoreUnavailable(await failureOf(() => openDb(`sqlite:${path}`)))).toBe(true)
})

test('an error in a query is not reported as an unavailable store', async () => {
  const db = await openStore()
  expect(isStoreUnavailable(await failureOf(() => sql`select nothing from nowhere`.execute(db)))).toBe(false)
})

test('a cached statement still works after its table was dropped and created again', async () => {
  const db = await openStore()
  for (const value of [1, 2]) {
    await sql`create temporary table passing (value integer)`.execute(db)
    await sql`insert into passing (value) values (${value})`.execute(db)
    expect((await sql`select value from passing`.execute(db)).rows).toEqual([{ value }])
    await sql`drop table passing`.execute(db)
  }
})

test('a full disk is reported as such, and the store continues from where it was', async ({ skip }) => {
  skipWithout(skip, ON_SQLITE)
  const db = await openStore()
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 10)}`.execute(db)
  const deals = Array.from({ length: 2000 }, (_, i) => deal('2026-01-10', { clientName: `FUND ${i}` }))
  const failure = await failureOf(() => recordAll(db, '2026-01-15T06:00:00.000Z', deals))
  expect(failure).toMatchObject({ code: 'SQLITE_FULL' })
  expect(isStoreUnavailable(failure)).toBe(true)

  await sql`pragma max_page_count = 1000000`.execute(db)
  expect(await recordAll(db, '2026-01-15T06:00:00.000Z', deals)).toMatchObject({ taken: 2000 })
})
