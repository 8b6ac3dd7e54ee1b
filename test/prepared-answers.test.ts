import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../src/config.ts'
import type { ServedMarket } from '../src/reports/served-market.ts'
import { STANDARD_ADDRESSES } from '../src/service/answers/standard-addresses.ts'
import { openLiveMarket } from '../src/service/live-market.ts'
import { startService } from '../src/service/start-service.ts'
import { ownersAmong, SOURCES } from '../src/sources/registry.ts'
import { deal, gmp, ipo } from './support/lines.ts'
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

/** A market of a store with facts, whose next version is served when the test ends its preparation. */
async function marketInPreparation() {
  const url = await emptyStoreUrl()
  const db = await openStore(url)
  await recordAll(db, NOW, LINES)
  const settings = { DATABASE_URL: url, DATABASE_READ_URL: '', COLLECT: false }
  const live = await openLiveMarket(settings, ownersAmong(SOURCES), () => LATER, pino({ level: 'silent' }))
  onTestFinished(() => live.close())
  const begun = Promise.withResolvers<ServedMarket>()
  const ended = Promise.withResolvers<() => void>()
  live.prepareWith({
    chooseNext: async ({ seen, waitedMs }) => ({ next: seen, waitedMs }),
    prepare: (next) => {
      begun.resolve(next)
      return ended.promise
    },
  })
  await recordAll(db, LATER, NEWS)
  return { live, begun: begun.promise, endPreparation: () => ended.resolve(() => undefined) }
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
  await expect.poll(() => answers('prepared')).toBe(STANDARD_ADDRESSES.length)
  for (const { address } of STANDARD_ADDRESSES)
    expect((await fetch(service.address + address)).status, address).toBe(200)
  expect([await answers('hit'), await answers('made')]).toEqual([STANDARD_ADDRESSES.length, 0])
})

describe('while a version is prepared', () => {
  test('the last one is served, and answers as of a moment wait for all facts', async () => {
    const { live, begun, endPreparation } = await marketInPreparation()
    const before = live.market()
    const caughtUp = live.catchUp(LATER)
    const next = await begun
    expect(live.market()).toBe(before)
    expect(next.version).toBe(before.version + 1)
    endPreparation()
    expect(await caughtUp).toBe(next)
    expect(live.market()).toBe(next)
  })
})
