import { copyFileSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** Every readable row of the tables of facts, as text. */
export type Contents = ReadonlySet<string>

const TABLES = ['issues', 'issue_facts', 'gmp_reports', 'deals', 'rounds'] as const

/** The readable contents of a store, from a copy, so that reading changes nothing. */
export function contentsOf(path: string, scratch: string): Contents {
  const rows = new Set<string>()
  if (!existsSync(path) || !statSync(path).isFile()) return rows
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch, { recursive: true })
  const copy = join(scratch, 'copy.db')
  for (const ending of ['', '-wal', '-journal'])
    if (existsSync(path + ending)) copyFileSync(path + ending, copy + ending)
  for (const table of TABLES) readTable(copy, table, rows)
  return rows
}

function readTable(path: string, table: string, rows: Set<string>): void {
  let file: Database.Database | undefined
  try {
    file = new Database(path, { fileMustExist: true })
    for (const row of file.prepare(`select * from ${table}`).raw().iterate())
      rows.add(JSON.stringify([table, row]))
  } catch {
    // Rows after the damage could not be read before either.
  } finally {
    file?.close()
  }
}

/** The number of rows that were readable before and are not now. */
export const lostRows = (before: Contents, after: Contents): number =>
  [...before].filter((row) => !after.has(row)).length
