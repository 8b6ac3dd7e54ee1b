import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { describe, expect, onTestFinished, test } from 'vitest'
import { needs, ON_SQLITE } from '../../../test/support/needs.ts'
import { emptyStoreUrl } from '../../../test/support/store.ts'
import { sqlitePath } from '../engines/sqlite.ts'
import { type AlertsLease, openAlertsLease } from './alerts-lease.ts'

const HOLDER = new URL('../../../test/support/alerts-lease-holder.ts', import.meta.url)
const OFTEN_MS = 20

async function open(url: string): Promise<AlertsLease> {
  const lease = await openAlertsLease(url, OFTEN_MS)
  onTestFinished(() => lease.close())
  return lease
}

/** A process that tries to take the lease and stays, and what it reports. */
async function holdingProcess(url: string): Promise<{ child: ChildProcess; answer: string }> {
  const child = spawn(process.execPath, [fileURLToPath(HOLDER), url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [answer] = await once(child.stdout as NodeJS.ReadableStream, 'data')
  return { child, answer: String(answer) }
}

test('one process at a time has it, and it is free once that one was killed', async () => {
  const url = await emptyStoreUrl()
  const first = await holdingProcess(url)
  const second = await holdingProcess(url)
  expect([first.answer, second.answer]).toEqual(['taken', 'not free'])
  const here = await open(url)
  expect(await here.take()).toBe(false)
  const gone = once(first.child, 'close')
  first.child.kill('SIGKILL')
  await gone
  await expect.poll(() => here.take()).toBe(true)
  expect((await holdingProcess(url)).answer).toBe('not free')
})

/** A thread that tries to take the lease and stays, and what it reports. */
async function holdingThread(url: string): Promise<{ thread: Worker; answer: string }> {
  const thread = new Worker(HOLDER, { workerData: url })
  onTestFinished(async () => void (await thread.terminate()))
  const [answer] = await once(thread, 'message')
  return { thread, answer }
}

test('a thread of the same process does not get it either', async () => {
  const url = await emptyStoreUrl()
  const here = await open(url)
  expect(await here.take()).toBe(true)
  expect((await holdingThread(url)).answer).toBe('not free')
  await here.close()
  await expect.poll(async () => (await holdingThread(url)).answer).toBe('taken')
})

test('it is free once the thread that had it was terminated', async () => {
  const url = await emptyStoreUrl()
  const { thread, answer } = await holdingThread(url)
  expect(answer).toBe('taken')
  const here = await open(url)
  expect(await here.take()).toBe(false)
  await thread.terminate()
  await expect.poll(() => here.take()).toBe(true)
})

test('of two handles in one process one gets it, until it closes', async () => {
  const url = await emptyStoreUrl()
  const [first, second] = [await open(url), await open(url)]
  expect(await first.take()).toBe(true)
  expect(await second.take()).toBe(false)
  await first.close()
  expect(first.lost.aborted).toBe(true)
  await expect.poll(() => second.take()).toBe(true)
})

test('a process that has it keeps it when it asks again', async () => {
  const url = await emptyStoreUrl()
  const [first, second] = [await open(url), await open(url)]
  expect([await first.take(), await first.take()]).toEqual([true, true])
  expect(await second.take()).toBe(false)
})

describe('on SQLite', () => {
  needs(ON_SQLITE)

  test.each<[string, (lock: string) => void]>([
    ['removed', (lock) => rmSync(lock)],
    ['moved', (lock) => renameSync(lock, `${lock}.old`)],
  ])('it is lost when its file is %s', async (_name, change) => {
    const url = await emptyStoreUrl()
    const first = await open(url)
    await first.take()
    change(`${sqlitePath(url)}.alerts-lock`)
    await expect.poll(() => first.lost.aborted).toBe(true)
    expect(first.lost.reason.message).toMatch(/alerts-lock was removed or replaced/)
    await expect(first.take()).rejects.toThrow(/removed or replaced/)
    expect(await (await open(url)).take()).toBe(true)
  })

  test('nothing but its file is left beside the store', async () => {
    const url = await emptyStoreUrl()
    const lease = await open(url)
    await lease.take()
    const beside = readdirSync(dirname(sqlitePath(url)))
    expect(beside.filter((name) => name.includes('alerts'))).toEqual(['greymark.db.alerts-lock'])
  })

  test('a link to the store leads to the same lease', async () => {
    const url = await emptyStoreUrl()
    const link = `${sqlitePath(url)}.link`
    symlinkSync(sqlitePath(url), link)
    expect(await (await open(url)).take()).toBe(true)
    expect(await (await open(`sqlite:${link}`)).take()).toBe(false)
  })
})
