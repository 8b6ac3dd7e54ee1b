import { createRequire } from 'node:module'
import type * as duckdb from '@duckdb/node-api'
import { onTestFinished } from 'vitest'
import type { Need } from './needs.ts'

/** DuckDB, unless its binary is missing for this machine: then `import` would end the whole file of tests. */
function loaded(): typeof duckdb | undefined {
  try {
    return createRequire(import.meta.url)('@duckdb/node-api')
  } catch {
    return undefined
  }
}

const DUCKDB_PACKAGE = loaded()

export const DUCKDB: Need = {
  isMet: () => DUCKDB_PACKAGE !== undefined,
  reason: 'the binary of DuckDB for this machine is not installed: run npm ci with optional packages',
}

/** Rows with texts for all that JSON cannot express. */
export type Select = (sql: string) => Promise<Record<string, unknown>[]>

/** A DuckDB in memory whose session has a time zone. It installs no extension, so that it never needs a network. */
export async function openDuckDb(timeZone: string): Promise<Select> {
  if (!DUCKDB_PACKAGE) throw new Error(DUCKDB.reason)
  const instance = await DUCKDB_PACKAGE.DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    threads: '2',
  })
  const connection = await instance.connect()
  onTestFinished(() => {
    connection.closeSync()
    instance.closeSync()
  })
  await connection.run(`SET TimeZone = '${timeZone}'`)
  return async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson()
}
