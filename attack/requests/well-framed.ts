import { chance, pick, type Random, wholeBetween } from '../../src/demo/seeded.ts'
import { answeredEach, type HostileRequest, type Sent, textOf } from './hostile-request.ts'
import { mcpMessage } from './mcp-messages.ts'
import type { RealAnswers } from './real-answers.ts'

/** Values as encoded in an address. */
const VALUES = [
  ...[
    '',
    '0',
    '-1',
    '1e9',
    '0x10',
    '99999999999999999999',
    'NaN',
    'null',
    'undefined',
    'true',
    '[]',
    '{}',
    '[object%20Object]',
  ],
  ...[
    '%00',
    '%0a%0d',
    '%',
    '%zz',
    '%e0%a4%a',
    '%c0%ae',
    '%ff',
    '%ed%a0%80',
    '%f0%9f%9a%80',
    '%EF%BC%95',
    '%u0041',
    '+',
    '%2b',
  ],
  ...[
    "'",
    '%27%20or%201=1--',
    '%22',
    '%3Cscript%3E',
    '$%7B7*7%7D',
    '..%2f..%2f..%2fetc%2fpasswd',
    '%5c..%5c',
    '__proto__',
    'constructor',
  ],
  ...[
    '2026-02-30',
    '0000-01-01',
    '9999-12-31T23:59:59.999Z',
    '-271821-04-20T00:00:00Z',
    '2026-01-15T24:00:00Z',
    '1970-01-01',
    '2026-01-15T05:00:00+99:99',
  ],
  ...[
    'OPEN,',
    ',,,',
    'OPEN,OPEN,OPEN',
    'MAINBOARD',
    'BUY',
    '1@',
    '@',
    '1@2026-01-15T06:00:00.000Z',
    'demo-1@x',
    '999999999@2026-01-15T06:00:00.000Z',
  ],
]
const PATHS = [
  ...[
    '/..',
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/.git/config',
    '/.env',
    '//',
    '///api//public',
    '/api',
    '/api/',
  ],
  ...[
    '/api/public/market/ipos/%00',
    '/api/public/market/ipos/%E0%A4%A',
    '/api/public/market/ipos/../deals',
    '/api/../api/public/market',
    '/API/PUBLIC/MARKET',
  ],
  ...[
    'http://x/api/public/market/ipos',
    'http://evil.example/',
    'https://x:99999/',
    'http://[::1',
    'HTTP://X/api/',
    '/%ff%fe',
    '/;/',
    '/?',
    '/?=',
    '/?&&&',
    '/#a',
    '*',
  ],
  ...[
    '/assets/../../package.json',
    '/downloads/..%2fdataset.json',
    '/downloads/%2e%2e',
    '/feeds/',
    '/ipos/%F0%9F%9A%80',
    '/api/public/market/ipos/a%2fb',
  ],
]
const METHODS = [
  'HEAD',
  'OPTIONS',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'TRACE',
  'PROPFIND',
  'M-SEARCH',
  'QUERY',
]

/** More would be refused as too large; see `malformed.ts`. */
const LONGEST_ADDRESS = 6000
const LONGEST_HEADER = 2500

type HeaderMaker = (random: Random, value: string) => string
const HEADERS: readonly HeaderMaker[] = [
  (random) =>
    `Range: ${pick(random, ['bytes=0-0', 'bytes=-1', 'bytes=5-1', 'bytes=0-,0-,0-', 'bytes=9999999999999999-', 'lines=1-2', 'bytes=', `bytes=${'0-0,'.repeat(200)}`])}`,
  (random) =>
    `If-None-Match: ${pick(random, ['*', '""', 'W/', '"', `${'"a",'.repeat(500)}"b"`, 'a b c', '"\xff"'])}`,
  (random) =>
    `If-Modified-Since: ${pick(random, ['x', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT', '0', 'Thu, 99 Jan 2026 00:00:00 GMT'])}`,
  (random) =>
    `Accept-Encoding: ${pick(random, ['gzip', 'br', '*', '*;q=0', 'gzip;q=NaN', 'br;q=-1, gzip;q=1e9', `${'gzip,'.repeat(500)}x`, ';;;', 'identity;q=0', 'zstd'])}`,
  (random) =>
    `X-Forwarded-For: ${pick(random, ['', ',', '1.2.3.4', '::1', 'unknown', '999.1.1.1', `${'1.1.1.1,'.repeat(300)}2.2.2.2`, '[::1]:80', '1.2.3.4:5', '\xff', "';--"])}`,
  (random) => `Forwarded: for=${pick(random, ['_x', '"[::1]"', ';;', '127.0.0.1'])}`,
  (random) => `Origin: ${pick(random, ['null', 'http://evil.example', '*', '\xff', 'http://a\x09b'])}`,
  (_random, value) => `Last-Event-ID: ${value}`,
  (_random, value) => `If-Range: ${value}`,
  (_random, value) => `If-None-Match: ${value}`,
  (random) => `Expect: ${pick(random, ['x', '200-ok'])}`,
  (random) => `X-${'a'.repeat(wholeBetween(random, 1, 500))}: ${'b'.repeat(wholeBetween(random, 0, 3000))}`,
  (random) => `Cookie: ${'a=b; '.repeat(wholeBetween(random, 1, 500))}`,
  (random) => `Accept: ${pick(random, ['', '*', '*/*;q=', 'text/html', 'application/json;;', '\xff/\xff'])}`,
  (random) => `Host: ${pick(random, ['', 'evil.example', 'a b', '\xff', 'x:99999'])}`,
]

/** One to four requests on one connection, valid as HTTP, hostile in content. */
export function wellFramed(random: Random, real: RealAnswers): HostileRequest {
  const count = chance(random, 0.7) ? 1 : wholeBetween(random, 2, 4)
  const requests = Array.from({ length: count }, () => hostileContent(random, real))
  return answeredEach(count === 1 ? 'content' : 'pipelined', requests)
}

/** The server closes the connection after a request that expects 100, because it answers without reading the body. */
export function expectingContinue(random: Random, real: RealAnswers): HostileRequest {
  const first = hostileContent(random, real)
  const last = { path: pick(random, real.paths), headers: ['Expect: 100-continue'] }
  return {
    kind: 'expecting 100',
    bytes: textOf(first) + textOf(last),
    expected: [first, last].map(({ method = 'GET', path }: Sent) => ({ method, path })),
    end: 'server',
  }
}

function hostileContent(random: Random, real: RealAnswers): Sent {
  if (chance(random, 0.1)) return mcpMessage(random, real)
  const method = chance(random, 0.75) ? 'GET' : pick(random, METHODS)
  const headers = Array.from({ length: wholeBetween(random, 0, 3) }, () =>
    pick(random, HEADERS)(random, hostileValue(random, real)).slice(0, LONGEST_HEADER),
  )
  const sent = { method, path: addressOf(random, real).slice(0, LONGEST_ADDRESS), headers }
  return chance(random, 0.15) ? { ...sent, ...bodyOf(random) } : sent
}

function addressOf(random: Random, real: RealAnswers): string {
  if (chance(random, 0.15)) return pick(random, PATHS)
  if (chance(random, 0.03))
    return `/${pick(random, ['a', '/', '%41', '..'])}`.repeat(wholeBetween(random, 1, 4000))
  const path = chance(random, 0.15)
    ? `/api/public/market/ipos/${hostileValue(random, real)}`
    : pick(random, real.paths)
  const pairs = Array.from(
    { length: chance(random, 0.02) ? wholeBetween(random, 50, 400) : wholeBetween(random, 0, 4) },
    () =>
      `${chance(random, 0.9) ? pick(random, real.parameters) : pick(random, VALUES)}=${hostileValue(random, real)}`,
  )
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

function hostileValue(random: Random, real: RealAnswers): string {
  if (chance(random, 0.5)) return pick(random, VALUES)
  const value = pick(random, real.values)
  if (chance(random, 0.3)) return encodeURIComponent(value)
  if (chance(random, 0.05)) return 'x'.repeat(wholeBetween(random, 90, 5000))
  const at = wholeBetween(random, 0, value.length)
  return encodeURIComponent(
    pick(random, [
      value.slice(0, at),
      value + value,
      value.slice(0, at) + pick(random, ['A', '0', '-', '_', '\u0000', '🚀']) + value.slice(at + 1),
    ]),
  )
}

/** An unneeded body with valid framing. */
function bodyOf(random: Random): Pick<Sent, 'headers' | 'body'> {
  const body = pick(random, [
    '',
    'x',
    '{"a":1}',
    'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n',
    '\x00'.repeat(2000),
    '{'.repeat(5000),
  ])
  const type = `Content-Type: ${pick(random, ['application/json', 'text/plain', 'x', 'multipart/form-data', 'application/x-www-form-urlencoded', '\xff'])}`
  if (chance(random, 0.5)) return { headers: [type, `Content-Length: ${body.length}`], body }
  const chunk =
    body === '' ? '' : `${body.length.toString(16)}${chance(random, 0.3) ? ';ext=1' : ''}\r\n${body}\r\n`
  return {
    headers: [type, 'Transfer-Encoding: chunked'],
    body: `${chunk}0\r\n${chance(random, 0.2) ? 'X-Trailer: a\r\n' : ''}\r\n`,
  }
}
