import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ipo } from '../../test/support/lines.ts'
import { needs, ON_POSTGRES } from '../../test/support/needs.ts'
import { recordAll } from '../../test/support/record.ts'
import { emptyStoreUrl, openStore } from '../../test/support/store.ts'
import { readLine } from '../sources/facts-file/read-line.ts'
import { appendAll } from '../store/append/append.ts'
import { beginRound, commitRound } from '../store/append/round.ts'
import type { Db } from '../store/engines/db.ts'
import { followStore } from './followed-store.ts'

const NOW = '2026-01-15T06:00:00.000Z'

/** A store with facts and a follower of it, as in a serving process. */
async function followed() {
  const url = await emptyStoreUrl()
  const db = await openStore(url)
  await recordAll(db, NOW, [ipo('acme')])
  const errors: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void errors.push(JSON.parse(line).msg) })
  let changes = 0
  const store = await followStore(
    { DATABASE_URL: url, DATABASE_READ_URL: '', COLLECT: false },
    { now: () => NOW, log, onChange: () => changes++ },
  )
  onTestFinished(() => store.close())
  return { db, store, errors, changes: () => changes }
}

test('facts of another process are visible at once after catchUp, and soon without it', async () => {
  const { db, store, changes } = await followed()
  expect(store.current.version).toBe(1)
  await recordAll(db, NOW, [ipo('birch')])
  expect(await store.catchUp(null)).toBe(true)
  expect(store.current.version).toBe(2)
  await recordAll(db, NOW, [ipo('cedar')])
  await expect.poll(() => store.current.version).toBe(3)
  expect(changes()).toBe(2)
})

test('a store that has lost facts is served as it is, with another history number, and an error is logged', async () => {
  const { db, store, errors } = await followed()
  await recordAll(db, NOW, [ipo('birch')])
  await store.catchUp(null)
  const before = store.db

  // As after the promotion of a standby that had not received the last round.
  await sql`update market_version set version = 1`.execute(db)
  expect(await store.catchUp(null)).toBe(true)
  expect(store.current.version).toBe(1)
  expect(store.history).toBe(1)
  expect(store.db).not.toBe(before)
  expect(errors).toEqual([expect.stringContaining('the store has lost facts')])
})

test('the same version with another time counts as another history', async () => {
  const { db, store } = await followed()
  await sql`update market_version set recorded = '2026-01-15T07:00:00.000Z'`.execute(db)
  await store.catchUp(null)
  expect(store.history).toBe(1)
})

describe('on PostgreSQL', () => {
  needs(ON_POSTGRES)

  test('a failed read of the version is an outage, which ends with the next good read', async () => {
    const { db, store } = await followed()
    expect(store.state().outage).toBe(null)
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db)
    await rename('market_version', 'hidden')
    expect(await store.catchUp(null)).toBe(false)
    expect(store.state().outage).toMatchObject({
      since: NOW,
      reason: 'it returns errors',
    })
    expect(store.current.version).toBe(1)

    await rename('hidden', 'market_version')
    await expect.poll(() => store.state().outage).toBe(null)
  })
})

/** A store, a follower of it with its own clock, and the warnings it logged. */
async function followedByClock() {
  const url = await emptyStoreUrl()
  const writer = await openStore(url)
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(JSON.parse(line).msg) })
  const clock = { now: NOW }
  const store = await followStore(
    { DATABASE_URL: url, DATABASE_READ_URL: '', COLLECT: false },
    { now: () => clock.now, log, onChange: () => undefined },
  )
  onTestFinished(() => store.close())
  return { writer, store, clock, warnings }
}

describe('a commit that takes longer than expected', () => {
  // On SQLite a moment that is two seconds old is not waited for.
  needs(ON_POSTGRES)
  const LATER = '2026-01-15T06:00:10.000Z'

  /** A round that is stamped at `NOW` and committed when the test calls `commit`. */
  async function slowCommit(writer: Db) {
    const { promise: stamped, resolve: stamp } = Promise.withResolvers<void>()
    const { promise: end, resolve: commit } = Promise.withResolvers<void>()
    const committed = writer.transaction().execute(async (tx) => {
      const round = await beginRound(tx, NOW)
      await appendAll(round, { now: () => NOW, batches: [[readLine(JSON.stringify(ipo('slow')), 1)]] })
      const result = { outcome: 'done', fault: null, words: null } as const
      const work = { source: 'import', work: 'import', started: NOW, now: () => NOW } as const
      await commitRound(round, { ...work, rowsRead: 1, rowsRefused: 0, result })
      stamp()
      await end
    })
    await Promise.race([stamped, committed])
    return {
      async commit() {
        commit()
        await committed
      },
    }
  }

  test('delays answers as of a moment after the time of its facts', async () => {
    const { writer, store, clock } = await followedByClock()
    const { commit } = await slowCommit(writer)
    clock.now = LATER
    let isCaughtUp = false
    const catching = store.catchUp(LATER).finally(() => {
      isCaughtUp = true
    })
    await store.catchUp(null)
    expect({ isCaughtUp, version: store.current.version }).toEqual({ isCaughtUp: false, version: 0 })
    await commit()
    expect(await catching).toBe(true)
    expect(store.current.version).toBe(1)
    expect(store.state().lateCommits).toBe(0)
  })

  test('delays neither answers as of earlier moments nor current ones', async () => {
    const { writer, store, clock } = await followedByClock()
    expect(await store.catchUp(NOW)).toBe(true)
    const { commit } = await slowCommit(writer)
    clock.now = LATER
    expect(await store.catchUp(NOW)).toBe(true)
    expect(await store.catchUp(null)).toBe(true)
    await commit()
  })

  test('makes catchUp return false if it does not end in time', async () => {
    const { writer, store, clock } = await followedByClock()
    const { commit } = await slowCommit(writer)
    clock.now = LATER
    expect(await store.catchUp(LATER)).toBe(false)
    await commit()
    expect(await store.catchUp(LATER)).toBe(true)
  })
})

test('only a commit of a writer whose clock is behind is counted and logged as late', async () => {
  const { writer, store, clock, warnings } = await followedByClock()
  await recordAll(writer, NOW, [ipo('in-time')])
  expect(await store.catchUp(null)).toBe(true)
  expect(store.state().lateCommits).toBe(0)

  clock.now = '2026-01-15T06:00:10.000Z'
  expect(await store.catchUp(clock.now)).toBe(true)
  // Its time is before that catchUp, which did not see it.
  await recordAll(writer, '2026-01-15T06:00:05.000Z', [ipo('too-late')])
  expect(await store.catchUp(null)).toBe(true)
  expect(store.state().lateCommits).toBe(1)
  expect(warnings).toEqual([
    expect.stringMatching(
      /has the time 2026-01-15T06:00:05\.001Z, but was not announced yet at 2026-01-15T06:00:10/,
    ),
  ])
})
