import { pick, type Random, wholeBetween } from '../../src/demo/seeded.ts'
import { anything, type HostileRequest, refusedAsMalformed, textOf } from './hostile-request.ts'

const HOST = 'Host: x\r\n'
const API = '/api/public/market/ipos'

/** Bytes that no server may accept as a request. Runs differ in their lengths and variants. */
const MALFORMED: readonly (readonly [string, (random: Random) => string])[] = [
  ['no method', () => `${API} HTTP/1.1\r\n${HOST}\r\n`],
  [
    'unknown method',
    (random) => `${pick(random, ['G', 'GETT', 'get', 'G\x00T', 'ÿ', '{'])} / HTTP/1.1\r\n${HOST}\r\n`,
  ],
  [
    'unknown version',
    (random) => `GET / HTTP/${pick(random, ['1.2', '3.0', '9.9', '1', 'x', '-1.1', '1.10'])}\r\n${HOST}\r\n`,
  ],
  [
    'other protocol',
    (random) =>
      pick(random, [
        '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
        'SSH-2.0-x\r\n',
        'EHLO x\r\n',
        'RTSP/1.0 200 OK\r\n',
      ]),
  ],
  ['NUL in a header', () => `GET / HTTP/1.1\r\n${HOST}X-A: a\x00b\r\n\r\n`],
  ['header without a colon', () => `GET / HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`],
  ['space before the colon', () => `GET / HTTP/1.1\r\n${HOST}X-A : a\r\n\r\n`],
  [
    'header name with odd bytes',
    (random) =>
      `GET / HTTP/1.1\r\n${HOST}X${pick(random, ['\x00', '(', ' ', '\x7f', '\xff', '@'])}A: a\r\n\r\n`,
  ],
  ['bare CR in a header', () => `GET / HTTP/1.1\r\n${HOST}X-A: a\rb\r\n\r\n`],
  [
    'huge header',
    (random) => `GET / HTTP/1.1\r\n${HOST}X-A: ${'a'.repeat(wholeBetween(random, 17_000, 200_000))}\r\n\r\n`,
  ],
  [
    'huge address',
    (random) => `GET /${'a'.repeat(wholeBetween(random, 17_000, 100_000))} HTTP/1.1\r\n${HOST}\r\n`,
  ],
  [
    'headers without end',
    (random) => `GET / HTTP/1.1\r\n${HOST}${'X: y\r\n'.repeat(wholeBetween(random, 3_500, 9_000))}\r\n`,
  ],
  ['two lengths', () => `GET ${API} HTTP/1.1\r\n${HOST}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`],
  [
    'length and chunks',
    (random) =>
      `${pick(random, ['GET', 'POST'])} ${API} HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'odd length',
    (random) =>
      `GET ${API} HTTP/1.1\r\n${HOST}Content-Length: ${pick(random, ['-1', '+4', '0x4', '4 4', '4,4', '1e1', '99999999999999999999999', 'a'])}\r\n\r\nabcd`,
  ],
  [
    'odd transfer encoding',
    (random) =>
      `GET ${API} HTTP/1.1\r\n${HOST}Transfer-Encoding: ${pick(random, ['xchunked', 'chunked, identity', 'gzip', '\x0bchunked'])}\r\n\r\n0\r\n\r\n`,
  ],
  [
    'odd chunk',
    (random) =>
      `POST ${API} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n${pick(random, ['zz\r\n', '-1\r\n', 'fffffffffffffffffff\r\n', '3\r\nabcd\r\n', ' 3\r\nabc\r\n', '0x3\r\nabc\r\n'])}`,
  ],
]

export function malformed(random: Random): HostileRequest {
  const [kind, make] = pick(random, MALFORMED)
  return refusedAsMalformed(kind, make(random))
}

/** Bytes that a parser may accept or refuse. */
const ODD: readonly (readonly [string, (random: Random) => string])[] = [
  ['folded header', () => `GET / HTTP/1.1\r\n${HOST}X-A: a\r\n b\r\n\r\n`],
  ['line feeds alone', () => `GET / HTTP/1.1\n${HOST.replace('\r', '')}\n`],
  [
    'encoding that changes nothing',
    () => `GET ${API} HTTP/1.1\r\n${HOST}Transfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
  ],
  ['HTTP/0.9', () => 'GET /\r\n'],
  ['HTTP/1.0', () => `GET ${API} HTTP/1.0\r\n\r\n`],
  ['HTTP/2 preface', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  [
    'empty lines first',
    (random) => `${'\r\n'.repeat(wholeBetween(random, 1, 2000))}${textOf({ path: API })}`,
  ],
  [
    'cut off',
    (random) => {
      const text = textOf({ path: API })
      return text.slice(0, wholeBetween(random, 1, text.length - 1))
    },
  ],
  ['body cut off', () => textOf({ method: 'POST', path: API, headers: ['Content-Length: 1000'], body: 'x' })],
  [
    'chunks cut off',
    () => textOf({ method: 'POST', path: API, headers: ['Transfer-Encoding: chunked'], body: '5\r\nab' }),
  ],
  [
    'upgrade',
    (random) =>
      textOf({
        path: API,
        headers: ['Connection: Upgrade', `Upgrade: ${pick(random, ['websocket', 'h2c', 'TLS/1.0'])}`],
      }),
  ],
  ['CONNECT', () => 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n'],
  ['nothing', () => ''],
  [
    'random bytes',
    (random) =>
      Array.from({ length: wholeBetween(random, 1, 300) }, () =>
        String.fromCharCode(wholeBetween(random, 0, 255)),
      ).join(''),
  ],
]

export function odd(random: Random): HostileRequest {
  const [kind, make] = pick(random, ODD)
  return anything(kind, make(random), random() < 0.2 ? 'reset' : 'half-close')
}

/** A valid request with some bytes changed, removed or repeated. */
export function mutated(random: Random, path: string): HostileRequest {
  let bytes = textOf({
    path,
    headers: ['Accept-Encoding: gzip', 'If-None-Match: "a", W/"b"', 'Content-Length: 0'],
  })
  for (let left = wholeBetween(random, 1, 6); left > 0; left--) {
    const at = wholeBetween(random, 0, bytes.length)
    const [before, after] = [bytes.slice(0, at), bytes.slice(at)]
    const byte = String.fromCharCode(wholeBetween(random, 0, 255))
    bytes = pick(random, [
      `${before}${byte}${after}`,
      `${before}${after.slice(1)}`,
      `${before}${byte}${after.slice(1)}`,
      `${before}${before.slice(-20)}${after}`,
    ])
  }
  return anything('mutated', bytes, random() < 0.2 ? 'reset' : 'half-close')
}
