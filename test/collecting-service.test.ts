import { expect, onTestFinished, test, vi } from 'vitest'
import { loadConfig } from '../src/config.ts'
import { startService } from '../src/main.ts'
import { lastRounds } from '../src/store/rounds.ts'
import { BASE } from './support/openapi.ts'
import { type Answered, TEST_SETTINGS } from './support/service.ts'
import { emptyStoreUrl, openStore } from './support/store.ts'
import { EVENING, EXCHANGE_DOCUMENTS, IPOWATCH_PAGE } from './support/upstream-documents.ts'
import { startUpstreams } from './support/upstreams.ts'

const HANGING = 'api.bseindia.com'

/** A service that collects from upstreams of which one host never answers. */
async function serveAndCollect() {
  const upstreams = await startUpstreams()
  upstreams.serve([...EXCHANGE_DOCUMENTS, IPOWATCH_PAGE])
  const hanging = Promise.withResolvers<void>()
  upstreams.holdBack(({ host }) => host === HANGING, hanging.resolve)
  const url = await emptyStoreUrl()
  const config = loadConfig({
    ...TEST_SETTINGS,
    ...{ DATABASE_URL: url, LOG_LEVEL: 'silent' },
    ...{ COLLECT: 'on', CONTACT: 'ops@desk.example', UPSTREAM_BASE: upstreams.base },
  })
  const service = await startService(config, () => EVENING)
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= service.stop()
    return stopped
  }
  onTestFinished(stop)
  const json = async (path: string): Promise<Answered> =>
    (await fetch(`${service.address}${BASE}${path}`)).json()
  /** Looks again and again, as a client does, until the answer is the one that is hoped for. */
  const until = (path: string, isHopedFor: (body: Answered) => boolean): Promise<Answered> =>
    vi.waitFor(
      async () => {
        await service.refresh()
        const body = await json(path)
        expect(isHopedFor(body), JSON.stringify(body).slice(0, 500)).toBe(true)
        return body
      },
      { timeout: 30_000, interval: 20 },
    )
  return { upstreams, url, json, until, stop, isHanging: hanging.promise }
}

test('a service that collects shows what it reads, though a host hangs, and stops within seconds', async () => {
  const { upstreams, url, json, until, stop, isHanging } = await serveAndCollect()
  await isHanging
  const { disclaimer } = await until('/ipos', ({ ipos }) =>
    ipos.some(({ slug }: Answered) => slug === 'cedar-looms'),
  )
  expect(disclaimer).not.toMatch(/DEMO/)
  const { deals } = await until('/deals', (body) => body.deals.length === 2)
  expect(deals.map(({ symbol, dealType }: Answered) => `${symbol} ${dealType}`)).toEqual([
    'KAMALTEX BUY',
    'KAMALTEX SELL',
  ])

  const { sources } = await json('/sources')
  const states = Object.fromEntries(sources.map(({ id, state }: Answered) => [id, state]))
  expect(states).toMatchObject({
    ...{ 'nse-issues': 'ok', 'nse-deals': 'ok', 'bse-issues': 'waiting', 'bse-deals': 'waiting' },
    ...{ investorgain: 'off', ipowatch: 'off' },
  })
  expect(upstreams.log.filter((line) => !/nseindia\.com/.test(line))).toEqual([])

  const before = performance.now()
  await stop()
  expect(performance.now() - before).toBeLessThan(5000)
  expect(await lastRounds(await openStore(url), 'bse-deals', { asOf: null, limit: 1 })).toEqual([])
})

test('a service that does not collect asks nobody', async () => {
  const upstreams = await startUpstreams()
  const fetched = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => fetched.mockRestore())
  const config = loadConfig({
    ...TEST_SETTINGS,
    DATABASE_URL: await emptyStoreUrl(),
    LOG_LEVEL: 'silent',
    UPSTREAM_BASE: upstreams.base,
  })
  const service = await startService(config, () => EVENING)
  await service.refresh()
  await service.stop()
  expect(fetched).not.toHaveBeenCalled()
})
