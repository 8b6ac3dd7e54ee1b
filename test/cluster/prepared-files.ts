import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { openDb } from '../../src/store/engines/db.ts'
import { migrate } from '../../src/store/schema.ts'
import { manyFacts } from '../support/many-facts.ts'
import { startPostgres } from '../support/postgres/server.ts'
import { recordAll } from '../support/record.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of a stopped server whose database has facts. Each cluster starts on a copy of its files. */
    preparedFolder: string
  }
}

/** The test data need not survive a power cut of the machine. */
export const QUICK = { fsync: 'off', full_page_writes: 'off' }
export const DATABASE = 'market'
const SEEDED = 6000

/** Once for all clusters of a run, because it takes longer than starting them. */
export async function setup(project: TestProject): Promise<() => void> {
  const server = await startPostgres(QUICK)
  await server.query(`create database ${DATABASE}`)
  const db = openDb(server.url(DATABASE))
  await migrate(db)
  await recordAll(db, new Date().toISOString(), manyFacts(SEEDED).dated)
  await db.destroy()
  await server.shutDown()
  project.provide('preparedFolder', server.folder)
  return () => rmSync(server.folder, { recursive: true, force: true })
}
