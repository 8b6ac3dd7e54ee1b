import { describe, expect, test } from 'vitest'
import { Market, nse, terms } from '../src/collect/collect-round.test-market.ts'
import { ipo } from './support/lines.ts'
import { BASE, requestRaw } from './support/raw-request.ts'
import { startTestService } from './support/service.ts'
import { emptyStoreUrl, openStore } from './support/store.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const PATHS = ['/health', '/health/live', '/health/ready']
const serve = (env: Record<string, string> = {}) => startTestService({ now: NOW, env, lines: [ipo('acme')] })

describe.each(PATHS)('%s', (path) => {
  test('answers 200 in JSON that is not cached, to GET and HEAD', async () => {
    const { address } = await serve()
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await requestRaw(address, path, { method })
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
      })
    }
  })

  test('has no rate limit', async () => {
    const { address } = await serve({ TRUST_PROXY: '127.0.0.1', REQUESTS_PER_MINUTE: '1' })
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    await requestRaw(address, '/docs', { headers })
    expect((await requestRaw(address, '/docs', { headers })).status).toBe(429)
    for (let i = 0; i < 3; i++) expect((await requestRaw(address, path, { headers })).status).toBe(200)
  })
})

test('counts unknown paths below /health like any other', async () => {
  const { address } = await serve({ TRUST_PROXY: '127.0.0.1', REQUESTS_PER_MINUTE: '1' })
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  expect((await requestRaw(address, '/health/nothing', { headers })).status).toBe(404)
  expect((await requestRaw(address, '/health/nothing', { headers })).status).toBe(429)
})

test('/health and /health/live give the served version', async () => {
  const service = await serve()
  for (const path of ['/health', '/health/live'])
    expect(await service.json(path)).toEqual({ ok: true, demo: false, marketVersion: '1' })
})

test('/health/ready names its checks', async () => {
  const service = await serve()
  expect(await service.json('/health/ready')).toEqual({
    status: 'ok',
    canServe: true,
    failing: [],
    checks: {
      database: { ok: true, words: 'the database can be read' },
      versionLag: { ok: true, words: 'the newest version is served' },
      sources: { ok: true, words: 'all collected sources are updating' },
      clock: { ok: true, words: 'the clock is not behind the newest facts' },
      disk: { ok: true, words: expect.any(String) },
    },
  })
})

test('/health/ready names stale sources, and the service stays in rotation', async () => {
  const url = await emptyStoreUrl()
  const market = new Market(await openStore(url))
  await market.collectPage(nse, NOW, [terms({ openDate: '2026-01-01', closeDate: '2026-01-20' })])
  const service = await startTestService({ now: NOW, url })
  expect((await service.json('/health/ready')).status).toBe('ok')
  service.setNow('2026-01-17T06:00:00.000Z')
  const answer = await service.get('/health/ready')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    status: 'degraded',
    canServe: true,
    failing: ['sources'],
    checks: {
      sources: { ok: false, words: expect.stringMatching(/^not updating: \S+ \(failing, since 2026-01-15T/) },
    },
  })
})

test.each([
  ['answers in memory', [`${BASE}/ipos`], true],
  ['nothing in memory', [], false],
])(
  'without its database and with %s, /health/ready reports that to balancers',
  async (_name, asked, canServe) => {
    const service = await serve({ LOG_LEVEL: 'silent' })
    for (const path of asked) expect((await service.get(path)).status).toBe(200)
    await service.db.schema.dropTable('market_version').execute()
    await service.refresh()
    const answer = await service.get('/health/ready')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ status: 'degraded', canServe, failing: ['database'] })
  },
)
