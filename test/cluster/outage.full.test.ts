import { expect, test } from 'vitest'
import { serve } from '../support/processes.ts'
import { land, PATHS, startCluster, warm } from './cluster.ts'
import { startLoad } from './load.ts'

/** The time until an outage or its end is noticed, in milliseconds. */
const NOTICED_WITHIN_MS = 10_000
const API = '/api/public/market'

interface Ready {
  readonly status: string
  readonly failing: readonly string[]
}

test.each([
  ['is gone', 'cut'],
  ['hangs', 'swallow'],
] as const)(
  'while the database %s, cached answers are served, the rest is 503, and service resumes without help',
  async (_how, outage) => {
    const { primary, forwarder, url, db } = await startCluster()
    const { address } = await serve({ DATABASE_URL: url })
    const ready = async (): Promise<Ready> => (await fetch(`${address}/health/ready`)).json()
    const get = (path: string) =>
      fetch(`${address}${path}`, { signal: AbortSignal.timeout(NOTICED_WITHIN_MS) })
    await warm([address])
    expect(await ready()).toMatchObject({ failing: [] })

    const load = startLoad([address], PATHS)
    forwarder[outage]()
    await expect.poll(ready).toMatchObject({ status: 'degraded', canServe: true, failing: ['database'] })
    for (const path of PATHS) {
      const response = await get(path)
      expect([path, response.status, response.headers.get('cache-status')]).toEqual([
        path,
        200,
        expect.stringContaining('store-unavailable'),
      ])
      expect(response.headers.get('cache-control')).toContain('stale-if-error')
    }
    const refused = await get(`${API}/ipos/issue-2`)
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ ok: false, error: { code: 'UNAVAILABLE' } })
    const page = await get('/ipos/issue-2')
    expect([page.status, page.headers.has('retry-after')]).toEqual([503, true])
    expect(page.headers.get('content-type')).toContain('text/html')
    for (const path of ['/health/live', '/openapi.json', '/robots.txt'])
      expect((await get(path)).status).toBe(200)

    forwarder.pointAt(primary.port)
    await expect.poll(ready).toMatchObject({ status: 'ok', failing: [] })
    expect((await get(`${API}/ipos/issue-2`)).status).toBe(200)
    expect((await get('/ipos/issue-2')).headers.get('cache-status')).toBeNull()
    await land(db, [address], 'after-the-outage')
    await load.stop()
    expect(load.faults).toEqual([])
  },
)
