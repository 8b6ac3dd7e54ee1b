import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../src/config.ts'
import type { ServedMarket } from '../src/reports/served-market.ts'
import { STANDARD_REQUESTS } from '../src/service/answers-ahead.ts'
import { Snapshots } from '../src/service/snapshots.ts'
import { startService } from '../src/service/start.ts'
import { ownersAmong, SOURCES } from '../src/sources/registry.ts'
import { startTcpForwarder } from './support/forwarder.ts'
import { deal, gmp, ipo } from './support/lines.ts'
import { ON_POSTGRES, skipWithout } from './support/needs.ts'
import { BASE } from './support/raw-request.ts'
import { recordAll } from './support/record.ts'
import { BUILT_ANSWERS, startTestService, TEST_SETTINGS, type TestService } from './support/service.ts'
import { emptyStoreUrl, openStore } from './support/store.ts'

const NOW = '2026-01-13T06:00:00.000Z'
const LATER = '2026-01-13T06:05:00.000Z'
/** When the moment of the commit, which is a little ahead, has passed. */
const AFTERWARDS = '2026-01-13T06:06:00.000Z'
const LINES = [
  ipo('acme-foods', { openDate: '2026-01-13', closeDate: '2026-01-16', priceMax: 100 }),
  gmp('acme-foods', '2026-01-12', 40),
  deal('2026-01-09'),
]
const NEWS = [gmp('acme-foods', '2026-01-13', 55)]

const PATHS = [`${BASE}/ipos`, `${BASE}/ipos/acme-foods`, '/', '/ipos/acme-foods', '/feeds/calendar.ics']

/** What a client sees, without what depends on the time of sending and on the clock within a cursor. */
async function answerOf(service: TestService, path: string, encoding: string) {
  const answer = await service.get(path, { 'accept-encoding': encoding })
  const { date, link, 'last-modified': _, ...headers } = Object.fromEntries(answer.headers)
  return { status: answer.status, headers, body: await answer.text() }
}

describe('a service that makes answers of new versions ahead', () => {
  test('sends the same answers as one that makes them on request', async () => {
    const ahead = await startTestService({ now: NOW, lines: LINES, isPreparing: true })
    for (const path of PATHS)
      for (const encoding of ['identity', 'gzip']) await answerOf(ahead, path, encoding)
    ahead.setNow(AFTERWARDS)
    await ahead.record(LATER, NEWS)
    const onRequest = await startTestService({ now: AFTERWARDS, url: ahead.url })
    for (const path of PATHS)
      for (const encoding of ['identity', 'gzip', 'br']) {
        const answer = await answerOf(ahead, path, encoding)
        expect(answer.status).toBe(200)
        expect(answer).toEqual(await answerOf(onRequest, path, encoding))
      }
  })
})

/** Snapshots of a store with facts, whose next version is served when the test ends the making of its answers. */
async function snapshotsInPreparation() {
  const url = await emptyStoreUrl()
  const db = await openStore(url)
  await recordAll(db, NOW, LINES)
  const settings = { DATABASE_URL: url, DATABASE_READ_URL: '', COLLECT: false }
  const log = pino({ level: 'silent' })
  const snapshots = await Snapshots.open(settings, { owners: ownersAmong(SOURCES), now: () => LATER, log })
  onTestFinished(() => snapshots.close())
  const begun = Promise.withResolvers<ServedMarket>()
  const ended = Promise.withResolvers<boolean>()
  const used: boolean[] = []
  snapshots.makeAhead({
    make: (next) => {
      begun.resolve(next)
      return ended.promise
    },
    use: (isReady) => void used.push(isReady),
  })
  await recordAll(db, LATER, NEWS)
  return { snapshots, begun: begun.promise, used, endPreparation: () => ended.resolve(true) }
}

test('after a start the answers that everyone requests are made before they are requested', async () => {
  const url = await emptyStoreUrl()
  await recordAll(await openStore(url), NOW, LINES)
  const config = loadConfig({ ...TEST_SETTINGS, METRICS: '127.0.0.1:0', DATABASE_URL: url })
  const service = await startService(config, () => NOW, undefined, {}, { answersScript: BUILT_ANSWERS })
  onTestFinished(service.stop)
  const answers = async (outcome: string) => {
    const metrics = await (await fetch(service.metricsUrl ?? '')).text()
    return Number(
      new RegExp(`greymark_answers_total\\{outcome="${outcome}"\\} (\\d+)`).exec(metrics)?.[1] ?? 0,
    )
  }
  await expect.poll(() => answers('prepared')).toBe(STANDARD_REQUESTS.length)
  for (const { request } of STANDARD_REQUESTS)
    expect((await fetch(service.address + request.route)).status, request.route).toBe(200)
  expect([await answers('hit'), await answers('made')]).toEqual([STANDARD_REQUESTS.length, 0])
})

test('a query that never ends does not keep answers of later versions from being made', async ({ skip }) => {
  skipWithout(skip, ON_POSTGRES)
  const url = new URL(await emptyStoreUrl())
  const db = await openStore(url.href)
  await recordAll(db, NOW, LINES)
  const forwarder = await startTcpForwarder(Number(url.port))
  onTestFinished(forwarder.close)
  url.port = String(forwarder.port)
  // The outage is logged.
  const log = { write: () => undefined }
  const config = loadConfig({ ...TEST_SETTINGS, METRICS: '127.0.0.1:0', DATABASE_URL: url.href })
  const service = await startService(config, () => AFTERWARDS, log, {}, { answersScript: BUILT_ANSWERS })
  onTestFinished(service.stop)
  const ready = async () => {
    const metrics = await (await fetch(service.metricsUrl ?? '')).text()
    return Number(/_versions_served_total\{answers="ready"\} (\d+)/.exec(metrics)?.[1] ?? 0)
  }
  let quote = 60
  const serveNext = async () => {
    await recordAll(db, LATER, [gmp('acme-foods', '2026-01-13', quote++)])
    await service.refresh()
  }
  /** Serves versions until the answers of one are ready in time. */
  const serveUntilReady = async () => {
    const before = await ready()
    await expect.poll(() => serveNext().then(ready)).toBeGreaterThan(before)
  }
  expect((await fetch(`${service.address}${BASE}/deals`)).status).toBe(200)
  await serveUntilReady()

  await db.transaction().execute(async (tx) => {
    await sql`lock table deals in access exclusive mode`.execute(tx)
    await serveNext()
    const waiting = sql`select from pg_locks where not granted and relation = 'deals'::regclass`
    await expect.poll(async () => (await waiting.execute(tx)).rows.length).toBeGreaterThan(0)
    forwarder.swallow()
  })
  forwarder.replace()
  await serveUntilReady()
})

describe('while the answers of a version are made', () => {
  test('the last one is served, and answers that need its facts wait for the switch', async () => {
    const { snapshots, begun, used, endPreparation } = await snapshotsInPreparation()
    const before = snapshots.market()
    const caughtUp = snapshots.catchUp(LATER)
    const reached = snapshots.reach({ demo: false, version: before.version + 1 })
    const next = await begun
    expect(snapshots.market()).toBe(before)
    expect(next.version).toBe(before.version + 1)
    endPreparation()
    expect(await caughtUp).toBe(next)
    expect(await reached).toBe(next)
    expect(snapshots.market()).toBe(next)
    expect(used).toEqual([true])
  })

  test('answers as of an earlier moment, and cursors of what is served, do not wait', async () => {
    const { snapshots, begun, endPreparation } = await snapshotsInPreparation()
    const before = snapshots.market()
    const refreshed = snapshots.refresh()
    const next = await begun
    expect((await snapshots.catchUp(NOW)).committed).toBe(before.committed)
    expect(await snapshots.reach(before)).toBe(before)
    expect(snapshots.market()).toBe(before)
    endPreparation()
    await refreshed
    expect(snapshots.market()).toBe(next)
  })
})
