import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startTcpForwarder } from '../../test/support/forwarder.ts'
import { ipo } from '../../test/support/lines.ts'
import { needs, ON_POSTGRES } from '../../test/support/needs.ts'
import { recordAll } from '../../test/support/record.ts'
import { emptyStoreUrl, openStore } from '../../test/support/store.ts'
import { readLine } from '../sources/facts-file/read-line.ts'
import { appendAll } from '../store/append/append.ts'
import { beginRound, commitRound } from '../store/append/round.ts'
import type { Db } from '../store/engines/db.ts'
import { followStore, type SeenStore } from './followed-store.ts'

const NOW = '2026-01-15T06:00:00.000Z'

/** A store with facts and a follower of it, as in a serving process. */
async function followed() {
  const url = await emptyStoreUrl()
  const db = await openStore(url)
  await recordAll(db, NOW, [ipo('acme')])
  const errors: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void errors.push(JSON.parse(line).msg) })
  const changes: SeenStore[] = []
  const store = await followStore(
    { DATABASE_URL: url, DATABASE_READ_URL: '', COLLECT: false },
    { now: () => NOW, log, onChange: (seen) => changes.push(seen) },
  )
  onTestFinished(() => store.close())
  return { db, store, errors, changes }
}

test('facts of another process are visible at once after catchUp, and soon without it', async () => {
  const { db, store, changes } = await followed()
  expect(store.seen.version).toBe(1)
  await recordAll(db, NOW, [ipo('birch')])
  expect(await store.catchUp(null)).toBe(true)
  expect(store.seen.version).toBe(2)
  await recordAll(db, NOW, [ipo('cedar')])
  await expect.poll(() => store.seen.version).toBe(3)
  expect(changes.map(({ version }) => version)).toEqual([2, 3])
  expect(changes[1]).toBe(store.seen)
})

test('what is seen is the same object until it changes', async () => {
  const { db, store, changes } = await followed()
  const before = store.seen
  expect(await store.catchUp(null)).toBe(true)
  expect(store.seen).toBe(before)
  await recordAll(db, NOW, [ipo('birch')])
  await Promise.all([store.catchUp(null), store.catchUp(null), store.catchUp(null)])
  expect(before.version).toBe(1)
  expect(changes).toEqual([store.seen])
})

test('a version that another process named is seen by one look, and one that does not exist is not waited for', async () => {
  const { db, store } = await followed()
  expect(await store.reach(1)).toBe(true)
  await recordAll(db, NOW, [ipo('birch')])
  const reached = [store.reach(2), store.reach(3)]
  expect(await Promise.all(reached)).toEqual([true, false])
  expect(store.seen.version).toBe(2)
})

test('a store that has lost facts is served as it is, with another history number, and an error is logged', async () => {
  const { db, store, errors, changes } = await followed()
  await recordAll(db, NOW, [ipo('birch')])
  await store.catchUp(null)
  const before = store.seen.db

  // As after the promotion of a standby that had not received the last round.
  await sql`update market_version set version = 1`.execute(db)
  expect(await store.catchUp(null)).toBe(true)
  expect(store.seen.version).toBe(1)
  expect(store.seen.history).toBe(1)
  expect(store.seen.db).not.toBe(before)
  expect(errors).toEqual([expect.stringContaining('the store has lost facts')])
  expect(changes.map(({ version, history }) => [version, history])).toEqual([
    [2, 0],
    [1, 1],
  ])
})

test('the same version with another time counts as another history', async () => {
  const { db, store } = await followed()
  await sql`update market_version set recorded = '2026-01-15T07:00:00.000Z'`.execute(db)
  await store.catchUp(null)
  expect(store.seen.history).toBe(1)
})

describe('on PostgreSQL', () => {
  needs(ON_POSTGRES)

  test('failed reads of the version are one outage, which ends with the next good read', async () => {
    const { db, store, errors, changes } = await followed()
    expect(store.state().outage).toBe(null)
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db)
    await rename('market_version', 'hidden')
    for (let look = 0; look < 3; look++) expect(await store.catchUp(null)).toBe(false)
    expect(store.state().outage).toEqual({ since: NOW, reason: 'it returns errors' })
    expect(store.seen).toMatchObject({ version: 1, isUnavailable: true })

    await rename('hidden', 'market_version')
    await expect.poll(() => store.state().outage).toBe(null)
    expect(store.seen).toMatchObject({ version: 1, isUnavailable: false })
    expect(changes.map(({ isUnavailable }) => isUnavailable)).toEqual([true, false])
    expect(errors).toEqual(['the store cannot be read: only answers in memory can be served'])
  })

  test('a look that hangs is an outage, and makes nobody wait for its end', async () => {
    const { db, store } = await followed()
    await db.transaction().execute(async (tx) => {
      await sql`lock table market_version in access exclusive mode`.execute(tx)
      const asked = [store.catchUp(null), store.catchUp('2026-01-15T05:00:00.000Z'), store.reach(2)]
      expect(await Promise.all(asked)).toEqual([false, false, false])
      await expect
        .poll(() => store.state().outage)
        .toEqual({ since: NOW, reason: 'it gave no answer within 2 seconds' })
    })
    await expect.poll(() => store.state().outage).toBe(null)
  })

  test('a read that fails because the store is closed is no outage', async () => {
    const { store, errors } = await followed()
    const looked = store.catchUp(null)
    await store.close()
    await looked
    expect(await store.catchUp(null)).toBe(false)
    expect(errors).toEqual([])
  })
})

describe('a store that is read from a replica', () => {
  // Two databases, of which the second gets a fact when the test replays it.
  needs(ON_POSTGRES)

  async function followedReplica() {
    const [primaryUrl, replicaUrl] = [await emptyStoreUrl(), await emptyStoreUrl()]
    const primary = await openStore(primaryUrl)
    const replica = await openStore(replicaUrl)
    const forwarder = await startTcpForwarder(Number(new URL(primaryUrl).port))
    onTestFinished(forwarder.close)
    const url = new URL(primaryUrl)
    url.port = String(forwarder.port)
    const clock = { now: '2026-01-15T07:00:00.000Z' }
    const store = await followStore(
      { DATABASE_URL: url.href, DATABASE_READ_URL: replicaUrl, COLLECT: false },
      { now: () => clock.now, log: pino({ level: 'silent' }), onChange: () => undefined },
    )
    onTestFinished(() => store.close())
    const landOn = (server: Db, slug: string, at = NOW) => recordAll(server, at, [ipo(slug)])
    return { primary, replica, forwarder, store, clock, landOn }
  }

  test('waits with an answer as of a moment until everything up to then is replayed', async () => {
    const { primary, replica, store, landOn } = await followedReplica()
    await landOn(primary, 'acme')
    expect(await store.catchUp('2026-01-15T06:30:00.000Z')).toBe(false)
    expect(store.state().outage).toBe(null)
    await landOn(replica, 'acme')
    expect(await store.catchUp('2026-01-15T06:30:00.000Z')).toBe(true)
    expect(store.seen.version).toBe(1)
  })

  test.each(['cut', 'swallow'] as const)(
    'answers as of moments that are known to be complete without its primary, which may fail (%s)',
    async (fault) => {
      const { primary, replica, forwarder, store, clock, landOn } = await followedReplica()
      await landOn(primary, 'acme')
      await landOn(replica, 'acme')
      expect(await store.catchUp('2026-01-15T06:30:00.000Z')).toBe(true)
      forwarder[fault]()
      // One question served all moments up to 2 seconds before it.
      expect(await store.catchUp('2026-01-15T06:59:58.000Z')).toBe(true)
      expect(await store.catchUp('2026-01-15T06:59:58.001Z')).toBe(false)
      expect(await store.catchUp(null)).toBe(true)

      // The time of the last commit is complete, since each later one has a later time.
      clock.now = '2026-01-15T09:00:00.000Z'
      await landOn(replica, 'birch', '2026-01-15T08:00:00.000Z')
      expect(await store.catchUp(null)).toBe(true)
      expect(await store.catchUp('2026-01-15T08:00:00.000Z')).toBe(true)
      expect(await store.catchUp('2026-01-15T08:30:00.000Z')).toBe(false)
      expect(store.state().outage).toBe(null)
    },
  )

  test('counts no commit as late', async () => {
    const { primary, replica, store, landOn } = await followedReplica()
    expect(await store.catchUp('2026-01-15T06:30:00.000Z')).toBe(true)
    await landOn(primary, 'acme')
    await landOn(replica, 'acme')
    expect(await store.catchUp(null)).toBe(true)
    expect(store.state().lateCommits).toBe(0)
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
    expect({ isCaughtUp, version: store.seen.version }).toEqual({ isCaughtUp: false, version: 0 })
    await commit()
    expect(await catching).toBe(true)
    expect(store.seen.version).toBe(1)
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
