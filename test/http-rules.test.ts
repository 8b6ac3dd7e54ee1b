import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { deal, gmp, ipo, listing } from './support/lines.ts'
import { BASE, type RawAnswer, requestRaw } from './support/raw-request.ts'
import { type Line, recordAll } from './support/record.ts'
import { startTestService, type TestService, testServiceForAll } from './support/service.ts'
import { emptyStoreUrl, openStore } from './support/store.ts'

const RECORDED = '2026-01-12T06:00:00.000Z'
const NOW = '2026-01-13T06:00:00.000Z'

/** Acme opens at 10:00 IST (04:30Z) of 13 January and closes at 17:00 IST (11:30Z) of the 16th. */
const MARKET: readonly Line[] = [
  ipo('acme-foods', {
    ...{ openDate: '2026-01-13', closeDate: '2026-01-16', listingDate: '2026-01-21', priceMax: 100 },
  }),
  ipo('small-tools', { board: 'SME', openDate: '2026-01-12', closeDate: '2026-01-14' }),
  ipo('cinder-tiles'),
  gmp('acme-foods', '2026-01-12', 40),
  deal('2026-01-09'),
  deal('2026-01-09', { dealType: 'SELL' }),
  deal('2026-01-08', { symbol: 'ZED' }),
]

/** For tests that only ask: what they ask of it, it answers every time alike. */
const shared = testServiceForAll({ now: NOW, lines: MARKET, linesAt: RECORDED })

/** For tests that record more, move the clock or need other settings. */
async function serve(options: { now?: string; env?: Record<string, string>; lines?: readonly Line[] } = {}) {
  const { now = NOW, env = {}, lines = MARKET } = options
  const url = await emptyStoreUrl()
  await recordAll(await openStore(url), RECORDED, lines)
  return startTestService({ url, now, env })
}

const ENDPOINTS = [
  `${BASE}/ipos`,
  `${BASE}/ipos/acme-foods`,
  `${BASE}/deals`,
  `${BASE}/scoreboard`,
  `${BASE}/sources`,
  `${BASE}/changes`,
]
const ALL_ENDPOINTS = [BASE, ...ENDPOINTS]
const EXPOSED =
  'ETag, Link, X-Total-Count, X-Limit, X-Ignored-Parameters, X-Market-Version, Retry-After, RateLimit, RateLimit-Policy, Accept-Ranges, Content-Range'

const etagOf = async (
  service: TestService,
  path: string,
  headers?: Record<string, string>,
): Promise<string> =>
  String((await requestRaw(service.address, path, { ...(headers && { headers }) })).headers.etag)

describe('ETag', () => {
  test.each(ALL_ENDPOINTS)('of %s is strong, and different for each encoding', async (path) => {
    const service = shared()
    const tags = await Promise.all(
      ['identity', 'gzip', 'br'].map((encoding) => etagOf(service, path, { 'accept-encoding': encoding })),
    )
    for (const tag of tags) expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/)
    expect(new Set(tags).size).toBe(3)
  })

  test.each(ALL_ENDPOINTS)('of %s is the same from two services on the same store', async (path) => {
    const first = await serve()
    const second = await startTestService({ url: first.url, now: NOW })
    for (const encoding of ['identity', 'gzip', 'br']) {
      const headers = { 'accept-encoding': encoding }
      expect(await etagOf(second, path, headers)).toBe(await etagOf(first, path, headers))
    }
  })

  test('is the same for the same data in another store, whatever its version', async () => {
    const first = await serve()
    const second = await serve({ lines: [ipo('cinder-tiles')] })
    await second.record(RECORDED, MARKET)
    const [a, b] = [await first.get(`${BASE}/ipos`), await second.get(`${BASE}/ipos`)]
    expect(b.headers.get('x-market-version')).not.toBe(a.headers.get('x-market-version'))
    expect(b.headers.get('etag')).toBe(a.headers.get('etag'))
    expect(await b.text()).toBe(await a.text())
  })

  test('changes when the body does', async () => {
    const service = await serve()
    const before = await etagOf(service, `${BASE}/deals`)
    await service.record(NOW, [deal('2026-01-13', { symbol: 'NEW' })])
    expect(await etagOf(service, `${BASE}/deals`)).not.toBe(before)
  })
})

describe('If-None-Match', () => {
  test.each<[string, (etag: string) => string, number]>([
    ['the ETag', (etag) => etag, 304],
    ['the ETag marked weak by a cache', (etag) => `W/${etag}`, 304],
    ['a list that has it', (etag) => `"one", ${etag}, "two"`, 304],
    ['a list without spaces', (etag) => `"one",${etag}`, 304],
    ['a list of weak ones', (etag) => `W/"one", W/${etag}`, 304],
    ['a star', () => '*', 304],
    ['another ETag', () => '"another"', 200],
    ['a list that lacks it', () => '"one", "two"', 200],
    ['the ETag without its quotes', (etag) => etag.replaceAll('"', ''), 200],
    ['a part of the ETag', (etag) => `${etag.slice(0, -3)}"`, 200],
    ['a star within quotes', () => '"*"', 200],
    ['nothing', () => '', 200],
  ])('with %s', async (_name, header, status) => {
    const service = shared()
    for (const path of ALL_ENDPOINTS) {
      const etag = await etagOf(service, path)
      const answer = await requestRaw(service.address, path, { headers: { 'if-none-match': header(etag) } })
      expect(answer.status, path).toBe(status)
    }
  })

  test('with the ETag of another encoding gives the whole answer', async () => {
    const service = shared()
    const gzip = await etagOf(service, `${BASE}/ipos`, { 'accept-encoding': 'gzip' })
    const headers = { 'if-none-match': gzip, 'accept-encoding': 'br' }
    expect((await requestRaw(service.address, `${BASE}/ipos`, { headers })).status).toBe(200)
  })

  test('takes precedence over If-Modified-Since, which has no effect with a date in the future', async () => {
    const service = shared()
    const future = 'Fri, 01 Jan 2100 00:00:00 GMT'
    const statuses = []
    for (const headers of [
      { 'if-modified-since': future },
      { 'if-modified-since': future, 'if-none-match': '"another"' },
      { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT', 'if-none-match': '*' },
    ]) {
      statuses.push((await requestRaw(service.address, `${BASE}/ipos`, { headers })).status)
    }
    expect(statuses).toEqual([200, 200, 304])
  })

  test('has no effect on errors', async () => {
    const service = shared()
    const headers = { 'if-none-match': '*' }
    expect((await requestRaw(service.address, `${BASE}/ipos/none`, { headers })).status).toBe(404)
    expect((await requestRaw(service.address, `${BASE}/ipos?limit=0`, { headers })).status).toBe(400)
  })

  test.each(ALL_ENDPOINTS.flatMap((path) => ['GET', 'HEAD'].map((method) => [method, path])))(
    '%s %s: a 304 has the headers of the answer and no body',
    async (method = '', path = '') => {
      const service = shared()
      const whole = await requestRaw(service.address, path, { method })
      const headers = { 'if-none-match': String(whole.headers.etag) }
      const answer = await requestRaw(service.address, path, { method, headers })
      expect(answer.status).toBe(304)
      expect(answer.body).toHaveLength(0)
      for (const name of [
        ...['etag', 'cache-control', 'vary', 'last-modified', 'x-market-version', 'ratelimit-policy'],
        ...['access-control-allow-origin', 'access-control-expose-headers'],
      ]) {
        expect(answer.headers[name], name).toBe(whole.headers[name])
        expect(answer.headers[name], name).toBeDefined()
      }
      expect(answer.headers['content-length']).toBeUndefined()
      expect(answer.headers['content-encoding']).toBeUndefined()
    },
  )
})

describe('encodings', () => {
  const decoded: Record<string, (bytes: Buffer) => Buffer> = {
    gzip: gunzipSync,
    br: brotliDecompressSync,
    identity: (bytes) => bytes,
  }
  const encodingOf = ({ headers }: RawAnswer) => headers['content-encoding'] ?? 'identity'

  test.each([...ALL_ENDPOINTS, '/openapi.json', '/docs'])('of %s decode to the same bytes', async (path) => {
    const service = shared()
    const plain = await requestRaw(service.address, path)
    for (const encoding of ['gzip', 'br']) {
      const answer = await requestRaw(service.address, path, { headers: { 'accept-encoding': encoding } })
      expect(encodingOf(answer)).toBe(encoding)
      expect(answer.headers['content-length']).toBe(String(answer.body.length))
      expect(answer.headers.vary).toBe('Accept-Encoding')
      expect(decoded[encoding]?.(answer.body).equals(plain.body)).toBe(true)
    }
  })

  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0.5, gzip;q=1.0', 'gzip'],
    ['br ; q=0.2 , gzip ; q=0.8', 'gzip'],
    ['gzip;q=0.001', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['gzip;q=0.000, br;q=0', 'identity'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
    ['identity;q=0.5, gzip;q=1', 'gzip'],
    ['identity;q=0, gzip', 'gzip'],
    ['identity;q=0, *', 'br'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['gzip, *;q=0', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['deflate', 'identity'],
    ['zstd, deflate;q=0.5', 'identity'],
    ['nonsense;;q=,', 'identity'],
  ])('Accept-Encoding: %s is answered with %s', async (header, encoding) => {
    const service = shared()
    const headers: Record<string, string> = header === undefined ? {} : { 'accept-encoding': header }
    const answer = await requestRaw(service.address, `${BASE}/ipos`, { headers })
    expect(answer.status).toBe(200)
    expect(encodingOf(answer)).toBe(encoding)
    expect(JSON.parse(String(decoded[encoding]?.(answer.body)))).toMatchObject({ ok: true })
  })
})

test.each(ALL_ENDPOINTS.flatMap((path) => ['identity', 'gzip', 'br'].map((encoding) => [path, encoding])))(
  'HEAD %s in %s has the headers of GET, Content-Length too, and no body',
  async (path = '', encoding = '') => {
    const service = shared()
    const headers = { 'accept-encoding': encoding }
    const got = await requestRaw(service.address, path, { headers })
    const headed = await requestRaw(service.address, path, { headers, method: 'HEAD' })
    const { date: _date, ...rest } = headed.headers
    const { date: _dateOfGet, ...expected } = got.headers
    expect(headed.body).toHaveLength(0)
    expect({ status: headed.status, ...rest }).toEqual({ status: 200, ...expected })
    expect(rest['content-length']).toBe(String(got.body.length))
  },
)

describe('CORS', () => {
  test.each([...ALL_ENDPOINTS, `${BASE}/ipos/none`, `${BASE}/ipos?limit=0`, '/api/nothing'])(
    'grants a preflight for %s',
    async (path) => {
      const service = shared()
      const answer = await requestRaw(service.address, path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://page.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'if-none-match',
        },
      })
      expect(answer.status).toBe(204)
      expect(answer.body).toHaveLength(0)
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers':
          'If-None-Match, If-Modified-Since, Cache-Control, Content-Type, Last-Event-ID, MCP-Protocol-Version',
        'access-control-max-age': '86400',
      })
    },
  )

  test.each([
    [200, 'GET', `${BASE}/ipos`, {}],
    [200, 'HEAD', `${BASE}/ipos`, {}],
    [304, 'GET', `${BASE}/ipos`, { 'if-none-match': '*' }],
    [400, 'GET', `${BASE}/ipos?limit=0`, {}],
    [404, 'GET', `${BASE}/ipos/none`, {}],
    [404, 'GET', `${BASE}/ipos/%E0%A4%A`, {}],
    [404, 'GET', '/api/nothing', {}],
    [405, 'POST', `${BASE}/ipos`, {}],
    [429, 'GET', `${BASE}/ipos`, { 'x-forwarded-for': '203.0.113.9' }],
  ])('allows every page to read a %i to %s %s', async (status, method, path, headers) => {
    const service = await serve({ env: { TRUST_PROXY: '127.0.0.1', REQUESTS_PER_MINUTE: '1' } })
    await requestRaw(service.address, `${BASE}/ipos`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    const answer = await requestRaw(service.address, path, { method, headers })
    expect(answer.status).toBe(status)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-expose-headers']).toBe(EXPOSED)
  })
})

describe('unknown parameters', () => {
  test.each([
    ['foo=1', 'foo'],
    ['foo', 'foo'],
    ['foo=1&bar=2', 'foo, bar'],
    ['foo=1&foo=2', 'foo'],
    ['a%20b=1', 'a%20b'],
    ['%C3%A9=1', '%C3%A9'],
    ['a,b=1', 'a%2Cb'],
    ['x%0D%0AX-Evil:%201=1', 'x%0D%0AX-Evil%3A%201'],
    ['Limit=1', 'Limit'],
    ['STATUS=nothing', 'STATUS'],
    ['__proto__=1', '__proto__'],
    [Array.from({ length: 12 }, (_, i) => `p${i}=`).join('&'), 'p0, p1, p2, p3, p4, p5, p6, p7, p8, p9'],
  ])('?%s are named as %s and change neither body nor ETag', async (query, named) => {
    const service = shared()
    for (const path of ALL_ENDPOINTS) {
      const plain = await requestRaw(service.address, path)
      const answer = await requestRaw(service.address, `${path}?${query}`)
      expect(answer.status, path).toBe(200)
      expect(answer.headers['x-ignored-parameters'], path).toBe(named)
      expect(answer.headers.etag, path).toBe(plain.headers.etag)
      expect(answer.body.equals(plain.body), path).toBe(true)
      expect(plain.headers['x-ignored-parameters'], path).toBeUndefined()
    }
  })

  test('are named on a 304 too', async () => {
    const service = shared()
    const headers = { 'if-none-match': '*' }
    const answer = await requestRaw(service.address, `${BASE}/ipos?foo=1`, { headers })
    expect(answer.headers['x-ignored-parameters']).toBe('foo')
  })

  test('are not in the link to the next page', async () => {
    const service = shared()
    const [plain, noisy] = [
      await requestRaw(service.address, `${BASE}/deals?limit=1`),
      await requestRaw(service.address, `${BASE}/deals?limit=1&foo=1`),
    ]
    expect(noisy.headers.link).toBe(plain.headers.link)
  })
})

const WHOLE = 'public, max-age=60, stale-while-revalidate=60, stale-if-error=86400'

describe('Cache-Control', () => {
  const LIST = `${BASE}/ipos`
  const ACME = `${BASE}/ipos/acme-foods`
  const SMALL = `${BASE}/ipos/small-tools`

  test.each([
    ['far from any change', '2026-01-13T06:00:00.000Z', LIST, WHOLE],
    ['121 seconds before the opening', '2026-01-13T04:27:59.000Z', LIST, WHOLE],
    ['119 seconds before it', '2026-01-13T04:28:01.000Z', LIST, 'public, max-age=60, stale-if-error=86400'],
    ['61 seconds before it', '2026-01-13T04:28:59.000Z', LIST, 'public, max-age=60, stale-if-error=86400'],
    ['10 seconds before it', '2026-01-13T04:29:50.000Z', LIST, 'public, max-age=10, stale-if-error=86400'],
    ['9.5 seconds before it', '2026-01-13T04:29:50.500Z', LIST, 'public, max-age=9, stale-if-error=86400'],
    ['a millisecond before it', '2026-01-13T04:29:59.999Z', LIST, 'public, max-age=0, stale-if-error=86400'],
    ['at the opening', '2026-01-13T04:30:00.000Z', LIST, WHOLE],
    [
      'before the opening, alone',
      '2026-01-13T04:29:50.000Z',
      ACME,
      'public, max-age=10, stale-if-error=86400',
    ],
    ["before another issue's opening", '2026-01-13T04:29:50.000Z', SMALL, WHOLE],
    ['before an SME close', '2026-01-14T10:29:40.000Z', SMALL, 'public, max-age=20, stale-if-error=86400'],
    [
      'before an SME close, in the list',
      '2026-01-14T10:29:40.000Z',
      LIST,
      'public, max-age=20, stale-if-error=86400',
    ],
    ['before the close', '2026-01-16T11:29:59.000Z', ACME, 'public, max-age=1, stale-if-error=86400'],
    ['before the listing', '2026-01-21T04:29:30.000Z', ACME, 'public, max-age=30, stale-if-error=86400'],
    ['before midnight in India', '2026-01-13T18:29:55.000Z', LIST, 'public, max-age=5, stale-if-error=86400'],
    [
      'before midnight in India, alone',
      '2026-01-13T18:29:55.000Z',
      ACME,
      'public, max-age=5, stale-if-error=86400',
    ],
    [
      '90 seconds before midnight',
      '2026-01-13T18:28:30.000Z',
      ACME,
      'public, max-age=60, stale-if-error=86400',
    ],
    ['at midnight in India', '2026-01-13T18:30:00.000Z', LIST, WHOLE],
    ['at midnight in UTC', '2026-01-13T23:59:59.000Z', LIST, WHOLE],
    ['deals, which no clock changes', '2026-01-13T18:29:55.000Z', `${BASE}/deals`, WHOLE],
    ['the scoreboard, which no clock changes', '2026-01-13T18:29:55.000Z', `${BASE}/scoreboard`, WHOLE],
    [
      'the sources, which every minute may change',
      '2026-01-13T06:00:40.000Z',
      `${BASE}/sources`,
      'public, max-age=20, stale-if-error=86400',
    ],
  ])('%s (%s)', async (_name, now, path, expected) => {
    const service = await serve({ now: RECORDED })
    service.setNow(now)
    expect((await service.get(path)).headers.get('cache-control')).toBe(expected)
  })

  test('counts down with the clock although the answer is cached', async () => {
    const service = await serve({ now: '2026-01-13T04:29:10.000Z' })
    const lifetimes = []
    for (const second of ['10', '20', '50', '59']) {
      service.setNow(`2026-01-13T04:29:${second}.000Z`)
      lifetimes.push((await service.get(LIST)).headers.get('cache-control')?.match(/max-age=(\d+)/)?.[1])
    }
    expect(lifetimes).toEqual(['50', '40', '10', '1'])
  })

  test.each([...ENDPOINTS, `${BASE}/deals?limit=1`])(
    'of %s as of a past moment is one hour',
    async (path) => {
      const service = await serve({ now: '2026-01-13T04:29:50.000Z' })
      const asOf = 'asOf=2026-01-12T18:29:59.000Z'
      const response = await service.get(`${path}${path.includes('?') ? '&' : '?'}${asOf}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toMatch(/^public, max-age=3600(,|$)/)
    },
  )
})

describe('the clock', () => {
  test('changes the status exactly at each boundary, in the list and alone', async () => {
    const service = await serve({ now: RECORDED })
    for (const [now, status] of [
      ['2026-01-13T04:29:59.999Z', 'UPCOMING'],
      ['2026-01-13T04:30:00.000Z', 'OPEN'],
      ['2026-01-16T11:29:59.999Z', 'OPEN'],
      ['2026-01-16T11:30:00.000Z', 'CLOSED'],
      ['2026-01-21T04:29:59.999Z', 'CLOSED'],
      ['2026-01-21T04:30:00.000Z', 'LISTED'],
    ] as const) {
      service.setNow(now)
      const { ipos } = await service.json(`${BASE}/ipos?q=acme`)
      const { ipo: single } = await service.json(`${BASE}/ipos/acme-foods`)
      expect([ipos[0].status, single.status], now).toEqual([status, status])
      const filtered = await service.json(`${BASE}/ipos?q=acme&status=${status}`)
      expect(filtered.count, now).toBe(1)
    }
  })

  test('invalidates an ETag from before the boundary', async () => {
    const service = await serve({ now: '2026-01-13T04:29:59.000Z' })
    const etag = await etagOf(service, `${BASE}/ipos`)
    const headers = { 'if-none-match': etag }
    expect((await requestRaw(service.address, `${BASE}/ipos`, { headers })).status).toBe(304)
    service.setNow('2026-01-13T04:30:00.000Z')
    expect((await requestRaw(service.address, `${BASE}/ipos`, { headers })).status).toBe(200)
  })

  test('ends the day of quotes at midnight in India', async () => {
    const service = await serve({ now: '2026-01-12T18:29:59.999Z' })
    expect((await service.json(`${BASE}/ipos/acme-foods`)).ipo.gmpSources).toBe(1)
    service.setNow('2026-01-12T18:30:00.000Z')
    expect((await service.json(`${BASE}/ipos/acme-foods`)).ipo.gmpSources).toBe(0)
  })
})

describe('Last-Modified', () => {
  /** The time of a commit lies some milliseconds ahead; a minute later it is rounded up. */
  const COMMITTED = '2026-01-12T06:00:01.000Z'
  test.each([
    ['the commit, while no clock has changed anything since', '2026-01-12T07:00:00.000Z', '/ipos', COMMITTED],
    ['midnight in India', '2026-01-12T19:00:00.000Z', '/ipos', '2026-01-12T18:30:00.000Z'],
    ['the opening', '2026-01-13T06:00:00.000Z', '/ipos', '2026-01-13T04:30:00.000Z'],
    [
      'the opening, to the millisecond',
      '2026-01-13T04:30:00.000Z',
      '/ipos/acme-foods',
      '2026-01-13T04:30:00.000Z',
    ],
    ['the close', '2026-01-16T12:00:00.000Z', '/ipos/acme-foods', '2026-01-16T11:30:00.000Z'],
    [
      'midnight, for an issue that did not open',
      '2026-01-13T06:00:00.000Z',
      '/ipos/cinder-tiles',
      '2026-01-12T18:30:00.000Z',
    ],
    ['the commit, for deals', '2026-01-16T12:00:00.000Z', '/deals', COMMITTED],
    ['the commit, for the scoreboard', '2026-01-16T12:00:00.000Z', '/scoreboard', COMMITTED],
    [
      'the commit, as of a past moment',
      '2026-01-16T12:00:00.000Z',
      '/ipos?asOf=2026-01-13T06:00:00.000Z',
      COMMITTED,
    ],
  ])('is %s (at %s)', async (_name, now, path, expected) => {
    const service = await serve({ now: RECORDED })
    service.setNow(now)
    const response = await service.get(`${BASE}${path}`)
    expect(response.headers.get('last-modified')).toBe(new Date(expected).toUTCString())
  })

  test('is the commit again when one follows a change by the clock', async () => {
    const service = await serve({ now: RECORDED })
    await service.record('2026-01-13T05:00:00.000Z', [deal('2026-01-13')])
    service.setNow(NOW)
    const response = await service.get(`${BASE}/ipos`)
    expect(response.headers.get('last-modified')).toBe('Tue, 13 Jan 2026 05:00:01 GMT')
  })
})

/** A position without its moment. */
const versionIn = (position: unknown): string | undefined => String(position).split('@')[0]

describe('X-Market-Version', () => {
  test.each([
    ['GET', BASE, 200],
    ['GET', `${BASE}/ipos`, 200],
    ['HEAD', `${BASE}/ipos`, 200],
    ['GET', `${BASE}/ipos/acme-foods`, 200],
    ['GET', `${BASE}/deals?asOf=2026-01-12T07:00:00Z`, 200],
    ['GET', `${BASE}/scoreboard`, 200],
    ['GET', `${BASE}/sources`, 200],
    ['OPTIONS', `${BASE}/ipos`, 204],
    ['GET', `${BASE}/ipos?limit=0`, 400],
    ['GET', `${BASE}/ipos/none`, 404],
    ['GET', `${BASE}/nothing`, 404],
    ['GET', `${BASE}/ipos/%E0%A4%A`, 404],
    ['GET', `${BASE}/ipos/very-long`, 404],
    ['POST', `${BASE}/ipos`, 405],
  ])('is on %s %s', async (method, path, status) => {
    const service = shared()
    const answer = await requestRaw(service.address, path.replace('very-long', 'x'.repeat(1001)), { method })
    expect(answer.status).toBe(status)
    expect(answer.headers['x-market-version']).toMatch(/./)
  })

  test('is on a 304 and on a 429', async () => {
    const service = await serve({ env: { TRUST_PROXY: '127.0.0.1', REQUESTS_PER_MINUTE: '1' } })
    const unchanged = await requestRaw(service.address, `${BASE}/ipos`, { headers: { 'if-none-match': '*' } })
    await requestRaw(service.address, `${BASE}/ipos`)
    const refused = await requestRaw(service.address, `${BASE}/ipos`)
    expect([unchanged.status, refused.status]).toEqual([304, 429])
    expect(unchanged.headers['x-market-version']).toMatch(/./)
    expect(versionIn(refused.headers['x-market-version'])).toBe(
      versionIn(unchanged.headers['x-market-version']),
    )
  })

  test('changes when facts are recorded, in the answer that shows them', async () => {
    const service = await serve()
    const before = (await service.get(`${BASE}/deals`)).headers.get('x-market-version')
    await service.record(NOW, [listing('small-tools', '2026-01-13', 120)])
    const response = await service.get(`${BASE}/ipos/small-tools`)
    expect(response.headers.get('x-market-version')).not.toBe(before)
    expect((await response.json()).ipo.status).toBe('LISTED')
  })

  test('does not change when the same facts are recorded again', async () => {
    const service = await serve()
    const before = (await service.get(`${BASE}/ipos`)).headers.get('x-market-version')
    await service.record(NOW, MARKET)
    expect((await service.get(`${BASE}/ipos`)).headers.get('x-market-version')).toBe(before)
  })

  test('of a later page is that of the first, although facts were recorded', async () => {
    const service = await serve()
    const first = await service.get(`${BASE}/deals?limit=1`)
    await service.record(NOW, [deal('2026-01-13', { symbol: 'NEW' })])
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await service.get(next)
    expect(second.status).toBe(200)
    const [a, b] = [first, second].map(({ headers }) => versionIn(headers.get('x-market-version')))
    expect(b).toBe(a)
  })
})

describe('Link', () => {
  const HOSTILE = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    forwarded: 'host=evil.example',
  }

  test.each([`${BASE}/ipos?limit=1`, `${BASE}/deals?limit=1`])(
    'of %s is relative and never uses the Host',
    async (path) => {
      const service = shared()
      const { headers } = await requestRaw(service.address, path, { headers: HOSTILE })
      const [list] = path.split('?')
      expect(headers.link).toMatch(new RegExp(`^<${list}\\?cursor=[\\w.~-]+>; rel="next"$`))
    },
  )

  test.each([
    ['https://ipo.example', 'https://ipo.example'],
    ['https://ipo.example/', 'https://ipo.example'],
    ['https://ipo.example/greymark/', 'https://ipo.example/greymark'],
  ])('is below PUBLIC_URL=%s', async (publicUrl, start) => {
    const service = await serve({ env: { PUBLIC_URL: publicUrl, TRUST_PROXY: '127.0.0.1' } })
    for (const list of ['ipos', 'deals']) {
      const { headers } = await requestRaw(service.address, `${BASE}/${list}?limit=1`, { headers: HOSTILE })
      expect(headers.link?.toString().startsWith(`<${start}${BASE}/${list}?cursor=`)).toBe(true)
    }
  })

  test('of the index leads to the description and the reference', async () => {
    const service = shared()
    const response = await service.get(BASE)
    expect(response.headers.get('link')).toBe(
      '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"',
    )
    expect(await response.json()).toMatchObject({ ok: true })
    for (const path of ['/openapi.json', '/docs']) expect((await service.get(path)).status).toBe(200)
  })
})

test('no body contains the time: two answers hours apart are the same bytes', async () => {
  const service = await serve({ now: '2026-01-13T06:00:00.000Z' })
  const before = await Promise.all(ALL_ENDPOINTS.map(async (path) => (await service.get(path)).text()))
  service.setNow('2026-01-13T16:00:00.000Z')
  const after = await Promise.all(ALL_ENDPOINTS.map(async (path) => (await service.get(path)).text()))
  expect(after).toEqual(before)
})
