import { expect, onTestFinished, test } from 'vitest'
import { startTcpForwarder } from '../support/forwarder.ts'
import { startSynchronousStandby } from '../support/postgres/standby.ts'
import { serve } from '../support/processes.ts'
import { recordAll } from '../support/record.ts'
import { land, landing, now, shown, startCluster, warm } from './cluster.ts'
import { QUICK } from './prepared-files.ts'

const API = '/api/public/market'
/** Far more than is needed. */
const SOON = { timeout: 20_000, interval: 100 }

/** A service that reads through a forwarder, which leads to the standby. */
async function readingFromStandby() {
  const cluster = await startCluster()
  const standby = await startSynchronousStandby(cluster.primary, QUICK)
  onTestFinished(() => standby.stop())
  const forwarder = await startTcpForwarder(standby.port)
  onTestFinished(forwarder.close)
  const readUrl = cluster.urlAt(standby).replace(`:${standby.port}/`, `:${forwarder.port}/`)
  const { address } = await serve({ DATABASE_URL: cluster.url, DATABASE_READ_URL: readUrl })
  await warm([address])
  const get = (path: string) => fetch(`${address}${path}`)
  return {
    ...cluster,
    standby,
    forwarder,
    address,
    get,
    ready: async () => (await get('/health/ready')).json(),
    version: async () =>
      Number.parseInt((await get(`${API}/scoreboard`)).headers.get('x-market-version') ?? '', 10),
    // A standby with paused replay has received changes that it does not show, like one that is behind.
    pause: () => standby.query('select pg_wal_replay_pause()'),
    resume: () => standby.query('select pg_wal_replay_resume()'),
  }
}

test('while a replica is behind, no asOf answer is served that would change later', async () => {
  const { db, address, get, ready, version, pause, resume } = await readingFromStandby()
  await land(db, [address], 'before')
  const before = await version()
  const asOfNow = () => get(`${API}/ipos/late?asOf=${now()}`)
  expect((await asOfNow()).status).toBe(404)

  await pause()
  await recordAll(db, now(), landing('late'))
  expect((await asOfNow()).status).toBe(503)
  expect((await get(`${API}/ipos?asOf=2024-07-01T03:00:00.000Z`)).status).toBe(200)
  expect((await get(`${API}/ipos/before`)).status).toBe(200)
  expect(await version()).toBe(before)
  await expect.poll(ready).toMatchObject({ status: 'degraded', failing: ['versionLag'] })

  await resume()
  await shown([address], 'late', SOON.timeout)
  expect((await asOfNow()).status).toBe(200)
  await expect.poll(ready).toMatchObject({ status: 'ok' })
})

test('an address that leads to a replica that is behind is an outage, and never serves an older version', async () => {
  const { db, primary, standby, forwarder, address, get, ready, version, pause, resume } =
    await readingFromStandby()
  await pause()
  forwarder.pointAt(primary.port)
  await recordAll(db, now(), landing('late'))
  await shown([address], 'late', SOON.timeout)
  const late = await version()

  forwarder.pointAt(standby.port)
  await expect.poll(ready).toMatchObject({ failing: expect.arrayContaining(['database']) })
  expect((await get(`${API}/ipos/late`)).status).toBe(200)
  expect((await get(`${API}/ipos/issue-3`)).status).toBe(503)
  expect(await version()).toBe(late)

  await resume()
  await expect.poll(ready).toMatchObject({ status: 'ok' })
  expect((await get(`${API}/ipos/issue-3`)).status).toBe(200)
  expect(await version()).toBe(late)
})

test('without the primary, moments that are known to be complete are served, and others are 503', async () => {
  const { db, primary, address, get, ready } = await readingFromStandby()
  await land(db, [address], 'before')
  const moment = now()
  expect((await get(`${API}/ipos/before?asOf=${moment}`)).status).toBe(200)

  await primary.kill()
  expect((await get(`${API}/ipos?asOf=${moment}`)).status).toBe(200)
  expect((await get(`${API}/ipos/issue-3`)).status).toBe(200)
  const refused = await get(`${API}/ipos?asOf=${now()}`)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true])
  await expect.poll(ready).toMatchObject({ status: 'degraded', failing: ['versionLag'] })
})
