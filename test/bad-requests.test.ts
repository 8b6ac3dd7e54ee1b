import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeCursor } from '../src/request/cursor.ts'
import { BASE, type SchemaCheck, schemaCheck } from './support/conformance.ts'
import { deal, ipo } from './support/lines.ts'
import { type RawAnswer, requestRaw, sendText } from './support/raw-request.ts'
import { type Answered, testServiceForAll } from './support/service.ts'
import { runs } from './support/store.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const service = testServiceForAll({
  now: NOW,
  // As it is set by default; requests of this machine are not counted.
  env: { REQUESTS_PER_MINUTE: '120' },
  lines: [
    ipo('acme-foods', { openDate: '2026-01-13' }),
    ipo('acme-tools', { board: 'SME' }),
    ipo('borealis-cables'),
    deal('2026-01-14'),
    deal('2026-01-14', { dealType: 'SELL' }),
    deal('2026-01-13', { symbol: 'ZED' }),
  ],
})

const EXPOSED =
  'ETag, Link, X-Total-Count, X-Limit, X-Ignored-Parameters, X-Market-Version, Retry-After, RateLimit, RateLimit-Policy, Accept-Ranges, Content-Range'

let served: Promise<SchemaCheck> | undefined
const servedCheck = (): Promise<SchemaCheck> => {
  served ??= requestRaw(service().address, '/openapi.json').then(({ body }) =>
    schemaCheck(JSON.parse(String(body))),
  )
  return served
}

/** Returns the error after checking everything that all errors have in common. */
async function problemIn(answer: RawAnswer, status: number, code: string): Promise<Answered> {
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'content-length': String(answer.body.length),
  })
  const body = JSON.parse(String(answer.body))
  expect((await servedCheck()).body('ProblemBody', body)).toEqual([])
  expect(Object.keys(body)).toEqual(['ok', 'error', 'disclaimer'])
  expect({ status: answer.status, code: body.error.code }).toEqual({ status, code })
  expect(body.disclaimer).toMatch(/^Aggregated public information; grey-market premium \(GMP\) is unofficial/)
  return body.error
}

/** Like `problemIn`, for an answer below the API path. */
async function marketProblemIn(answer: RawAnswer, status: number, code: string): Promise<Answered> {
  expect(answer.headers).toMatchObject({
    'access-control-expose-headers': EXPOSED,
    'x-market-version': expect.stringMatching(/^1@/),
    'ratelimit-policy': '"flood";q=120;w=60',
  })
  return problemIn(answer, status, code)
}

const LISTS = ['ipos', 'deals']
const ALL = [
  'ipos',
  'ipos/acme-foods',
  'deals',
  'scoreboard',
  'accuracy',
  'calibration',
  'sources',
  'unannounced',
  'changes',
]
const everywhere = <T>(endpoints: readonly string[], rows: readonly T[]): [string, T][] =>
  endpoints.flatMap((endpoint) => rows.map((row): [string, T] => [endpoint, row]))

const LIMITS = [
  ...['0', '00', '-1', '-0', '2.5', '5.0', '1e2', '0x10', '0b1', '1_000', '1,000', 'abc', '5x', ''],
  ...['%2B5', '+5', '%205', '5%20', '5%0A', '5%00', '%EF%BC%95', '%D9%A5', '%E2%85%A4', 'NaN', 'Infinity'],
  ...['null', 'true', '[5]', '%C2%B2', '%'],
]
test.each(everywhere(LISTS, LIMITS))(
  '/%s refuses limit=%s and names the valid range',
  async (list, limit) => {
    const answer = await requestRaw(service().address, `${BASE}/${list}?limit=${limit}`)
    const { parameter, message } = await marketProblemIn(answer, 400, 'INVALID_PARAMETER')
    expect(parameter).toBe('limit')
    expect(message).toMatch(list === 'ipos' ? /whole number from 1 to 200/ : /whole number from 1 to 300/)
  },
)

const SETS: [string, string, string[]][] = [
  ['ipos', 'status', ['UPCOMING', 'OPEN', 'CLOSED', 'LISTED']],
  ['ipos', 'board', ['MAINBOARD', 'SME']],
  ['deals', 'kind', ['BULK', 'BLOCK']],
  ['deals', 'dealType', ['BUY', 'SELL']],
  ['deals', 'exchange', ['NSE', 'BSE']],
]
const NOT_OF_THE_SET = (one: string): string[] => [
  ...['', 'GONE', ',', '%20', '*', 'null', 'undefined', '0', '%00', "'%20or%201=1--"],
  ...[
    `${one},`,
    `,${one}`,
    `${one},,${one}`,
    `${one},GONE`,
    `${one}%00`,
    `${one};${one}`,
    `${one}S`,
    `[${one}]`,
  ],
]
test.each(
  SETS.flatMap(([list, name, allowed]) =>
    NOT_OF_THE_SET(allowed[0] ?? '').map((value) => [list, name, value, allowed] as const),
  ),
)('/%s refuses %s=%s and names the values that it allows', async (list, name, value, allowed) => {
  const answer = await requestRaw(service().address, `${BASE}/${list}?${name}=${value}`)
  const error = await marketProblemIn(answer, 400, 'INVALID_PARAMETER')
  expect(error).toMatchObject({ parameter: name, allowed })
  for (const one of allowed) expect(error.message).toContain(one)
})

const NO_TEXTS: [string, string][] = [
  ['nothing', ''],
  ['a space', '%20'],
  ['a NUL', '%00'],
  ['a NUL inside', 'a%00b'],
  ['a tab and a line break', '%09%0A'],
  ['a bell', '%07x'],
  ['a control character of ASCII', 'x%7Fx'],
  ['a control character beyond ASCII', 'x%C2%85x'],
  ['101 characters', 'x'.repeat(101)],
  ['101 characters beyond ASCII', '%E0%A4%95'.repeat(101)],
]
test.each(
  ['ipos?q', 'deals?symbol', 'deals?client'].flatMap((start) =>
    NO_TEXTS.map(([name, value]) => [start, name, value] as const),
  ),
)('/%s with %s is refused as no text to look for', async (start, _name, value) => {
  const answer = await requestRaw(service().address, `${BASE}/${start}=${value}`)
  const { parameter, message } = await marketProblemIn(answer, 400, 'INVALID_PARAMETER')
  expect(parameter).toBe(start.split('?')[1])
  expect(message).toMatch(/text of 1 to 100 characters without control characters/)
})

const NO_DAYS = [
  ...['', '2026-02-30', '2026-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '2026-01-32', '0000-01-01'],
  ...['2026-1-5', '20260105', '05-01-2026', '2026-01-05T00:00:00.000Z', '2026-01-05%20', '%202026-01-05'],
  ...['today', '1767571200', '-2026-01-05', '%2B02026-01-05', '2026-01-05%00', '2026/01/05', '2026-W01-1'],
]
test.each(everywhere(['from', 'to'], NO_DAYS))(
  '/deals refuses %s=%s, which is not a real day',
  async (name, value) => {
    const answer = await requestRaw(service().address, `${BASE}/deals?${name}=${value}`)
    const { parameter, message } = await marketProblemIn(answer, 400, 'INVALID_PARAMETER')
    expect(parameter).toBe(name)
    expect(message).toMatch(/real day as YYYY-MM-DD/)
  },
)

test('/deals refuses a range that ends before it begins', async () => {
  const answer = await requestRaw(service().address, `${BASE}/deals?from=2026-01-14&to=2026-01-13`)
  const { parameter, message } = await marketProblemIn(answer, 400, 'INVALID_PARAMETER')
  expect(parameter).toBe('from')
  expect(message).toMatch(/must not lie after to/)
})

const NO_MOMENTS = [
  ...['', 'now', '2026-01-15T05:00', '2026-01-15T05:00:00', '2026-01-15T05:00:00%2B0530', '2026-01-15T05'],
  ...['2026-01-15T05:00:00+24:00', '2026-01-15T05:00:00-05:60', '2026-01-15T05:00:00+5:30', '2026-1-5'],
  ...['2026-01-15%2005:00:00Z', '2026-02-30T05:00:00Z', '2026-02-30T05:00:00.000Z', '2026-02-30'],
  ...['2025-02-29T00:00:00.000Z', '2026-01-14T24:00:00Z', '2026-01-14T25:00:00Z', '2026-01-14T05:60:00Z'],
  ...['2026-01-14T05:00:60Z', '2026-01-14T05:00:61Z', '2026-01-14T05:00:00.Z', '2026-01-14T05:00:00,5Z'],
  ...['1768453200', '1768453200000', '2026-01-14T05:00:00.000Z%00', '2026-01-14%20', '%202026-01-14'],
  ...['0000-01-01T00:00:00Z', '-2026-01-01T00:00:00Z', '%2B012026-01-01T00:00:00Z', '2026-01-14T05Z', 'null'],
  ...['0001-01-01T00:00:00%2B05:30', '9999-12-31T23:59:59-05:30', '0000-01-01', '2026-01-14T05:00:00ZZ'],
]
test.each(everywhere(ALL, NO_MOMENTS))(
  '/%s refuses asOf=%s, which is no date-time with an offset and no day',
  async (endpoint, asOf) => {
    const answer = await requestRaw(service().address, `${BASE}/${endpoint}?asOf=${asOf}`)
    const { parameter, message } = await marketProblemIn(answer, 400, 'INVALID_PARAMETER')
    expect(parameter).toBe('asOf')
    expect(message).toMatch(/date-time such as \d{4}-.+, or a day such as \d{4}-/)
  },
)

test.each(
  everywhere(ALL, [
    ...['2026-01-15T06:00:00.001Z', '2026-01-15T18:29:59.999Z', '9999-12-31T23:59:59.999Z'],
    ...['2026-01-15T11:30:00.001%2B05:30', '2026-01-16', '9999-12-31'],
  ]),
)('/%s refuses asOf=%s, which lies in the future', async (endpoint, asOf) => {
  const answer = await requestRaw(service().address, `${BASE}/${endpoint}?asOf=${asOf}`)
  const { parameter, message } = await marketProblemIn(answer, 400, 'INVALID_PARAMETER')
  expect(parameter).toBe('asOf')
  expect(message).toMatch(/must not lie in the future/)
})

test.each([
  ['ipos', 'limit=5&limit=5', 'limit'],
  ['ipos', 'limit=5&limit=6', 'limit'],
  ['ipos', 'detail=full&detail=full', 'detail'],
  ['ipos', 'q=a&q=b', 'q'],
  ['ipos', 'cursor=a&cursor=a', 'cursor'],
  ['ipos/acme-foods', `asOf=${NOW}&asOf=${NOW}`, 'asOf'],
  ['deals', 'symbol=ACME&symbol=ZED', 'symbol'],
  ['accuracy', 'horizon=close&horizon=close', 'horizon'],
  ['deals', 'from=2026-01-01&from=2026-01-02', 'from'],
  ['deals', 'limit=5&limit=', 'limit'],
  ['scoreboard', `asOf=${NOW}&asOf=`, 'asOf'],
])('/%s?%s is refused, because %s is ambiguous', async (endpoint, query, name) => {
  const answer = await requestRaw(service().address, `${BASE}/${endpoint}?${query}`)
  const { parameter, message } = await marketProblemIn(answer, 400, 'INVALID_PARAMETER')
  expect(parameter).toBe(name)
  expect(message).toMatch(/once/)
})

describe('a cursor', () => {
  const cursorOf = async (list: string, query = ''): Promise<string> => {
    const { headers } = await requestRaw(service().address, `${BASE}/${list}?limit=1&${query}`)
    return /cursor=([^&>]+)>/.exec(String(headers.link))?.[1] ?? ''
  }
  const edited = (cursor: string) => {
    const [payload = '', check = ''] = cursor.split('.')
    const text = Buffer.from(payload, 'base64url').toString().replace('"limit":1', '"limit":9')
    return `${Buffer.from(text).toString('base64url')}.${check}`
  }

  test.each<[string, string, () => Promise<string> | string]>([
    ['empty', 'ipos', () => ''],
    ['garbage', 'ipos', () => 'garbage'],
    ['garbage', 'deals', () => '%F0%9F%8D%8E.%00'],
    ['a dot', 'deals', () => '.'],
    ['an offset', 'deals', () => '100'],
    ['JSON', 'ipos', () => encodeURIComponent('{"walk":"ipos"}')],
    ['very long', 'deals', () => 'x'.repeat(8000)],
    ['cut by one character', 'ipos', async () => (await cursorOf('ipos')).slice(0, -1)],
    ['cut at the front', 'deals', async () => (await cursorOf('deals')).slice(1)],
    ['cut in the middle', 'deals', async () => (await cursorOf('deals')).slice(0, 40)],
    ['given twice in one', 'deals', async () => (await cursorOf('deals')).repeat(2)],
    ['lengthened', 'ipos', async () => `${await cursorOf('ipos')}x`],
    ['lengthened by a part of its own', 'ipos', async () => `${await cursorOf('ipos')}.x`],
    ['in another letter case', 'ipos', async () => (await cursorOf('ipos')).toLowerCase()],
    ['edited inside', 'deals', async () => edited(await cursorOf('deals'))],
    ['of the other list', 'ipos', () => cursorOf('deals')],
    ['of the other list', 'deals', () => cursorOf('ipos')],
  ])('that is %s is refused by /%s', async (_name, list, make) => {
    const answer = await requestRaw(service().address, `${BASE}/${list}?cursor=${await make()}`)
    const { parameter, message } = await marketProblemIn(answer, 400, 'INVALID_PARAMETER')
    expect(parameter).toBe('cursor')
    expect(message).toMatch(/Link header/)
  })

  const FORGED = {
    walk: 'ipos' as const,
    filter: {},
    limit: 1,
    demo: false,
    version: 1,
    clock: NOW,
    after: { openDate: '2026-01-13', slug: 'acme-foods' },
  }
  test.each<[string, object]>([
    ['a clock that is none', { clock: 'yesterday' }],
    ['a moment that is none', { filter: { asOf: 'yesterday' } }],
    ['a clock in the future', { clock: '2999-01-01T00:00:00.000Z' }],
    ['a moment in the future', { filter: { asOf: '2999-01-01T00:00:00.000Z' } }],
    ['a status that is none', { filter: { status: 'GONE' } }],
    ['a limit above the maximum', { limit: 1_000_000 }],
    ['a limit of zero', { limit: 0 }],
    ['a version that is to come', { version: 99 }],
    ['a key too many', { more: true }],
    ['the demo', { demo: true }],
  ])('that was forged with %s is refused', async (_name, change) => {
    const cursor = writeCursor({ ...FORGED, ...change })
    const answer = await requestRaw(service().address, `${BASE}/ipos?cursor=${cursor}`)
    await marketProblemIn(answer, 400, 'INVALID_PARAMETER')
  })

  test.each([
    ['ipos', 'status=UPCOMING', 'status=OPEN', 'status'],
    ['ipos', 'status=UPCOMING', 'board=SME', 'board'],
    ['ipos', '', 'q=acme', 'q'],
    ['ipos', '', `asOf=${NOW}`, 'asOf'],
    ['deals', 'symbol=ACME', 'symbol=ZED', 'symbol'],
    ['deals', '', 'kind=BULK', 'kind'],
    ['deals', '', 'dealType=BUY', 'dealType'],
    ['deals', '', 'exchange=NSE', 'exchange'],
    ['deals', '', 'client=fund', 'client'],
    ['deals', '', 'clientName=SOME%20FUND', 'clientName'],
    ['deals', 'from=2026-01-01', 'from=2026-01-02', 'from'],
    ['deals', '', 'to=2026-01-31', 'to'],
  ])('of /%s?%s is refused together with %s', async (list, filter, other, name) => {
    const cursor = await cursorOf(list, filter)
    expect(cursor).not.toBe('')
    const answer = await requestRaw(service().address, `${BASE}/${list}?cursor=${cursor}&${other}`)
    const { parameter, message } = await marketProblemIn(answer, 400, 'INVALID_PARAMETER')
    expect(parameter).toBe(name)
    expect(message).toMatch(/cursor carries the filters/)
  })

  test('is refused together with an invalid limit', async () => {
    const answer = await requestRaw(
      service().address,
      `${BASE}/deals?cursor=${await cursorOf('deals')}&limit=0`,
    )
    expect(await marketProblemIn(answer, 400, 'INVALID_PARAMETER')).toMatchObject({ parameter: 'limit' })
  })
})

describe('a slug', () => {
  test.each([
    ['that is unknown', 'nothing-like-it'],
    ['in another letter case', 'ACME-FOODS'],
    ['with a NUL', '%00'],
    ['with a NUL inside', 'acme%00foods'],
    ['that cannot be decoded', '%E0%A4%A'],
    ['that is a lone per cent sign', '%'],
    ['with a broken escape', 'acme-foods%ZZ'],
    ['of bytes that are no text', '%FF%FE'],
    ['with an encoded slash', 'acme%2Ffoods'],
    ['with a slash', 'acme/foods'],
    ['with a slash at its end', 'acme-foods/'],
    ['that is empty', ''],
    ['that is a space', '%20'],
    ['that climbs', '../../etc/passwd'],
    ['that climbs in disguise', '%2e%2e%2f%2e%2e%2fetc%2fpasswd'],
    ['of a hundred characters', 'x'.repeat(100)],
    ['of a thousand characters', 'x'.repeat(1000)],
    ['longer than any', 'x'.repeat(1001)],
    ['that fills the line', 'x'.repeat(8000)],
    ['named like a property of every object', '__proto__'],
    ['named like another property of every object', 'constructor'],
    ['of another script', encodeURIComponent('एक्मे-फूड्स')],
    ['with a quote', "acme'--"],
    ['with a star', '*'],
    ['with a matrix parameter', 'acme-foods;x=1'],
  ])('%s is not found', async (_name, slug) => {
    const answer = await requestRaw(service().address, `${BASE}/ipos/${slug}`)
    const { message } = await marketProblemIn(answer, 404, 'NOT_FOUND')
    expect(message).toMatch(/\/api\/public\/market|did you mean/)
  })

  test.each(['%E0%A4%A', '%', 'acme-foods%ZZ', '%FF%FE', '%F0%9F', 'a%/b'])(
    '%s that cannot be decoded has no page either, and the service goes on',
    async (slug) => {
      for (const path of [
        '/',
        '/ipos/',
        '/deals/',
        '/deals/clients/',
        '/embed/',
        '/badge/',
        '/cards/ipos/',
      ]) {
        const answer = await requestRaw(service().address, `${path}${slug}`)
        expect(answer.status, path).toBe(404)
        expect(answer.headers['content-type'], path).toBe('text/html; charset=utf-8')
        expect(answer.body.toString(), path).toContain('There is no page at this address.')
      }
    },
  )

  test.each([
    ['acme-food', ['acme-foods']],
    ['acme', ['acme-foods', 'acme-tools']],
    ['ACME-FOODS', ['acme-foods']],
    ['Borealis-Cable', ['borealis-cables']],
  ])('like %s gets suggestions', async (slug, suggested) => {
    const answer = await requestRaw(service().address, `${BASE}/ipos/${slug}`)
    const { suggestions, message } = await marketProblemIn(answer, 404, 'NOT_FOUND')
    expect(suggestions.slice(0, suggested.length)).toEqual(suggested)
    expect(suggestions.length).toBeLessThanOrEqual(3)
    expect(message).toContain(suggested[0])
  })

  test('unlike any other gets none', async () => {
    const answer = await requestRaw(service().address, `${BASE}/ipos/qqqqqqqq`)
    expect(await marketProblemIn(answer, 404, 'NOT_FOUND')).not.toHaveProperty('suggestions')
  })
})

test.each([
  '/api',
  '/api?x=1',
  '/api/',
  '/api//',
  '/api/public',
  '/api/public/',
  '/api/v1/ipos',
  '/api/public/market/',
  '/api/public/market/nothing',
  '/api/public/market/IPOS',
  '/api/public/market//ipos',
  '/api/public/market/ipos//acme-foods',
  '/api/public/market/deals/ACME',
  '/api/public/market/deals/',
  '/api/public/market/scoreboard/',
  '/api/public/markets',
  '/api/%00',
  '/api/%E0%A4%A',
  '/api/%2e%2e/health',
  '/api/../health',
  '/api/index.html',
  '/api/public/market/ipos.json',
  '/api/very-long',
])('%s is not found, and the answer is JSON', async (path) => {
  const answer = await requestRaw(service().address, path.replace('very-long', 'x'.repeat(8000)))
  const { message } = await problemIn(answer, 404, 'NOT_FOUND')
  expect(message).toContain(BASE)
  expect(answer.headers['access-control-expose-headers']).toBe(EXPOSED)
})

const BODIES: [string, Record<string, string>, string | undefined][] = [
  ['no body', {}, undefined],
  ['a JSON body', { 'content-type': 'application/json' }, '{"limit":5}'],
  ['a body that is not JSON', { 'content-type': 'application/json' }, '{"limit":'],
  ['an empty JSON body', { 'content-type': 'application/json' }, ''],
  ['a body that would reach a prototype', { 'content-type': 'application/json' }, '{"__proto__":{"x":1}}'],
  ['a body of unknown type', { 'content-type': 'application/x-unheard-of' }, 'x'],
  ['a body whose type is none', { 'content-type': ';;' }, 'x'],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'limit=5'],
  ['a huge body', { 'content-type': 'application/json' }, `["${'x'.repeat(4_000_000)}"]`],
]
test.each(
  ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY'].flatMap((method) =>
    BODIES.map(([name, headers, body]) => [method, name, headers, body] as const),
  ),
)('%s with %s is not allowed', async (method, _name, headers, body) => {
  const answer = await requestRaw(service().address, `${BASE}/ipos`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  })
  const { message } = await marketProblemIn(answer, 405, 'METHOD_NOT_ALLOWED')
  expect(message).toMatch(/GET/)
  expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS')
})

test.each(
  everywhere(
    ['POST', 'DELETE', 'TRACE', 'MKCOL', 'PURGE', 'SEARCH', 'LOCK', 'SUBSCRIBE'],
    ['', '/ipos', '/ipos/acme-foods', '/ipos/none', '/deals?limit=0', '/scoreboard', '/sources'],
  ),
)('%s is not allowed on the API%s', async (method, path) => {
  const answer = await requestRaw(service().address, `${BASE}${path}`, { method })
  await marketProblemIn(answer, 405, 'METHOD_NOT_ALLOWED')
  expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS')
})

test.each([
  [
    'GET with a body that is not JSON',
    'GET',
    { 'content-type': 'application/json', 'content-length': '1' },
    '{',
  ],
  ['GET with a type and no body', 'GET', { 'content-type': 'application/json' }, ''],
  ['GET with an Accept of HTML alone', 'GET', { accept: 'text/html' }, ''],
  ['GET with an Accept-Encoding that is none', 'GET', { 'accept-encoding': ';;,,q=x' }, ''],
  ['GET with an If-None-Match that is none', 'GET', { 'if-none-match': '"",,W/' }, ''],
  ['GET with a Range', 'GET', { range: 'bytes=0-1' }, ''],
  ['GET with an Origin', 'GET', { origin: 'null' }, ''],
  ['GET that would like another protocol', 'GET', { connection: 'Upgrade', upgrade: 'websocket' }, ''],
])('%s is answered nevertheless', async (_name, method, headers, body) => {
  const answer = await requestRaw(service().address, `${BASE}/ipos`, { method, headers, body })
  expect(answer.status).toBe(200)
  expect(JSON.parse(String(answer.body))).toMatchObject({ ok: true })
})

describe('over a bare socket', () => {
  const PATH = `GET ${BASE}/ipos HTTP/1.1`
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
    ['a version that is none', `GET ${BASE}/ipos HTTP/9.9\r\nHost: x\r\n\r\n`, 400],
    ['a method in lower case', `get ${BASE}/ipos HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
    ['a method that is none', `FETCH ${BASE}/ipos HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
    ['a path with a space', `GET ${BASE}/ipos ?limit=1 HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
    ['a header without a colon', `${PATH}\r\nHost: x\r\nnonsense\r\n\r\n`, 400],
    ['a header name with a space', `${PATH}\r\nHost: x\r\nBad Name: 1\r\n\r\n`, 400],
    ['a NUL in a header', `${PATH}\r\nHost: x\r\nX-A: a\x00b\r\n\r\n`, 400],
    ['a length that is none', `POST ${BASE}/ipos HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n`, 400],
    [
      'two headers for the length',
      `POST ${BASE}/ipos HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['no Host', `${PATH}\r\nConnection: close\r\n\r\n`, 400],
    ['headers too large', `${PATH}\r\nHost: x\r\nX-Much: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a path too long', `GET ${BASE}/ipos/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ])('%s is refused in the error shape', async (_name, text, status) => {
    const answer = await sendText(service().address, text)
    const { message } = await problemIn(answer, status, 'INVALID_PARAMETER')
    expect(message).toMatch(/HTTP|headers|Host/)
  })

  test('an unsupported expectation is answered in JSON too', async () => {
    const text = `${PATH}\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n`
    const answer = await sendText(service().address, text)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })

  test.each([
    ['in absolute form', `http://x${BASE}/ipos?limit=0`],
    ['with its letters encoded', `${BASE.replace('api', '%61pi')}/ipos?limit=0`],
    ['with its letters encoded further on', `${BASE.replace('market', '%6Darket')}/ipos?limit=0`],
  ])('a path %s is answered like the path alone', async (_name, target) => {
    const line = `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    await marketProblemIn(await sendText(service().address, line), 400, 'INVALID_PARAMETER')
  })

  test('HTTP/1.0 without a Host is answered', async () => {
    const answer = await sendText(service().address, `GET ${BASE}/ipos HTTP/1.0\r\n\r\n`)
    expect(answer.status).toBe(200)
  })

  test('the service still answers after all of these', async () => {
    expect((await requestRaw(service().address, `${BASE}/ipos`)).status).toBe(200)
  })
})

test('a client that disconnects during its request affects no other', async () => {
  const { hostname, port } = new URL(service().address)
  await new Promise<void>((resolve) => {
    const leaving = request({ hostname, port, method: 'POST', path: `${BASE}/ipos` })
    leaving.on('error', () => resolve())
    leaving.write('{"half":', () => leaving.destroy(new Error('left')))
  })
  expect((await requestRaw(service().address, `${BASE}/ipos`)).status).toBe(200)
})

describe('arbitrary requests', () => {
  const RUNS = runs(300)
  /** Characters that may occur verbatim in a request line, among them `%` and parts of UTF-8 sequences. */
  const wireText = fc
    .array(fc.integer({ min: 0x21, max: 0xff }), { maxLength: 40 })
    .map((codes) => String.fromCharCode(...codes))
  const anyText = fc.oneof(
    wireText,
    fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc
      .uint8Array({ maxLength: 10 })
      .map((bytes) => [...bytes].map((byte) => `%${byte.toString(16)}`).join('')),
    fc.constantFrom('0', '1', '-1', 'OPEN', 'SME', 'BULK', '2026-01-14', NOW, 'acme', '%', '%00', ''),
  )
  const name = fc.oneof(
    fc.constantFrom(
      ...['status', 'board', 'q', 'limit', 'asOf', 'cursor', 'symbol', 'kind', 'dealType', 'exchange'],
      ...['client', 'from', 'to', '__proto__', 'constructor', 'toString'],
    ),
    anyText,
  )
  const query = fc
    .array(fc.tuple(name, fc.constantFrom('=', '', '==', '[]='), anyText), { maxLength: 6 })
    .map((parts) => parts.map((part) => part.join('')).join('&'))

  test('a query never gives a 5xx, and always JSON', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('', '/ipos', '/ipos/acme-foods', '/deals', '/scoreboard'),
        query,
        async (path, text) => {
          const answer = await requestRaw(service().address, `${BASE}${path}?${text}`)
          // An IPO is not found as of a moment before its first fact.
          const allowed = path.includes('acme-foods') && text.includes('asOf') ? [200, 400, 404] : [200, 400]
          expect(allowed).toContain(answer.status)
          expect(answer.headers['access-control-allow-origin']).toBe('*')
          expect(JSON.parse(String(answer.body))).toMatchObject({ ok: answer.status === 200 })
        },
      ),
      RUNS,
    )
  })

  test('a path below /api/ never gives a 5xx, and always JSON', async () => {
    const start = fc.constantFrom('/api/', '/api/public/', `${BASE}/`, `${BASE}/ipos/`, `${BASE}/deals`)
    await fc.assert(
      fc.asyncProperty(start, anyText, async (path, text) => {
        const answer = await requestRaw(service().address, `${path}${text}`)
        expect([200, 400, 404]).toContain(answer.status)
        expect(answer.headers['access-control-allow-origin']).toBe('*')
        expect(JSON.parse(String(answer.body))).toMatchObject({ ok: answer.status === 200 })
      }),
      RUNS,
    )
  })

  test('any path never gives a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const answer = await requestRaw(service().address, `/${text}`)
        expect(answer.status).toBeLessThan(500)
      }),
      RUNS,
    )
  })

  test('a header never gives a 5xx', async () => {
    const headerName = fc.constantFrom(
      ...['accept-encoding', 'if-none-match', 'if-modified-since', 'accept', 'origin', 'range', 'host'],
      ...['x-forwarded-for', 'x-forwarded-host', 'content-type', 'cookie', 'authorization'],
    )
    const value = fc
      .array(fc.integer({ min: 0x20, max: 0x7e }), { maxLength: 30 })
      .map((codes) => String.fromCharCode(...codes))
    await fc.assert(
      fc.asyncProperty(headerName, value, async (header, text) => {
        const answer = await requestRaw(service().address, `${BASE}/ipos`, { headers: { [header]: text } })
        expect([200, 304]).toContain(answer.status)
      }),
      RUNS,
    )
  })
})

test('a pipelined request that expects 100 gets its whole answer, and the connection is closed', async () => {
  const { hostname, port } = new URL(service().address)
  const socket = connect(Number(port), hostname)
  const [first, second] = ['X-A: a', 'Expect: 100-continue'].map(
    (header) => `GET ${BASE}/ipos HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`,
  )
  socket.write(`${first}${second}`)
  const received = await text(socket)
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
})
