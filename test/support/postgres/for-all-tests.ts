import type { TestProject } from 'vitest/node'
import { openDb } from '../../../src/store/engines/db.ts'
import { migrate } from '../../../src/store/schema.ts'
import { startPostgres } from './server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL server of the tests; missing for tests on SQLite. */
    postgres: { readonly base: string; readonly template: string } | undefined
  }
}

/** A database with the schema, which each test copies. */
const TEMPLATE = 'greymark_template'

/** One server for all tests of a run. Its data need not survive a power cut. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_wal_size: '256MB',
  })
  await server.query(`create database ${TEMPLATE}`)
  const db = openDb(server.url(TEMPLATE))
  await migrate(db)
  await db.destroy()
  project.provide('postgres', { base: server.url(''), template: TEMPLATE })
  return () => server.stop()
}
