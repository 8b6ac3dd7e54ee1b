import { pick, type Random, wholeBetween } from '../../src/demo/seeded.ts'
import { anything, type HostileRequest, refusedAsMalformed, textOf } from './hostile-request.ts'

const API = '/api/public/market/ipos'
const HOST = 'Host: x\r\n'
const GET = `GET ${API} HTTP/1.1\r\n${HOST}`
const CHUNKED = 'Transfer-Encoding: chunked'

/** Runs differ in the lengths and variants of kinds that have some. */
type Kind = readonly [name: string, bytes: string | readonly string[] | ((random: Random) => string)]

const bytesOf = (random: Random, bytes: Kind[1]): string =>
  typeof bytes === 'function' ? bytes(random) : typeof bytes === 'string' ? bytes : pick(random, bytes)

const withHeader = (line: string): string => `GET / HTTP/1.1\r\n${HOST}${line}\r\n\r\n`
const lengths = '-1|+4|0x4|4 4|4,4|1e1|99999999999999999999999|a'.split('|')
const chunks = [
  'zz\r\n',
  '-1\r\n',
  'fffffffffffffffffff\r\n',
  '3\r\nabcd\r\n',
  ' 3\r\nabc\r\n',
  '0x3\r\nabc\r\n',
]

/** Bytes that no server may accept as a request. */
const MALFORMED: readonly Kind[] = [
  ['no method', `${API} HTTP/1.1\r\n${HOST}\r\n`],
  [
    'unknown method',
    ['G', 'GETT', 'get', 'G\x00T', 'ÿ', '{'].map((method) => `${method} / HTTP/1.1\r\n${HOST}\r\n`),
  ],
  [
    'unknown version',
    '1.2|3.0|9.9|1|x|-1.1|1.10'.split('|').map((one) => `GET / HTTP/${one}\r\n${HOST}\r\n`),
  ],
  [
    'other protocol',
    ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'SSH-2.0-x\r\n', 'EHLO x\r\n', 'RTSP/1.0 200 OK\r\n'],
  ],
  ['NUL in a header', withHeader('X-A: a\x00b')],
  ['header without a colon', withHeader('nonsense')],
  ['space before the colon', withHeader('X-A : a')],
  [
    'header name with odd bytes',
    ['\x00', '(', ' ', '\x7f', '\xff', '@'].map((byte) => withHeader(`X${byte}A: a`)),
  ],
  ['bare CR in a header', withHeader('X-A: a\rb')],
  ['huge header', (random) => withHeader(`X-A: ${'a'.repeat(wholeBetween(random, 17_000, 200_000))}`)],
  [
    'huge address',
    (random) => `GET /${'a'.repeat(wholeBetween(random, 17_000, 100_000))} HTTP/1.1\r\n${HOST}\r\n`,
  ],
  [
    'headers without end',
    (random) => `GET / HTTP/1.1\r\n${HOST}${'X: y\r\n'.repeat(wholeBetween(random, 3_500, 9_000))}\r\n`,
  ],
  ['two lengths', `${GET}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`],
  [
    'length and chunks',
    ['GET', 'POST'].map(
      (method) => `${method} ${API} HTTP/1.1\r\n${HOST}Content-Length: 4\r\n${CHUNKED}\r\n\r\n0\r\n\r\n`,
    ),
  ],
  ['odd length', lengths.map((length) => `${GET}Content-Length: ${length}\r\n\r\nabcd`)],
  [
    'odd transfer encoding',
    ['xchunked', 'chunked, identity', 'gzip', '\x0bchunked'].map(
      (encoding) => `${GET}Transfer-Encoding: ${encoding}\r\n\r\n0\r\n\r\n`,
    ),
  ],
  ['odd chunk', chunks.map((chunk) => `POST ${API} HTTP/1.1\r\n${HOST}${CHUNKED}\r\n\r\n${chunk}`)],
]

export function malformed(random: Random): HostileRequest {
  const [kind, bytes] = pick(random, MALFORMED)
  return refusedAsMalformed(kind, bytesOf(random, bytes))
}

/** Bytes that a parser may accept or refuse. */
const ODD: readonly Kind[] = [
  ['folded header', withHeader('X-A: a\r\n b')],
  ['line feeds alone', 'GET / HTTP/1.1\nHost: x\n\n'],
  ['encoding that changes nothing', `${GET}Transfer-Encoding: identity\r\n\r\n0\r\n\r\n`],
  ['HTTP/0.9', 'GET /\r\n'],
  ['HTTP/1.0', `GET ${API} HTTP/1.0\r\n\r\n`],
  ['HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  [
    'empty lines first',
    (random) => `${'\r\n'.repeat(wholeBetween(random, 1, 2000))}${textOf({ path: API })}`,
  ],
  [
    'cut off',
    (random) => textOf({ path: API }).slice(0, wholeBetween(random, 1, textOf({ path: API }).length - 1)),
  ],
  ['body cut off', textOf({ method: 'POST', path: API, headers: ['Content-Length: 1000'], body: 'x' })],
  ['chunks cut off', textOf({ method: 'POST', path: API, headers: [CHUNKED], body: '5\r\nab' })],
  [
    'upgrade',
    ['websocket', 'h2c', 'TLS/1.0'].map((protocol) =>
      textOf({ path: API, headers: ['Connection: Upgrade', `Upgrade: ${protocol}`] }),
    ),
  ],
  ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n'],
  ['nothing', ''],
  [
    'random bytes',
    (random) => Array.from({ length: wholeBetween(random, 1, 300) }, () => anyByte(random)).join(''),
  ],
]

const anyByte = (random: Random): string => String.fromCharCode(wholeBetween(random, 0, 255))
const anyEnd = (random: Random) => (random() < 0.2 ? 'reset' : 'half-close')

export function odd(random: Random): HostileRequest {
  const [kind, bytes] = pick(random, ODD)
  return anything(kind, bytesOf(random, bytes), anyEnd(random))
}

/** A valid request with some bytes changed, removed or repeated. */
export function mutated(random: Random, path: string): HostileRequest {
  const headers = ['Accept-Encoding: gzip', 'If-None-Match: "a", W/"b"', 'Content-Length: 0']
  let bytes = textOf({ path, headers })
  for (let left = wholeBetween(random, 1, 6); left > 0; left--) {
    const at = wholeBetween(random, 0, bytes.length)
    const [before, after] = [bytes.slice(0, at), bytes.slice(at)]
    const byte = anyByte(random)
    bytes = pick(random, [
      `${before}${byte}${after}`,
      `${before}${after.slice(1)}`,
      `${before}${byte}${after.slice(1)}`,
      `${before}${before.slice(-20)}${after}`,
    ])
  }
  return anything('mutated', bytes, anyEnd(random))
}
