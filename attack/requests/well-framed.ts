import { chance, pick, type Random, wholeBetween } from '../../src/demo/seeded.ts'
import { MCP_PATH } from '../../src/request/paths.ts'
import { answeredEach, type HostileRequest, type Sent, textOf } from './hostile-request.ts'
import type { RealAnswers } from './real-answers.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)
const among = (text: string): string[] => text.split('|')

/** Values as encoded in an address. */
const VALUES = [
  '',
  ...words(`
    0 -1 1e9 0x10 99999999999999999999 NaN null undefined true [] {} [object%20Object]
    %00 %0a%0d % %zz %e0%a4%a %c0%ae %ff %ed%a0%80 %f0%9f%9a%80 %EF%BC%95 %u0041 + %2b
    ' %27%20or%201=1-- %22 %3Cscript%3E $%7B7*7%7D ..%2f..%2f..%2fetc%2fpasswd %5c..%5c __proto__ constructor
    2026-02-30 0000-01-01 9999-12-31T23:59:59.999Z -271821-04-20T00:00:00Z 2026-01-15T24:00:00Z 1970-01-01
    2026-01-15T05:00:00+99:99
    OPEN, ,,, OPEN,OPEN,OPEN MAINBOARD BUY 1@ @ 1@2026-01-15T06:00:00.000Z demo-1@x
    999999999@2026-01-15T06:00:00.000Z`),
]
const PATHS = words(`
  /.. /../../../../etc/passwd /%2e%2e/%2e%2e/etc/passwd /..%2f..%2fetc%2fpasswd /.git/config /.env // ///api//public
  /api /api/
  /api/public/market/ipos/%00 /api/public/market/ipos/%E0%A4%A /api/public/market/ipos/../deals
  /api/../api/public/market /API/PUBLIC/MARKET
  http://x/api/public/market/ipos http://evil.example/ https://x:99999/ http://[::1 HTTP://X/api/ /%ff%fe /;/ /? /?=
  /?&&& /#a *
  /assets/../../package.json /downloads/..%2fdataset.json /downloads/%2e%2e /feeds/ /ipos/%F0%9F%9A%80
  /api/public/market/ipos/a%2fb`)
const METHODS = words('HEAD OPTIONS POST PUT DELETE PATCH TRACE PROPFIND M-SEARCH QUERY')

/** More would be refused as too large; see `malformed.ts`. */
const LONGEST_ADDRESS = 6000
const LONGEST_HEADER = 2500

/** The values of a header, or how a line is made of a value that fits an address. */
const HEADERS: readonly (
  | readonly [name: string, values: string[]]
  | ((random: Random, value: string) => string)
)[] = [
  [
    'Range',
    among(
      `bytes=0-0|bytes=-1|bytes=5-1|bytes=0-,0-,0-|bytes=9999999999999999-|lines=1-2|bytes=|bytes=${'0-0,'.repeat(200)}`,
    ),
  ],
  ['If-None-Match', among(`*|""|W/|"|${'"a",'.repeat(500)}"b"|a b c|"\xff"`)],
  [
    'If-Modified-Since',
    among('x|Thu, 01 Jan 1970 00:00:00 GMT|Fri, 31 Dec 9999 23:59:59 GMT|0|Thu, 99 Jan 2026 00:00:00 GMT'),
  ],
  [
    'Accept-Encoding',
    among(`gzip|br|*|*;q=0|gzip;q=NaN|br;q=-1, gzip;q=1e9|${'gzip,'.repeat(500)}x|;;;|identity;q=0|zstd`),
  ],
  [
    'X-Forwarded-For',
    among(`|,|1.2.3.4|::1|unknown|999.1.1.1|${'1.1.1.1,'.repeat(300)}2.2.2.2|[::1]:80|1.2.3.4:5|\xff|';--`),
  ],
  ['Forwarded', among('for=_x|for="[::1]"|for=;;|for=127.0.0.1')],
  ['Origin', among('null|http://evil.example|*|\xff|http://a\x09b')],
  (_random, value) => `Last-Event-ID: ${value}`,
  (_random, value) => `If-Range: ${value}`,
  (_random, value) => `If-None-Match: ${value}`,
  ['Expect', among('x|200-ok')],
  (random) => `X-${'a'.repeat(wholeBetween(random, 1, 500))}: ${'b'.repeat(wholeBetween(random, 0, 3000))}`,
  (random) => `Cookie: ${'a=b; '.repeat(wholeBetween(random, 1, 500))}`,
  ['Accept', among('|*|*/*;q=|text/html|application/json;;|\xff/\xff')],
  ['Host', among('|evil.example|a b|\xff|x:99999')],
]

/** One to four requests on one connection, valid as HTTP, hostile in content. */
export function wellFramed(random: Random, real: RealAnswers): HostileRequest {
  const count = chance(random, 0.7) ? 1 : wholeBetween(random, 2, 4)
  const requests = Array.from({ length: count }, () => hostileContent(random, real))
  return answeredEach(count === 1 ? 'content' : 'pipelined', requests)
}

/** The server closes the connection after a request that expects 100, because it answers without reading the body. */
export function expectingContinue(random: Random, real: RealAnswers): HostileRequest {
  const expected = [
    hostileContent(random, real),
    { path: pick(random, real.paths), headers: ['Expect: 100-continue'] },
  ]
  return { kind: 'expecting 100', bytes: expected.map(textOf).join(''), expected }
}

function hostileContent(random: Random, real: RealAnswers): Sent {
  if (chance(random, 0.1)) return mcpMessage(random, real)
  const method = chance(random, 0.75) ? 'GET' : pick(random, METHODS)
  const headers = Array.from({ length: wholeBetween(random, 0, 3) }, () => {
    const header = pick(random, HEADERS)
    const value = hostileValue(random, real)
    const line =
      typeof header === 'function' ? header(random, value) : `${header[0]}: ${pick(random, header[1])}`
    return line.slice(0, LONGEST_HEADER)
  })
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
  const length = chance(random, 0.02) ? wholeBetween(random, 50, 400) : wholeBetween(random, 0, 4)
  const pairs = Array.from({ length }, () => {
    const name = pick(random, chance(random, 0.9) ? real.parameters : VALUES)
    return `${name}=${hostileValue(random, real)}`
  })
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

function hostileValue(random: Random, real: RealAnswers): string {
  if (chance(random, 0.5)) return pick(random, VALUES)
  const value = pick(random, real.values)
  if (chance(random, 0.3)) return encodeURIComponent(value)
  if (chance(random, 0.05)) return 'x'.repeat(wholeBetween(random, 90, 5000))
  const at = wholeBetween(random, 0, value.length)
  const changed = pick(random, ['A', '0', '-', '_', '\u0000', '🚀'])
  return encodeURIComponent(
    pick(random, [value.slice(0, at), value + value, value.slice(0, at) + changed + value.slice(at + 1)]),
  )
}

const BODIES = [
  '',
  'x',
  '{"a":1}',
  'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n',
  '\x00'.repeat(2000),
  '{'.repeat(5000),
]
const TYPES = words(
  'application/json text/plain x multipart/form-data application/x-www-form-urlencoded \xff',
)

/** An unneeded body with valid framing. */
function bodyOf(random: Random): Pick<Sent, 'headers' | 'body'> {
  const body = pick(random, BODIES)
  const type = `Content-Type: ${pick(random, TYPES)}`
  if (chance(random, 0.5)) return { headers: [type, `Content-Length: ${body.length}`], body }
  const extension = chance(random, 0.3) ? ';ext=1' : ''
  const chunk = body === '' ? '' : `${body.length.toString(16)}${extension}\r\n${body}\r\n`
  const trailer = chance(random, 0.2) ? 'X-Trailer: a\r\n' : ''
  return { headers: [type, 'Transfer-Encoding: chunked'], body: `${chunk}0\r\n${trailer}\r\n` }
}

const TOOLS = [
  ...words(
    'find_ipos get_ipo get_evidence grey_market_record find_deals what_changed constructor __proto__ toString',
  ),
  ...['', 'x'.repeat(500)],
]
const ARGUMENTS = [
  ...words(
    'slug status board q limit cursor asOf since figure history side from __proto__ constructor detail',
  ),
  '',
]
const RPC_METHODS = [
  ...words(
    'tools/call tools/call tools/call tools/list initialize ping server/discover resources/read prompts/get',
  ),
  ...words('completion/complete subscriptions/listen notifications/cancelled'),
  '',
]
/** Bodies that are no message. */
const NO_MESSAGES = [
  ...['', '\x00', '\xff\xfe', '{"a":'.repeat(500), `${'['.repeat(3000)}${']'.repeat(3000)}`],
  ...words('{ [] null 0 "a" [[[[ {"jsonrpc":"2.0"} {"__proto__":{}}'),
  `[${'{},'.repeat(900)}{}]`,
]
const VERSIONS = ['2025-06-18', '2026-07-28', '1999-01-01', 'x']

/** A message to the tools for assistants, with values of other answers and hostile ones. */
function mcpMessage(random: Random, real: RealAnswers): Sent {
  const body = chance(random, 0.3) ? pick(random, NO_MESSAGES) : messageText(random, real)
  const version = chance(random, 0.3) ? [`MCP-Protocol-Version: ${pick(random, VERSIONS)}`] : []
  const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`, ...version]
  return { method: 'POST', path: MCP_PATH, headers, body }
}

function messageText(random: Random, real: RealAnswers): string {
  const some = () => {
    const value = pick(random, real.values)
    return pick<unknown>(random, [
      ...[value, value, -1, 1e308, '', null, true, [], [value, value], {}, { a: [value] }],
      'x'.repeat(3000),
    ])
  }
  const given = Array.from({ length: wholeBetween(random, 0, 4) }, () => [pick(random, ARGUMENTS), some()])
  const meta = { 'io.modelcontextprotocol/protocolVersion': pick(random, VERSIONS) }
  const message = {
    jsonrpc: chance(random, 0.95) ? '2.0' : some(),
    id: chance(random, 0.9) ? 1 : some(),
    method: pick(random, RPC_METHODS),
    params: {
      name: pick(random, TOOLS),
      arguments: Object.fromEntries(given),
      ...(chance(random, 0.2) && { _meta: meta }),
    },
  }
  // Every character of a request is one byte.
  return JSON.stringify(message).replace(/[^ -~]/g, '?')
}
