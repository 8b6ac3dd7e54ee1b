import { expect, test } from 'vitest'
import { deal, gmp, ipo } from './support/lines.ts'
import { BASE, requestRaw } from './support/raw-request.ts'
import { recordAll } from './support/record.ts'
import { startTestService, type TestService, testServiceForAll } from './support/service.ts'
import { emptyStoreUrl, openStore } from './support/store.ts'

const RECORDED = '2026-01-12T06:00:00.250Z'
const START = '2026-01-13T05:00:00.000Z'
const LINES = [
  ipo('acme-foods', { openDate: '2026-01-13', closeDate: '2026-01-16', priceMax: 100 }),
  gmp('acme-foods', '2026-01-12', 40),
  deal('2026-01-09'),
]

const shared = testServiceForAll({ now: START, lines: LINES, linesAt: RECORDED })

/** The status of a request whose copy has this date. */
const statusWith = async (
  service: TestService,
  path: string,
  date: string,
  headers = {},
): Promise<number> => {
  const answer = await requestRaw(service.address, path, {
    headers: { 'if-modified-since': date, ...headers },
  })
  if (answer.status === 304) expect(answer.body).toHaveLength(0)
  return answer.status
}
const dateOf = async (service: TestService, path: string): Promise<string> =>
  String((await requestRaw(service.address, path)).headers['last-modified'])
const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()

const DATED = [
  ...[
    BASE,
    `${BASE}/ipos`,
    `${BASE}/ipos/acme-foods`,
    `${BASE}/deals`,
    `${BASE}/scoreboard`,
    `${BASE}/changes`,
  ],
  ...[`${BASE}/ipos?asOf=2026-01-12`, '/feeds/calendar.ics', '/feeds/changes.atom', '/openapi.json'],
  ...['/downloads/ipos.csv', '/downloads/deals.ndjson', '/downloads/ipos.csv-metadata.json', '/robots.txt'],
  ...['/downloads/dataset.ndjson.gz', '/downloads/dataset.json'],
]

// Repeatedly, since the first answer and its repetitions are sent by different code.
test.each(DATED)(
  '%s is answered with 304 to its own Last-Modified, and whole to an earlier date',
  async (path) => {
    const service = shared()
    for (let times = 0; times < 3; times++) {
      const date = await dateOf(service, path)
      expect(await statusWith(service, path, date)).toBe(304)
      expect(await statusWith(service, path, new Date(Date.parse(date) - 1000).toUTCString())).toBe(200)
      expect(await statusWith(service, path, 'yesterday')).toBe(200)
      expect(await statusWith(service, path, date, { 'if-none-match': '"another"' })).toBe(200)
    }
  },
)

test.each(['/', '/ipos/acme-foods', '/scoreboard', '/developers'])(
  'the page %s, whose frame changes without a date, ignores If-Modified-Since',
  async (path) => {
    const service = shared()
    for (let times = 0; times < 3; times++)
      expect(await statusWith(service, path, await dateOf(service, path))).toBe(200)
  },
)

test('a second change within one second is never hidden, at any time of asking', async () => {
  const url = await emptyStoreUrl()
  await recordAll(await openStore(url), RECORDED, LINES)
  const service = await startTestService({ url, now: START })
  const changed = '2026-01-13T06:00:00.200Z'
  await service.record(changed, [deal('2026-01-12')])
  const dates = new Set<string>()
  for (const ms of [0, 100, 400]) {
    service.setNow(later(changed, ms))
    dates.add(await dateOf(service, `${BASE}/deals`))
  }
  await service.record(later(changed, 500), [deal('2026-01-12', { symbol: 'NEW' })])
  for (const ms of [500, 700, 2000, 61_000, 3_600_000]) {
    service.setNow(later(changed, ms))
    for (const date of dates) expect(await statusWith(service, `${BASE}/deals`, date), date).toBe(200)
  }
})

test('a date is confirmed from a minute after the change on, and not after the next change', async () => {
  const service = await startTestService({ now: START, lines: LINES })
  const changed = '2026-01-13T06:00:00.200Z'
  await service.record(changed, [deal('2026-01-12')])
  service.setNow(later(changed, 30_000))
  const early = await dateOf(service, `${BASE}/deals`)
  expect([early, await statusWith(service, `${BASE}/deals`, early)]).toEqual([
    'Tue, 13 Jan 2026 06:00:00 GMT',
    200,
  ])
  service.setNow(later(changed, 61_000))
  const date = await dateOf(service, `${BASE}/deals`)
  expect([date, await statusWith(service, `${BASE}/deals`, date)]).toEqual([
    'Tue, 13 Jan 2026 06:00:01 GMT',
    304,
  ])
  await service.record(later(changed, 62_000), [deal('2026-01-12', { symbol: 'NEW' })])
  service.setNow(later(changed, 200_000))
  expect(await statusWith(service, `${BASE}/deals`, date)).toBe(200)
})

test('a change by the clock ends a date', async () => {
  const service = await startTestService({ now: '2026-01-13T04:00:00.000Z', lines: LINES })
  service.setNow('2026-01-13T04:10:00.000Z')
  const date = await dateOf(service, `${BASE}/ipos`)
  expect(await statusWith(service, `${BASE}/ipos`, date)).toBe(304)
  service.setNow('2026-01-13T04:30:00.000Z')
  expect(await statusWith(service, `${BASE}/ipos`, date)).toBe(200)
})

test('a copy from before the start is sent anew, since a release or setting may have changed it', async () => {
  const first = await startTestService({ now: START, lines: LINES })
  first.setNow(later(START, 120_000))
  const date = await dateOf(first, `${BASE}/deals`)
  const second = await startTestService({ url: first.url, now: later(START, 3_600_000) })
  second.setNow(later(START, 3_700_000))
  expect(await statusWith(second, `${BASE}/deals`, date)).toBe(200)
  expect(await statusWith(second, `${BASE}/deals`, await dateOf(second, `${BASE}/deals`))).toBe(304)
})

test('a copy of the demo is sent anew when facts with an older time replace it', async () => {
  const service = await startTestService({ now: START })
  service.setNow(later(START, 120_000))
  const date = await dateOf(service, `${BASE}/deals`)
  expect(await statusWith(service, `${BASE}/deals`, date)).toBe(304)
  await service.record(RECORDED, LINES)
  service.setNow(later(START, 180_000))
  expect(await statusWith(service, `${BASE}/deals`, date)).toBe(200)
})

test('a 304 to a date costs a tenth of a request', async () => {
  const env = { TRUST_PROXY: '127.0.0.1', REQUESTS_PER_MINUTE: '3' }
  const service = await startTestService({ now: START, lines: LINES, env })
  service.setNow(later(START, 120_000))
  const date = await dateOf(service, `${BASE}/deals`)
  const statuses = []
  for (let times = 0; times < 15; times++) statuses.push(await statusWith(service, `${BASE}/deals`, date))
  expect(new Set(statuses)).toEqual(new Set([304]))
})
