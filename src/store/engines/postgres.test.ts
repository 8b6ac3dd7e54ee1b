import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { needs, ON_POSTGRES } from '../../../test/support/needs.ts'
import { openStore } from '../../../test/support/store.ts'
import type { Tables } from '../tables.ts'

needs(ON_POSTGRES)

/** The texts of the statements that the connection has prepared and that contain a word. */
async function preparedWith(connection: Kysely<Tables>, word: string): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select * from pg_prepared_statements where statement like ${`%${word}%`}`.execute(connection)
  return rows.map(({ statement }) => statement)
}

test('a connection prepares a reading statement once', async () => {
  const db = await openStore()
  await db.connection().execute(async (connection) => {
    for (const slug of ['acorn', 'beech', 'cedar'])
      await sql`select id from issues where slug = ${slug}`.execute(connection)
    expect(await preparedWith(connection, 'from issues')).toEqual(['select id from issues where slug = $1'])
  })
})

test('a prepared statement goes on after a migration has added a column', async () => {
  const db = await openStore()
  await sql`insert into issues (id, slug) values (1, 'acorn')`.execute(db)
  await db.connection().execute(async (connection) => {
    const named = () => sql`select id, slug from issues where id = ${1}`.execute(connection)
    const all = () => sql`select * from issues where id = ${1}`.execute(connection)
    expect([(await named()).rows, (await all()).rows]).toEqual(Array(2).fill([{ id: 1, slug: 'acorn' }]))
    await sql`alter table issues add column added text`.execute(connection)
    expect((await named()).rows).toEqual([{ id: 1, slug: 'acorn' }])
    expect((await all()).rows).toEqual([{ id: 1, slug: 'acorn', added: null }])
  })
})

test('statements that write, or have a list of parameters in their text, are not kept', async () => {
  const db = await openStore()
  await db.connection().execute(async (connection) => {
    await sql`update issues set slug = slug where id = ${1}`.execute(connection)
    const ids = Array.from({ length: 70 }, (_, id) => id)
    await sql`select id from issues where id in (${sql.join(ids)})`.execute(connection)
    expect(await preparedWith(connection, 'issues')).toEqual([])
  })
})

test('a connection keeps a limited number of statements', async () => {
  const db = await openStore()
  await db.connection().execute(async (connection) => {
    for (let n = 0; n < 320; n++)
      await sql`select ${sql.lit(n)} as number_of_many where ${n} >= 0`.execute(connection)
    const kept = await preparedWith(connection, 'number_of_many')
    expect(kept.length).toBeGreaterThan(200)
    expect(kept.length).toBeLessThanOrEqual(300)
  })
})

test('a statement that failed can be corrected and repeated', async () => {
  const db = await openStore()
  await db.connection().execute(async (connection) => {
    const ratio = (divisor: number) =>
      sql<{ ratio: number }>`select 6 / cast(${divisor} as integer) as ratio`.execute(connection)
    await expect(ratio(0)).rejects.toThrow('division by zero')
    expect((await ratio(2)).rows).toEqual([{ ratio: 3 }])
  })
})
