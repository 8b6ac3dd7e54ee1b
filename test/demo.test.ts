import { expect, test } from 'vitest'
import { ipo } from './support/lines.ts'
import { recordAll } from './support/record.ts'
import { type Answered, startTestService, testServiceForAll } from './support/service.ts'

const NOW = '2026-06-15T06:00:00.000Z'
const BASE = '/api/public/market'

const shared = testServiceForAll({ now: NOW })

test('an empty store shows the demo, which says so, has every status and is never written to the store', async () => {
  const service = shared()
  const { ipos, disclaimer } = await service.json(`${BASE}/ipos?limit=200`)
  expect(disclaimer).toMatch(
    /^Aggregated public information; grey-market premium \(GMP\) is unofficial.*DEMO.*invented\.$/,
  )
  const kinds = new Set(ipos.map(({ status, board }: Answered) => `${status} ${board}`))
  for (const status of ['UPCOMING', 'OPEN', 'CLOSED', 'LISTED']) {
    for (const board of ['MAINBOARD', 'SME']) expect(kinds).toContain(`${status} ${board}`)
  }
  expect(ipos.some(({ gmpDisputed }: Answered) => gmpDisputed)).toBe(true)
  expect(ipos.some(({ lastGmp }: Answered) => lastGmp === null)).toBe(true)
  expect((await service.json(`${BASE}/scoreboard`)).summary.n).toBeGreaterThan(200)
  expect(Number((await service.get(`${BASE}/deals`)).headers.get('x-total-count'))).toBeGreaterThan(500)
  expect(await (await service.get('/')).text()).toContain('DEMO')
  expect((await service.json('/health')).demo).toBe(true)
  expect(await service.db.selectFrom('rounds').selectAll().execute()).toEqual([])
  expect(await service.db.selectFrom('issues').selectAll().execute()).toEqual([])
})

test('the demo ends without a restart once another process has recorded facts', async () => {
  const service = await startTestService({ now: NOW })
  const demo = await service.get(`${BASE}/ipos?limit=1`)
  const cursor = /cursor=([^>]+)>/.exec(demo.headers.get('link') ?? '')?.[1]
  await recordAll(service.db, NOW, [ipo('alpha')])
  await expect
    .poll(() => service.json(`${BASE}/ipos`))
    .toMatchObject({ ipos: [{ slug: 'alpha' }], disclaimer: expect.not.stringContaining('DEMO') })
  const stale = await service.get(`${BASE}/ipos?cursor=${cursor}`)
  expect(stale.status).toBe(400)
  expect((await stale.json()).error.message).toContain('start again')
})

test('the demo answers as of a past moment, by the clock of that moment', async () => {
  const service = shared()
  const then = await service.json(`${BASE}/ipos?status=open&asOf=2026-05-15T06:00:00Z`)
  expect(then.count).toBeGreaterThan(0)
  for (const { openDate, closeDate } of then.ipos) {
    expect(openDate <= '2026-05-15T06').toBe(true)
    expect(closeDate >= '2026-05-15T00').toBe(true)
  }
})

test('the demo has companies that only trackers know, now and as of a past moment', async () => {
  const service = shared()
  const { count, companies } = await service.json(`${BASE}/unannounced`)
  expect(count).toBeGreaterThanOrEqual(4)
  expect(new Set(companies.map(({ name }: Answered) => name)).size).toBe(4)
  expect(companies.some(({ gmp }: Answered) => gmp === null)).toBe(true)
  expect(companies.some(({ gmp }: Answered) => gmp !== null)).toBe(true)
  for (const { firstDay, lastDay } of companies)
    expect([firstDay < lastDay, lastDay]).toEqual([true, '2026-06-15'])
  const then = await service.json(`${BASE}/unannounced?asOf=2026-06-01T06:00:00Z`)
  expect(then.count).toBeGreaterThan(0)
  expect(then.count).toBeLessThan(count)
})

test('the answers of the demo show days, amounts and documents', async () => {
  const service = shared()
  const { ipos } = await service.json(`${BASE}/ipos?detail=full&limit=200`)
  const filled = new Set(ipos.flatMap((one: Answered) => Object.keys(one).filter((key) => one[key] !== null)))
  expect(Object.keys(ipos[0]).filter((key) => !filled.has(key))).toEqual([])
  const withListing = ipos.flatMap(({ listing }: Answered) => listing ?? [])
  const lockIns = ipos.flatMap((one: Answered) => one.lockIns)
  expect(new Set(lockIns.map(({ basis }: Answered) => basis))).toEqual(new Set(['announced', 'expected']))
  expect(await (await service.get('/calendar')).text()).toContain('30-day lock-in ends')
  for (const key of ['high', 'low', 'close', 'volume', 'deliveredPct'])
    expect(withListing.some((listing: Answered) => listing[key] !== null)).toBe(true)
})
