import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ipo } from '../../../test/support/lines.ts'
import { needs, ON_POSTGRES, ON_SQLITE } from '../../../test/support/needs.ts'
import { record, recordAll } from '../../../test/support/record.ts'
import { emptyStoreUrl, openStore } from '../../../test/support/store.ts'
import { listenForVersions } from './version-announcements.ts'

const NOW = '2026-01-15T06:00:00.000Z'

async function listened() {
  const url = await emptyStoreUrl()
  const db = await openStore(url)
  let calls = 0
  const listening = listenForVersions(url, () => {
    calls++
  })
  onTestFinished(() => listening.stop())
  return { db, calls: () => calls, listening }
}

const listeners = sql<{ pid: number }>`
  select pid from pg_stat_activity where datname = current_database() and query ilike 'listen %'`

describe('on PostgreSQL', () => {
  needs(ON_POSTGRES)

  test('every listening process is notified of new facts, and of nothing that was not committed', async () => {
    const { db, calls } = await listened()
    // The first call is made when listening begins.
    await expect.poll(calls).toBe(1)
    await recordAll(db, NOW, [ipo('acme')])
    await expect.poll(calls).toBe(2)
    await record(db, NOW, [ipo('birch')], { dryRun: true })
    await recordAll(db, NOW, [ipo('acme')])
    await recordAll(db, NOW, [ipo('cedar')])
    await expect.poll(calls).toBe(3)
  })

  test('a cut connection is opened again, and missed announcements are made up for', async () => {
    const { db, calls } = await listened()
    await expect.poll(calls).toBe(1)
    const { rows } = await listeners.execute(db)
    expect(rows).toHaveLength(1)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
    await expect.poll(calls).toBe(2)
    await recordAll(db, NOW, [ipo('acme')])
    await expect.poll(calls).toBe(3)
  })

  test('a stopped listener is notified no more, and leaves no connection', async () => {
    const { db, calls, listening } = await listened()
    await expect.poll(calls).toBe(1)
    await listening.stop()
    await recordAll(db, NOW, [ipo('acme')])
    await expect.poll(async () => (await listeners.execute(db)).rows).toEqual([])
    expect(calls()).toBe(1)
  })
})

describe('on SQLite', () => {
  needs(ON_SQLITE)

  test('there are no notifications: the version has to be polled', async () => {
    const { db, calls } = await listened()
    await recordAll(db, NOW, [ipo('acme')])
    expect(calls()).toBe(0)
  })
})

test('a server that accepts no connection is tried again and again, without an error', async () => {
  let tries = 0
  const server = createServer((socket) => {
    tries++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  let calls = 0
  const listening = listenForVersions(`postgres://nobody@127.0.0.1:${port}/nothing`, () => {
    calls++
  })
  onTestFinished(() => listening.stop())
  await expect.poll(() => tries).toBeGreaterThan(2)
  expect(calls).toBe(0)
})
