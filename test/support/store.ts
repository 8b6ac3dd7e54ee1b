import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type Db, IN_MEMORY, openDb } from '../../src/store/engines/db.ts'
import { migrate } from '../../src/store/schema.ts'
import { isInMemory, quickPlace } from './quick-place.ts'

/** A new folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(quickPlace(), 'greymark-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A place for a store, which can be removed. */
export interface Place {
  readonly url: string
  remove(): Promise<void>
}

/** A place for a SQLite file, which is not there yet. */
function newFilePlace(): Place {
  const folder = mkdtempSync(join(quickPlace(), 'greymark-test-'))
  return {
    url: `sqlite:${join(folder, 'greymark.db')}`,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

let emptyFile: Promise<Buffer> | undefined

/** The bytes of a SQLite store with the schema and no facts: writing them is quicker than migrating. */
async function makeEmptyFile(): Promise<Buffer> {
  const { url, remove } = newFilePlace()
  const db = openDb(url)
  await migrate(db)
  await db.destroy()
  const bytes = readFileSync(url.slice('sqlite:'.length))
  await remove()
  return bytes
}

/** A place for a store of the engine that the tests run on: a file, or a database of the run's PostgreSQL server. */
async function newPlace({ hasSchema }: { hasSchema: boolean }): Promise<Place> {
  const postgres = inject('postgres')
  if (!postgres) return newFilePlace()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const template = hasSchema ? postgres.template : 'template1'
  await createDatabase(postgres.base, name, template)
  return {
    url: `${postgres.base}${name}`,
    remove: async () => dropDatabase(postgres.base, name),
  }
}

/** A place at which there is an empty store with the schema, on both engines. */
export async function newMigratedPlace(): Promise<Place> {
  if (inject('postgres')) return newPlace({ hasSchema: true })
  const place = newFilePlace()
  emptyFile ??= makeEmptyFile()
  writeFileSync(place.url.slice('sqlite:'.length), await emptyFile)
  return place
}

/** Kept for all tests of this worker: making a connection takes as long as making a database. */
const administrators: { maker?: pg.Pool; remover?: pg.Pool } = {}

async function createDatabase(base: string, name: string, template: string): Promise<void> {
  administrators.maker ??= oneConnection(base)
  await administrators.maker.query(`create database ${name} template ${template} strategy file_copy`)
}

/** Nobody waits for it, which takes longer than most tests: what is left at the end goes with the server. */
function dropDatabase(base: string, name: string): void {
  administrators.remover ??= oneConnection(base)
  administrators.remover.query(`drop database ${name} with (force)`).catch(() => undefined)
}

/** Takes one statement after the other. The server of the run may end before the worker does. */
function oneConnection(base: string): pg.Pool {
  const settings = { max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true }
  const pool = new pg.Pool({ connectionString: `${base}postgres`, ...settings })
  return pool.on('error', () => undefined)
}

/** The address of an empty store with the schema that is removed after the test. The same tests run on both engines. */
export async function emptyStoreUrl(): Promise<string> {
  const { url, remove } = await newMigratedPlace()
  onTestFinished(remove)
  return url
}

/** The address of a store that is to be created: a file that is not there yet, or an empty database with the schema. */
export async function futureStoreUrl(): Promise<string> {
  const { url, remove } = await newPlace({ hasSchema: true })
  onTestFinished(remove)
  return url
}

/** An address at which a store could be, and is none. */
export async function noStoreUrl(): Promise<string> {
  const { url, remove } = await newPlace({ hasSchema: false })
  onTestFinished(remove)
  return url
}

/** Runs a function with an empty store that is removed right after, for properties that need hundreds of them. */
export async function withStore<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const { url, remove } = await newMigratedPlace()
  // A disk would make each commit wait.
  const db = openDb(inject('postgres') || isInMemory(url) ? url : IN_MEMORY)
  try {
    await migrate(db)
    return await work(db)
  } finally {
    await db.destroy()
    await remove()
  }
}

/** The runs of a property that takes long: all under `npm run test:full`, fewer on PostgreSQL, where creating a store takes longer. */
export const runs = (times: number): { numRuns: number } => ({
  numRuns: Math.ceil(times / (inject('postgres') ? 10 : 1) / (inject('isFull') ? 1 : 5)),
})

/** An open store, closed after the test. */
export async function openStore(url?: string): Promise<Db> {
  const db = openDb(url ?? (await emptyStoreUrl()))
  await migrate(db)
  onTestFinished(() => db.destroy())
  return db
}
