import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openStore, temporaryFolder } from '../../test/support/store.ts'
import { databaseUrlFault, isStoreUnavailable, openDb } from './db.ts'

const failureOf = async (work: () => unknown): Promise<unknown> => {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

test('a file that is no database is a store that cannot be reached', async () => {
  const path = join(temporaryFolder(), 'letter.txt')
  writeFileSync(path, 'Dear reader, this is not a database, however long one looks at it.'.repeat(100))
  expect(isStoreUnavailable(await failureOf(() => openDb(`sqlite:${path}`)))).toBe(true)
})

test('a wrong question is our own fault', async () => {
  const db = await openStore()
  expect(isStoreUnavailable(await failureOf(() => sql`select nothing from nowhere`.execute(db)))).toBe(false)
})

test('a password in a database address is not repeated', () => {
  const fault = databaseUrlFault('mysql://user:secret@127.0.0.1/db?password=secret')
  expect(fault).toContain('must be sqlite:PATH')
  expect(fault).not.toContain('secret')
})

test('a statement that was kept still works after its table was dropped and made again', async () => {
  const db = await openStore()
  for (const value of [1, 2]) {
    await sql`create temporary table passing (value integer)`.execute(db)
    await sql`insert into passing (value) values (${value})`.execute(db)
    expect((await sql`select value from passing`.execute(db)).rows).toEqual([{ value }])
    await sql`drop table passing`.execute(db)
  }
})
