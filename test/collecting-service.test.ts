import { Writable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadConfig } from '../src/config.ts'
import { startService } from '../src/service/start.ts'
import { roundsOfSources } from '../src/store/collection/rounds.ts'
import type { Env } from './support/command-line.ts'
import { ipo } from './support/lines.ts'
import { BASE } from './support/raw-request.ts'
import { type Line, recordAll } from './support/record.ts'
import { type Answered, TEST_SETTINGS } from './support/service.ts'
import { emptyStoreUrl, openStore } from './support/store.ts'
import { EVENING, EXCHANGE_DOCUMENTS, IPOWATCH_PAGE } from './support/upstream-documents.ts'
import { startUpstreams } from './support/upstreams.ts'

const HANGING = 'api.bseindia.com'

/** A service that collects from upstreams of which one host never answers. */
async function serveAndCollect({ env = {}, lines = [] }: { env?: Env; lines?: readonly Line[] } = {}) {
  const upstreams = await startUpstreams()
  onTestFinished(upstreams.close)
  upstreams.serve([...EXCHANGE_DOCUMENTS, IPOWATCH_PAGE])
  const hanging = Promise.withResolvers<void>()
  upstreams.holdBack(({ host }) => host === HANGING, hanging.resolve)
  const url = await emptyStoreUrl()
  if (lines.length > 0) await recordAll(await openStore(url), EVENING, lines)
  const config = loadConfig({
    ...TEST_SETTINGS,
    ...{ DATABASE_URL: url, LOG_LEVEL: 'info' },
    ...{ COLLECT: 'on', CONTACT: 'ops@desk.example', UPSTREAM_BASE: upstreams.base },
    ...env,
  })
  const log = new Log()
  const service = await startService(config, () => EVENING, log)
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= service.stop()
    return stopped
  }
  onTestFinished(stop)
  const json = async (path: string): Promise<Answered> =>
    (await fetch(`${service.address}${BASE}${path}`)).json()
  /** Requests a path repeatedly, as a client does, until the answer meets a condition. */
  const until = (path: string, isHopedFor: (body: Answered) => boolean): Promise<Answered> =>
    vi.waitFor(
      async () => {
        const body = await json(path)
        expect(isHopedFor(body), JSON.stringify(body).slice(0, 500)).toBe(true)
        return body
      },
      { timeout: 300_000 },
    )
  return { upstreams, url, json, until, stop, log, isHanging: hanging.promise }
}

/** Notifies at once of an awaited line. */
class Log extends Writable {
  readonly #waiting = new Map<string, (line: Answered) => void>()

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    const line = JSON.parse(String(chunk))
    this.#waiting.get(line.msg)?.(line)
    done()
  }

  line(text: string): Promise<Answered> {
    return new Promise((resolve) => this.#waiting.set(text, resolve))
  }
}

test('a service that collects serves what it downloads although a host hangs, and stops within seconds', async () => {
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

  await stop()
  const rounds = await roundsOfSources(await openStore(url), ['bse-deals'], { asOf: null, limit: 1 })
  expect(rounds.get('bse-deals')?.last).toEqual([])
})

test('a fact is in the very next answer of the process that recorded it', async () => {
  const { json, log } = await serveAndCollect({ env: { SOURCES: 'nse-deals' }, lines: [ipo('alpha')] })
  const line = log.line('read nse-deals: done')
  // The earlier answer is cached in memory, and must not be served again.
  await json('/deals')
  expect(await line).toMatchObject({ source: 'nse-deals', read: 2, taken: 2, refusals: {} })
  expect((await json('/deals')).deals).toHaveLength(2)
})

test('a service that does not collect sends no request', async () => {
  const upstreams = await startUpstreams()
  onTestFinished(upstreams.close)
  let questions = 0
  upstreams.holdBack(
    () => true,
    () => questions++,
  )
  const env = { COLLECT: 'off', UPSTREAM_BASE: upstreams.base }
  await serveAndCollect({ env, lines: [ipo('alpha')] })
  // By the time that a later service has sent its request, this one would have sent one, too.
  const { isHanging } = await serveAndCollect({ lines: [ipo('alpha')] })
  await isHanging
  expect(questions).toBe(0)
})
