import { describe, expect, test } from 'vitest'
import { fresh, Market, nse, plainSource, quote, terms } from '../src/collect/collect-round.test-market.ts'
import type { Get } from '../src/collect/download/polite-get.ts'
import { UpstreamFault } from '../src/collect/download/upstream-fault.ts'
import { sourceReports } from '../src/reports/sources.ts'
import { ipowatch } from '../src/sources/ipowatch/ipowatch.ts'
import { FULL, needs, ONCE, skipWithout } from './support/needs.ts'
import { BASE, requestRaw } from './support/raw-request.ts'
import { type Answered, startTestService, type TestService } from './support/service.ts'
import { emptyStoreUrl, openStore } from './support/store.ts'
import { startUpstreams } from './support/upstreams.ts'

const PATH = `${BASE}/sources`
/** Due at 9:20, 11:20, 13:20 and so on in India: 3:50, 5:50, 7:50 of UTC. */
const tracker = plainSource('ipowatch', 'IPOWatch', {
  plan: () =>
    ['list', 'more'].map((document) => ({
      document,
      url: `https://ipowatch.example/${document}`,
      expects: 'json',
    })),
})
const WITH_TRACKER = { SOURCES: 'exchanges,ipowatch' }

const at = (time: string, day = 14) => `2026-01-${String(day).padStart(2, '0')}T${time.padEnd(8, ':00')}.000Z`
const rows = (count: number) => JSON.stringify(Array.from({ length: count }, () => quote(4000, '2026-01-14')))

const said =
  (body: string): Get =>
  async ({ document }) =>
    fresh(document === 'list' ? body : '[]')
const emptyList = said('[]')
const unreachable: Get = async () => {
  throw new UpstreamFault('unreachable', 'ipowatch.in: connection refused')
}
const refused: Get = async () => {
  throw new UpstreamFault('refused', 'ipowatch.in: HTTP 403')
}
const isHalfChanged: Get = async ({ document }) => fresh(document === 'list' ? rows(2) : 'sorry')

/** The tracker reports something new. */
const recordQuote = (market: Market, moment: string) =>
  market.collect(tracker, moment, said(JSON.stringify([quote(4000, moment.slice(0, 10))])))

/** A service on a store in which an issue is known since the first of the month. */
async function serve(now: string, env: Record<string, string> = WITH_TRACKER) {
  const url = await emptyStoreUrl()
  const market = new Market(await openStore(url))
  await market.collectPage(nse, at('06:00', 1), [terms({ openDate: '2026-01-01', closeDate: '2026-01-20' })])
  return { service: await startTestService({ now, env, url }), market }
}

async function sourceIn(service: TestService, id: string, query = ''): Promise<Answered> {
  const { sources } = await service.json(`${PATH}${query}`)
  return sources.find((source: Answered) => source.id === id)
}

test('lists every source, exchanges first, with owner, cadence and address', async () => {
  const { service } = await serve(at('06:00'), {})
  const { ok, sources } = await service.json(PATH)
  expect(ok).toBe(true)
  expect(sources.map(({ id }: Answered) => id)).toEqual([
    ...['nse-issues', 'bse-issues', 'nse-bhavcopy', 'bse-bhavcopy', 'nse-deals', 'bse-deals'],
    'nse-holidays',
    ...['investorgain', 'ipowatch', 'ipoji', 'ipopremium'],
  ])
  expect(sources[7]).toMatchObject({
    source: 'InvestorGain',
    owner: 'Chittorgarh group',
    cadence: 'every hour from 9:05 to 22:05, and at 23:35 when the day is done',
    url: expect.stringMatching(/^https:/),
  })
})

describe('the state', () => {
  // A rule over rounds; the tests below read rounds of every kind from both engines.
  needs(ONCE)

  test.each<[string, string, string, Record<string, string>, (market: Market) => Promise<unknown>]>([
    [
      'ok',
      'that has just reported something new',
      at('06:30'),
      WITH_TRACKER,
      (market) => recordQuote(market, at('06:00')),
    ],
    [
      'ok',
      'that somebody else read within the day',
      at('08:00', 15),
      WITH_TRACKER,
      (market) => recordQuote(market, at('06:00', 14)),
    ],
    [
      'failing',
      'that was not downloaded for more than a day',
      at('08:01', 15),
      WITH_TRACKER,
      (market) => recordQuote(market, at('06:00', 14)),
    ],
    [
      'failing',
      'that was not reached',
      at('08:30'),
      WITH_TRACKER,
      async (market) => {
        await recordQuote(market, at('06:00'))
        await market.collect(tracker, at('08:00'), unreachable)
      },
    ],
    [
      'failing',
      'of which a part has changed',
      at('06:30'),
      WITH_TRACKER,
      (market) => market.collect(tracker, at('06:00'), isHalfChanged),
    ],
    [
      'ok',
      'that failed once and is well again',
      at('08:30'),
      WITH_TRACKER,
      async (market) => {
        await market.collect(tracker, at('06:00'), refused)
        await recordQuote(market, at('08:00'))
      },
    ],
    [
      'ok',
      'that had nothing new for exactly three days',
      at('06:00'),
      WITH_TRACKER,
      async (market) => {
        await recordQuote(market, at('06:00', 11))
        await market.collect(tracker, at('05:55'), emptyList)
      },
    ],
    [
      'quiet',
      'that had nothing new for more than three days',
      at('06:01'),
      WITH_TRACKER,
      async (market) => {
        await recordQuote(market, at('06:00', 11))
        await market.collect(tracker, at('05:55'), emptyList)
      },
    ],
    [
      'ok',
      'that is downloaded for the first time without news',
      at('06:01'),
      WITH_TRACKER,
      (market) => market.collect(tracker, at('06:00'), emptyList),
    ],
    [
      'quiet',
      'that is downloaded for days and never had news',
      at('06:01'),
      WITH_TRACKER,
      async (market) => {
        await market.collect(tracker, at('06:00', 11), emptyList)
        await market.collect(tracker, at('05:55'), emptyList)
      },
    ],
    [
      'off',
      'that the settings do not name, though it was read two days ago',
      at('06:30'),
      { SOURCES: 'exchanges' },
      (market) => recordQuote(market, at('06:00', 12)),
    ],
    [
      'ok',
      'that the settings do not name, but another process reads',
      at('06:30'),
      { SOURCES: 'exchanges' },
      (market) => recordQuote(market, at('06:00')),
    ],
    [
      'waiting',
      'that the settings name, while another process reads others',
      at('06:30'),
      WITH_TRACKER,
      (market) => market.collectPage(nse, at('06:00'), []),
    ],
    [
      'off',
      'that the settings name, but was not downloaded yet',
      at('06:30'),
      WITH_TRACKER,
      async () => undefined,
    ],
  ])('is %s of a tracker %s', async (state, _name, now, env, happened) => {
    const { service, market } = await serve(now, env)
    await happened(market)
    await service.refresh()
    expect(await sourceIn(service, 'ipowatch')).toMatchObject({ state })
  })

  test.each([
    ['ok', at('12:08:59'), 2],
    ['failing', at('12:09'), 3],
  ])(
    'is %s at %s of a tracker that we download ourselves and that has missed %i rounds',
    async (state, clock, missed) => {
      const { market } = await serve(at('06:30'), WITH_TRACKER)
      await recordQuote(market, at('06:00'))
      const choice = { known: [ipowatch], chosen: [ipowatch], isCollecting: true }
      expect(await sourceReports(market.db, choice, { asOf: null, clock })).toMatchObject([
        { state, roundsMissed: missed },
      ])
    },
  )

  test('is ok of an exchange that is downloaded, even without news for weeks', async () => {
    const { service, market } = await serve(at('06:05', 30))
    await market.collectPage(nse, at('06:00', 30), [])
    await service.refresh()
    expect(await sourceIn(service, 'nse-issues')).toMatchObject({ state: 'ok', lastChange: at('06:00', 1) })
  })

  test('is waiting while the service collects and has not downloaded it yet', async () => {
    const upstreams = await startUpstreams()
    const { promise: isAsked, resolve: onAsked } = Promise.withResolvers<void>()
    upstreams.holdBack(() => true, onAsked)
    const env = { ...WITH_TRACKER, COLLECT: 'on', CONTACT: 'ops@desk.example', UPSTREAM_BASE: upstreams.base }
    const { service } = await serve(at('06:00'), env)
    await isAsked
    const waiting = { state: 'waiting', lastSuccess: null, roundsMissed: null, rowsLast: null, fault: null }
    expect(await sourceIn(service, 'ipowatch')).toMatchObject(waiting)
    expect(await sourceIn(service, 'ipoji')).toMatchObject({ state: 'off' })
  })
})

test('a source that is off still has its last download, and counts no missed rounds', async () => {
  const { service, market } = await serve(at('12:00'), {})
  const read = at('06:00', 12)
  await recordQuote(market, read)
  await service.refresh()
  expect(await sourceIn(service, 'ipowatch')).toMatchObject({
    ...{ state: 'off', lastSuccess: read, lastChange: read, roundsMissed: null },
  })
})

test('a fault has its message and time until a round succeeds completely', async () => {
  const { service, market } = await serve(at('05:00'))
  const NO_FAULT = { fault: null, faultSince: null, faultDetail: null }
  const faults = []
  for (const [moment, get] of [
    [at('04:00'), emptyList],
    [at('06:00'), isHalfChanged],
    [at('08:00'), unreachable],
    [at('10:00'), refused],
    [at('12:00'), emptyList],
    [at('14:00'), unreachable],
  ] as const) {
    await market.collect(tracker, moment, get)
    service.setNow(moment.replace(':00:00', ':05:00'))
    const { fault, faultSince, faultDetail, lastSuccess } = await sourceIn(service, 'ipowatch')
    faults.push({ fault, faultSince, faultDetail, lastSuccess })
  }
  expect(faults).toEqual([
    { ...NO_FAULT, lastSuccess: at('04:00') },
    {
      ...{ fault: 'changed', faultSince: at('06:00'), faultDetail: 'more: "sorry" is no list' },
      // A part of it was downloaded.
      lastSuccess: at('06:00'),
    },
    {
      ...{ fault: 'unreachable', faultSince: at('06:00'), lastSuccess: at('06:00') },
      faultDetail: 'ipowatch.in: connection refused (and 1 more)',
    },
    {
      ...{ fault: 'refused', faultSince: at('06:00'), lastSuccess: at('06:00') },
      faultDetail: 'ipowatch.in: HTTP 403 (and 1 more)',
    },
    { ...NO_FAULT, lastSuccess: at('12:00') },
    {
      ...{ fault: 'unreachable', faultSince: at('14:00'), lastSuccess: at('12:00') },
      faultDetail: 'ipowatch.in: connection refused (and 1 more)',
    },
  ])
})

test.each([
  ['none while the next is not due everywhere', at('08:08:59'), 0],
  ['one from the moment on which it is', at('08:09'), 1],
  ['all of the day', at('18:30'), 6],
  ['none more through the night', at('04:08:59', 15), 6],
  ['the first of the next day', at('04:09', 15), 7],
  ['no more than can be counted', '2027-01-14T06:00:00.000Z', 100],
])('rounds missed by the schedule: %s', async (_name, now, missed) => {
  const { service, market } = await serve(now)
  await market.collect(tracker, at('06:00'), emptyList)
  expect(await sourceIn(service, 'ipowatch')).toMatchObject({ roundsMissed: missed })
})

test('a round that failed was missed, too', async () => {
  const { service, market } = await serve(at('08:10'))
  await market.collect(tracker, at('06:00'), emptyList)
  await market.collect(tracker, at('07:51'), unreachable)
  expect(await sourceIn(service, 'ipowatch')).toMatchObject({ roundsMissed: 1, rowsLast: null })
})

test.each([
  ['one round', [7], 7, 7],
  ['the middle of three, whatever their order', [90, 3, 5], 5, 5],
  ['an odd one out is last, not usual', [60, 62, 61, 61, 2], 61, 2],
  ['only the last twenty count', [...Array(30).fill(9), ...Array(20).fill(4)], 4, 4],
])('rows usual and last: %s', async (_name, counts, rowsUsual, rowsLast) => {
  const { service, market } = await serve(at('06:00', 20))
  for (const [i, count] of counts.entries())
    await market.collect(tracker, at(`06:${String(i).padStart(2, '0')}`), said(rows(count)))
  expect(await sourceIn(service, 'ipowatch')).toMatchObject({ rowsUsual, rowsLast })
})

test('rounds that failed do not affect what is usual', async () => {
  const { service, market } = await serve(at('07:00'))
  await market.collect(tracker, at('06:00'), said(rows(8)))
  await market.collect(tracker, at('06:10'), isHalfChanged)
  await market.collect(tracker, at('06:20'), isHalfChanged)
  expect(await sourceIn(service, 'ipowatch')).toMatchObject({ rowsUsual: 8, rowsLast: 2 })
})

test('a round without news is in the answer after at most a minute, and no cache may use it longer', async () => {
  const { service, market } = await serve(at('06:00:10'))
  await recordQuote(market, at('06:00:05'))
  await service.refresh()
  const before = await service.get(PATH)
  expect(before.headers.get('cache-control')).toBe('public, max-age=50, stale-if-error=86400')
  await market.collect(tracker, at('06:00:20'), emptyList)
  service.setNow(at('06:01:00'))
  const headers = { 'if-none-match': before.headers.get('etag') ?? '' }
  const after = await service.get(PATH, headers)
  expect(after.status).toBe(200)
  const source = (await after.json()).sources.find(({ id }: Answered) => id === 'ipowatch')
  expect(source).toMatchObject({ lastSuccess: at('06:00:20'), lastChange: at('06:00:05') })
})

describe('as of a past moment', () => {
  test('a source is described as it was known then, by the clock of then', async () => {
    const { service, market } = await serve(at('18:00'))
    await recordQuote(market, at('04:00'))
    await market.collect(tracker, at('06:00'), unreachable)
    await market.collect(tracker, at('10:00'), emptyList)
    await service.refresh()
    const sourceAsOf = async (asOf: string) => sourceIn(service, 'ipowatch', `?asOf=${asOf}`)
    expect(await sourceAsOf(at('03:59'))).toMatchObject({ state: 'off', lastSuccess: null })
    expect(await sourceAsOf(at('05:00'))).toMatchObject({
      ...{ state: 'ok', lastSuccess: at('04:00'), fault: null, roundsMissed: 0 },
    })
    expect(await sourceAsOf(at('08:00'))).toMatchObject({
      ...{ state: 'failing', lastSuccess: at('04:00'), fault: 'unreachable', roundsMissed: 1 },
    })
    expect(await sourceAsOf(at('10:30'))).toMatchObject({
      ...{ state: 'ok', lastSuccess: at('10:00'), lastChange: at('04:00'), fault: null, roundsMissed: 0 },
    })
  })

  test('the answer never changes, whatever is collected later, even as of before', async () => {
    const { service, market } = await serve(at('12:00'))
    await recordQuote(market, at('04:00'))
    await service.refresh()
    const asked = `${PATH}?asOf=${at('09:00')}`
    const first = await requestRaw(service.address, asked)
    await market.collect(tracker, at('12:00'), unreachable)
    await market.collect(tracker, at('12:01'), emptyList, { at: at('08:00') })
    await market.collectPage(nse, at('12:02'), [terms({ name: 'Birch Yarns Limited' })], { at: at('08:30') })
    await service.refresh()
    service.setNow(at('13:00'))
    const second = await requestRaw(service.address, asked)
    expect(String(second.body)).toBe(String(first.body))
    expect(second.headers.etag).toBe(first.headers.etag)

    const another = await startTestService({ now: at('13:00'), url: service.url, env: WITH_TRACKER })
    expect((await requestRaw(another.address, asked)).headers.etag).toBe(first.headers.etag)
  })
})

test('while the demo is shown, the sources have their real state', async ({ skip }) => {
  skipWithout(skip, FULL, ONCE)
  const service = await startTestService({ now: at('06:30'), env: WITH_TRACKER })
  await new Market(service.db).collect(tracker, at('06:00'), unreachable)
  const answer = await service.get(PATH)
  expect(answer.headers.get('x-market-version')).toMatch(/^demo-/)
  const { sources, disclaimer } = await answer.json()
  expect(disclaimer).toMatch(/DEMO/)
  expect(sources.find(({ id }: Answered) => id === 'ipowatch')).toMatchObject({
    ...{ state: 'failing', fault: 'unreachable', faultSince: at('06:00') },
  })
  const states = sources.filter(({ id }: Answered) => id !== 'ipowatch').map(({ state }: Answered) => state)
  expect(new Set(states)).toEqual(new Set(['waiting', 'off']))
})
