import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Db, openDb } from '../../src/store/db.ts'
import { migrate } from '../../src/store/migrate.ts'

/** A new folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'greymark-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The address of an empty store on disk that is gone after the test. */
export const emptyStoreUrl = (): string => `sqlite:${join(temporaryFolder(), 'greymark.db')}`

/** An open store, closed after the test. */
export async function openStore(url = emptyStoreUrl()): Promise<Db> {
  const db = openDb(url)
  await migrate(db)
  onTestFinished(() => db.destroy())
  return db
}
