import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ipo } from '../../test/support/lines.ts'
import { needs, ON_SQLITE } from '../../test/support/needs.ts'
import { recordAll } from '../../test/support/record.ts'
import { noStoreUrl, openStore, temporaryFolder } from '../../test/support/store.ts'
import { storeExists } from '../store/schema.ts'
import { marketVersion } from '../store/version/market-version.ts'
import { followStore } from './followed-store.ts'

const NOW = '2026-01-15T06:00:00.000Z'

/** A follower of an address, as in a serving process. */
async function followedAt(url: string, COLLECT: boolean) {
  const log = pino({ level: 'silent' })
  const settings = { DATABASE_URL: url, DATABASE_READ_URL: '', COLLECT }
  const store = await followStore(settings, { now: () => NOW, log, onChange: () => undefined })
  onTestFinished(() => store.close())
  return store
}

test('a process that collects creates the store', async () => {
  const url = await noStoreUrl()
  const store = await followedAt(url, true)
  expect(store.seen.version).toBe(0)
  expect(await storeExists(url)).toBe(true)
})

describe('without a SQLite file', () => {
  needs(ON_SQLITE)

  test('a process that does not collect creates neither file nor folder', async () => {
    const folder = temporaryFolder()
    const store = await followedAt(`sqlite:${folder}/data/greymark.db`, false)
    expect(await store.catchUp(NOW)).toBe(true)
    expect(store.seen.version).toBe(0)
    expect(readdirSync(folder)).toEqual([])
  })

  test('the store that another process creates is followed, in the same history', async () => {
    const url = `sqlite:${temporaryFolder()}/data/greymark.db`
    const store = await followedAt(url, false)
    await recordAll(await openStore(url), NOW, [ipo('acme')])
    await expect.poll(() => store.seen.version).toBe(1)
    expect(store.seen.history).toBe(0)
    expect(store.seen).toMatchObject(await marketVersion(store.seen.db))
    expect(store.state()).toMatchObject({ outage: null, lateCommits: 0 })
  })

  test('a file without tables, such as one that is being created, is no store yet', async () => {
    const file = `${temporaryFolder()}/greymark.db`
    const store = await followedAt(`sqlite:${file}`, false)
    writeFileSync(file, '')
    expect(await store.catchUp(null)).toBe(true)
    expect(readFileSync(file)).toHaveLength(0)
    await recordAll(await openStore(`sqlite:${file}`), NOW, [ipo('acme')])
    expect(await store.catchUp(null)).toBe(true)
    expect(store.seen.version).toBe(1)
  })

  test('a store that is locked while it is created is opened later, and delays nothing', async () => {
    const file = `${temporaryFolder()}/greymark.db`
    const store = await followedAt(`sqlite:${file}`, false)
    const creator = new Database(file)
    onTestFinished(() => void creator.close())
    creator.exec('begin exclusive; create table schema_migrations (name text primary key)')
    expect(await store.catchUp(null)).toBe(true)
    expect(store.state().outage).toBe(null)
    creator.exec('rollback')
    await recordAll(await openStore(`sqlite:${file}`), NOW, [ipo('acme')])
    expect(await store.catchUp(null)).toBe(true)
    expect(store.seen.version).toBe(1)
  })

  test('a store of a newer release that appears is an outage and is left as it is', async () => {
    const file = `${temporaryFolder()}/greymark.db`
    const store = await followedAt(`sqlite:${file}`, false)
    const newer = new Database(file)
    newer.exec(`create table schema_migrations (name text); insert into schema_migrations values ('999-x')`)
    newer.close()
    expect(await store.catchUp(null)).toBe(false)
    expect(store.state().outage).toMatchObject({ reason: 'it returns errors' })
    expect(store.seen.version).toBe(0)
    rmSync(file)
    expect(await store.catchUp(null)).toBe(true)
  })
})
