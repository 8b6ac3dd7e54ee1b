import { expect, test } from 'vitest'
import { gmp, ipo } from './support/lines.ts'
import { recordAll } from './support/record.ts'
import { startTestService } from './support/service.ts'

const BASE = '/api/public/market'
const BEFORE = '2026-01-19T06:00:00.000Z'
const NOW = '2026-01-20T06:00:00.000Z'

test('a request as of a past moment sees every committed round, without waiting for the next poll', async () => {
  const service = await startTestService({ now: NOW, lines: [ipo('alpha')], linesAt: BEFORE })
  // Committed by another process; the service has not polled since.
  const { committed } = await recordAll(service.db, '2026-01-19T07:00:00.000Z', [
    gmp('alpha', '2026-01-19', 40),
  ])
  const { ipo: then } = await service.json(`${BASE}/ipos/alpha?asOf=${committed}`)
  expect(then.lastGmp).toBe(40)
})

test('a cursor from a process that has seen a later round is accepted', async () => {
  const first = await startTestService({ now: NOW, lines: [ipo('alpha'), ipo('beta')] })
  const second = await startTestService({ now: NOW, url: first.url })
  await first.record(NOW, [ipo('gamma')])
  const { headers } = await first.get(`${BASE}/ipos?limit=1`)
  const next = /^<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? ''
  const followed = await second.get(next)
  expect(followed.status).toBe(200)
  expect(await followed.json()).toMatchObject({ count: 1, ipos: [{ slug: 'beta' }] })
})

test('pages as of a past moment do not include facts that are backfilled meanwhile', async () => {
  const lines = [ipo('alpha'), ipo('beta'), ipo('gamma')]
  const service = await startTestService({ now: NOW, lines, linesAt: BEFORE })
  const { headers } = await service.get(`${BASE}/ipos?limit=1&asOf=2026-01-19T12:00:00Z`)
  await service.record(NOW, [ipo('delta', { recordedAt: '2026-01-19T08:00:00.000Z' })])
  const rest = /^<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? ''
  const { ipos } = await service.json(`${rest}&limit=10`)
  expect(ipos.map(({ slug }: { slug: string }) => slug)).toEqual(['beta', 'gamma'])
  expect((await service.json(`${BASE}/ipos?asOf=2026-01-19T12:00:00Z`)).count).toBe(4)
})

test('the demo follows the clock: later quotes of its sources are in later answers', async () => {
  const service = await startTestService({ now: '2026-06-15T06:00:00.000Z' })
  const before = (await service.get(`${BASE}/ipos`)).headers.get('x-market-version')
  service.setNow('2026-06-16T12:00:00.000Z')
  const asked = await service.get(`${BASE}/ipos?asOf=2026-06-16T11:59:00.000Z`)
  expect(asked.headers.get('x-market-version')).not.toBe(before)
  expect((await asked.json()).ipos.some(({ gmpSources }: { gmpSources: number }) => gmpSources > 0)).toBe(
    true,
  )
})
