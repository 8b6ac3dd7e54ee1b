import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type Db, openDb } from '../../src/store/db.ts'
import { migrate } from '../../src/store/migrate.ts'

/** A new folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'greymark-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * The address of an empty store that is gone after the test: a file, or a database of the PostgreSQL server that the
 * run of the tests has started. So the same tests run on both engines.
 */
export async function emptyStoreUrl(): Promise<string> {
  const postgres = inject('postgres')
  if (!postgres) return `sqlite:${join(temporaryFolder(), 'greymark.db')}`
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name} template ${postgres.template} strategy file_copy`)
  onTestFinished(() => administer(`drop database ${name} with (force)`))
  return `${postgres.base}${name}`

  async function administer(statement: string): Promise<void> {
    const client = new pg.Client(`${postgres?.base}postgres`)
    await client.connect()
    await client.query(statement)
    await client.end()
  }
}

/** An open store, closed after the test. */
export async function openStore(url?: string): Promise<Db> {
  const db = openDb(url ?? (await emptyStoreUrl()))
  await migrate(db)
  onTestFinished(() => db.destroy())
  return db
}
