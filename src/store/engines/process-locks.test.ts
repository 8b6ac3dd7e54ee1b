import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { needs, ON_POSTGRES, ON_SQLITE } from '../../../test/support/needs.ts'
import { type WeakLine, weakLine } from '../../../test/support/postgres/weak-line.ts'
import { emptyStoreUrl, futureStoreUrl } from '../../../test/support/store.ts'
import { type LockTiming, openProcessLocks, type ProcessLocks } from './process-locks.ts'
import { sqlitePath } from './sqlite.ts'

const SOURCES = Array.from({ length: 20 }, (_, i) => `source-${i}`)
/** Long enough that the timer does not fire during a test. */
const NEVER_MS = 600_000
/** Longer than a busy machine may stop a process for. */
const PATIENT: Partial<LockTiming> = { answerWithinMs: 60_000 }

async function open(url: string, timing: Partial<LockTiming> = {}): Promise<ProcessLocks> {
  const locks = await openProcessLocks(url, { ...PATIENT, ...timing })
  onTestFinished(() => locks.close())
  return locks
}

const gone = ({ lost }: ProcessLocks): Promise<string> =>
  new Promise((resolve) => {
    const report = () => resolve(lost.reason.message)
    if (lost.aborted) report()
    else lost.addEventListener('abort', report)
  })

test('a single process gets every lock that it requests, also again', async () => {
  const locks = await open(await emptyStoreUrl())
  for (let request = 0; request < 2; request++) expect(await locks.take('charge', SOURCES)).toEqual(SOURCES)
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

  test.each<[string, (first: ProcessLocks) => Promise<unknown>]>([
    ['gives it back', (first) => first.release('charge', 'a')],
    ['closes its locks', (first) => first.close()],
  ])('a lock is free again once its process %s', async (_name, end) => {
    const { first, second } = await firstAndSecond()
    expect(await second.take('charge', ['a'])).toEqual([])
    await end(first)
    await expect.poll(() => second.take('charge', ['a'])).toEqual(['a'])
  })
})

const HOLDER = new URL('../../../test/support/lock-holder.ts', import.meta.url)

const sends = async (locks: ProcessLocks): Promise<boolean> =>
  (await locks.take('send', ['alerts'])).length > 0

/** A process that tries to take a lock and stays, and what it reports. */
async function holdingProcess(url: string): Promise<{ child: ChildProcess; answer: string }> {
  const child = spawn(process.execPath, [fileURLToPath(HOLDER), url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [answer] = await once(child.stdout as NodeJS.ReadableStream, 'data')
  return { child, answer: String(answer) }
}

test('one process at a time has a lock, and it is free once that one was killed', async () => {
  const url = await emptyStoreUrl()
  const first = await holdingProcess(url)
  const second = await holdingProcess(url)
  expect([first.answer, second.answer]).toEqual(['taken', 'not free'])
  const here = await open(url)
  expect(await sends(here)).toBe(false)
  const gone = once(first.child, 'close')
  first.child.kill('SIGKILL')
  await gone
  await expect.poll(() => sends(here)).toBe(true)
  expect((await holdingProcess(url)).answer).toBe('not free')
})

/** A thread that tries to take the lock and stays, and what it reports. */
async function holdingThread(url: string): Promise<{ thread: Worker; answer: string }> {
  const thread = new Worker(HOLDER, { workerData: url })
  onTestFinished(async () => void (await thread.terminate()))
  const [answer] = await once(thread, 'message')
  return { thread, answer }
}

test('a thread of the same process does not get it either', async () => {
  const url = await emptyStoreUrl()
  const here = await open(url)
  expect(await sends(here)).toBe(true)
  expect((await holdingThread(url)).answer).toBe('not free')
  await here.close()
  await expect.poll(async () => (await holdingThread(url)).answer).toBe('taken')
})

test('it is free once the thread that had it was terminated', async () => {
  const url = await emptyStoreUrl()
  const { thread, answer } = await holdingThread(url)
  expect(answer).toBe('taken')
  const here = await open(url)
  expect(await sends(here)).toBe(false)
  await thread.terminate()
  await expect.poll(() => sends(here)).toBe(true)
})

describe('on SQLite', () => {
  needs(ON_SQLITE)

  test('the locks are in one folder beside the store', async () => {
    const url = await emptyStoreUrl()
    await (await open(url)).take('work', ['nse-deals', 'raw answers'])
    expect(readdirSync(`${sqlitePath(url)}.locks`)).toEqual(['work-nse-deals', 'work-raw%20answers'])
  })

  test.each<[string, (lock: string) => void]>([
    ['removed', (lock) => rmSync(lock)],
    ['moved', (lock) => renameSync(lock, `${lock}.old`)],
  ])('a lock is lost when its file is %s', async (_name, change) => {
    const url = await emptyStoreUrl()
    const first = await open(url, { checkEveryMs: 20 })
    await sends(first)
    change(`${sqlitePath(url)}.locks/send-alerts`)
    expect(await gone(first)).toMatch(/send-alerts was removed or replaced/)
    await expect(sends(first)).rejects.toThrow(/removed or replaced/)
    expect(await sends(await open(url))).toBe(true)
  })

  test('a link to the store leads to the same locks', async () => {
    const url = await emptyStoreUrl()
    const link = `${sqlitePath(url)}.link`
    symlinkSync(sqlitePath(url), link)
    expect(await sends(await open(url))).toBe(true)
    expect(await sends(await open(`sqlite:${link}`))).toBe(false)
  })

  test('a store that does not exist has no locks, and gets no folder', async () => {
    const url = await futureStoreUrl()
    expect(await (await open(url)).take('work', SOURCES)).toEqual(SOURCES)
    expect(existsSync(`${sqlitePath(url)}.locks`)).toBe(false)
  })
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
    await expect(openProcessLocks(line.url)).rejects.toThrow()
  })
})
