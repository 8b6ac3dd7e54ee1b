import { expect, onTestFinished, test } from 'vitest'
import { startHttpForwarder } from '../support/forwarder.ts'
import { type Serving, serve } from '../support/processes.ts'
import { land, PATHS, startCluster, warm } from './cluster.ts'
import { startLoad } from './load.ts'

/** The number of concurrent clients. */
const CLIENTS = 4

test('services that are restarted one by one behind a balancer drop no request', async () => {
  const { url, db } = await startCluster()
  const balancer = await startHttpForwarder()
  onTestFinished(() => balancer.close())
  const begin = () => serve({ DATABASE_URL: url, DRAIN_SECONDS: '2' })
  let services: readonly Serving[] = await Promise.all([begin(), begin()])
  const addresses = () => services.map(({ address }) => address)
  const allReady = () => expect.poll(() => balancer.ready()).toEqual(addresses())
  balancer.setServers(addresses())
  await allReady()

  const load = startLoad(
    Array.from({ length: CLIENTS }, () => balancer.address),
    PATHS,
    { isBalanced: true },
  )
  for (const [i, old] of services.entries()) {
    expect(await old.end('SIGTERM')).toEqual([0, null])
    services = [...services.filter((service) => service !== old), await begin()]
    balancer.setServers(addresses())
    await allReady()
    await warm(addresses())
    await land(db, addresses(), `landed-${i}`)
  }
  const answers = load.answers()
  await expect.poll(() => load.answers()).toBeGreaterThan(answers + 50)
  await load.stop()
  expect(load.faults).toEqual([])
})
