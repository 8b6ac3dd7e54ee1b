import { readdirSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { needs, ON_POSTGRES, ON_SQLITE, skipWithout } from '../../../test/support/needs.ts'
import { type WeakLine, weakLine } from '../../../test/support/postgres/weak-line.ts'
import { emptyStoreUrl } from '../../../test/support/store.ts'
import type { LockTiming } from '../engines/advisory-locks.ts'
import { sqlitePath } from '../engines/sqlite.ts'
import { type CollectorLocks, openCollectorLocks } from './collector-locks.ts'

const SOURCES = Array.from({ length: 20 }, (_, i) => `source-${i}`)
/** Long enough that the timer does not fire during a test. */
const NEVER_MS = 600_000
/** Longer than a busy machine may stop a process for. */
const PATIENT: Partial<LockTiming> = { answerWithinMs: 60_000 }

async function open(url: string, timing: Partial<LockTiming> = {}): Promise<CollectorLocks> {
  const locks = await openCollectorLocks(url, { ...PATIENT, ...timing })
  onTestFinished(() => locks.close())
  return locks
}

const gone = ({ lost }: CollectorLocks): Promise<string> =>
  new Promise((resolve) => {
    const report = () => resolve(lost.reason.message)
    if (lost.aborted) report()
    else lost.addEventListener('abort', report)
  })

test('a single process gets every lock that it requests', async () => {
  const locks = await open(await emptyStoreUrl())
  expect(await locks.take('charge', SOURCES)).toEqual(SOURCES)
  expect(await locks.take('work', ['source-1'])).toEqual(['source-1'])
  await locks.release('work', 'source-1')
  expect(await locks.take('work', ['source-1'])).toEqual(['source-1'])
  expect(locks.lost.aborted).toBe(false)
})

describe('two processes', () => {
  /** The first holds two locks. */
  async function firstAndSecond() {
    const url = await emptyStoreUrl()
    const first = await open(url)
    await first.take('charge', ['a', 'b'])
    return { first, second: await open(url) }
  }

  test('that request together: one gets all', async () => {
    const url = await emptyStoreUrl()
    const both = [await open(url), await open(url)]
    const taken = await Promise.all(both.map((locks) => locks.take('charge', SOURCES)))
    expect(taken.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([0, SOURCES.length])
  })

  test('a request for more than is free gets the rest', async () => {
    const { second } = await firstAndSecond()
    expect(await second.take('charge', ['a', 'c', 'b', 'd'])).toEqual(['c', 'd'])
  })

  test('charge of a source and work on it are two locks', async () => {
    const { second } = await firstAndSecond()
    expect(await second.take('work', ['a'])).toEqual(['a'])
  })

  test.each<[string, (first: CollectorLocks) => Promise<unknown>]>([
    ['gives it back', (first) => first.release('charge', 'a')],
    ['closes its locks', (first) => first.close()],
  ])('a lock is free again once its process %s', async (_name, end) => {
    const { first, second } = await firstAndSecond()
    expect(await second.take('charge', ['a'])).toEqual([])
    await end(first)
    await expect.poll(() => second.take('charge', ['a'])).toEqual(['a'])
  })
})

test('the locks of a SQLite store are in one folder beside it', async ({ skip }) => {
  skipWithout(skip, ON_SQLITE)
  const url = await emptyStoreUrl()
  await (await open(url)).take('work', ['nse-deals', 'raw answers'])
  expect(readdirSync(`${sqlitePath(url)}.locks`)).toEqual(['work-nse-deals', 'work-raw%20answers'])
})

describe('several processes over one PostgreSQL', () => {
  needs(ON_POSTGRES)

  /** Two processes: the first holds all locks, over a connection that can be made to fail. */
  async function firstAndSecond(timing: Partial<LockTiming> = {}) {
    const url = await emptyStoreUrl()
    const line = await weakLine(url)
    const first = await open(line.url, timing)
    await first.take('charge', ['a', 'b'])
    return { url, line, first, second: await open(url) }
  }

  async function terminate(url: string, by: pg.Client): Promise<void> {
    const { pathname } = new URL(url)
    await by.query(
      `select pg_terminate_backend(pid) from pg_locks l join pg_database d on d.oid = l.database
       where locktype = 'advisory' and d.datname = $1 and pid <> pg_backend_pid()`,
      [pathname.slice(1)],
    )
  }

  async function administrator(url: string): Promise<pg.Client> {
    const client = new pg.Client(url)
    client.on('error', () => undefined)
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }

  type Both = Awaited<ReturnType<typeof firstAndSecond>>
  test.each<[string, (both: Both) => Promise<unknown>]>([
    ['is cut off', async ({ line }) => line.cut()],
    ['is disconnected by the server', async ({ url }) => terminate(url, await administrator(url))],
  ])('a lock is free again once its process %s', async (_name, end) => {
    const both = await firstAndSecond()
    expect(await both.second.take('charge', ['a'])).toEqual([])
    await end(both)
    await expect.poll(() => both.second.take('charge', ['a'])).toEqual(['a'])
  })

  test.each<[string, Partial<LockTiming>, (line: WeakLine) => void, RegExp]>([
    [
      'its connection is cut',
      { checkEveryMs: NEVER_MS },
      (line) => line.cut(),
      /lost: .*(terminated|ECONNRESET)/,
    ],
    [
      'the server stops answering',
      { checkEveryMs: 20, answerWithinMs: 3000 },
      (line) => line.freeze(),
      /lost: Query read timeout/,
    ],
    ['it was idle for too long', { checkEveryMs: NEVER_MS, leaseMs: 3000 }, () => undefined, /lost: .*idle/],
  ])('a process notices that its locks are lost when %s', async (_name, timing, fail, message) => {
    const { line, first } = await firstAndSecond(timing)
    fail(line)
    expect(await gone(first)).toMatch(message)
    await expect(first.take('charge', ['c'])).rejects.toThrow(message)
    await first.release('charge', 'a')
  })

  test('a process that checks often enough holds its locks beyond the lease', async () => {
    const { first, second } = await firstAndSecond({ checkEveryMs: 50, leaseMs: 4000 })
    const idle = await open(await emptyStoreUrl(), { checkEveryMs: NEVER_MS, leaseMs: 5000 })
    await gone(idle)
    expect(first.lost.aborted).toBe(false)
    expect(await second.take('charge', ['a', 'b'])).toEqual([])
  })

  test('closing does not wait for a server that has stopped answering', async () => {
    const { line, first } = await firstAndSecond()
    line.freeze()
    // It would never end.
    await first.close()
  })

  test('an unreachable server is an error, and no connection is left open', async () => {
    const line = await weakLine(await emptyStoreUrl())
    line.cut()
    await expect(openCollectorLocks(line.url)).rejects.toThrow()
  })
})
