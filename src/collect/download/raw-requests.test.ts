import { lookup } from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { VERSION } from '../../project-file.ts'
import type { DownloadRequest } from '../../sources/source.ts'
import { emptyDb, faultOf, NOON, requestFor } from './polite-get.test-upstream.ts'
import { politeGet } from './polite-get.ts'
import { openConnections, sendRequest } from './send-request.ts'

/** A server that records what is sent to it, byte by byte, and answers with these bytes. */
async function startRecorder(answers: Readonly<Record<string, string>>) {
  const received: string[] = []
  const server = createServer((socket) => {
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      received.push(text)
      const target = text.split(' ')[1] ?? ''
      socket.write(answers[target] ?? 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n', 'latin1')
    })
    socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { received, port, base: `http://127.0.0.1:${port}` }
}

const answerOf = (body: string, headers = '') =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`

/** The header lines of the requests for a document, as sent; the store knows the last answer. */
async function linesOf(request: DownloadRequest, agent: string) {
  const { host, pathname } = new URL(request.url)
  const { received, base, port } = await startRecorder({ [`/${host}${pathname}`]: answerOf('[]') })
  const db = await emptyDb()
  const get = politeGet({ upstreamBase: base, contact: 'ops@acme.example', agent, db, now: () => NOON })
  await get(request, { etag: '"x1"', lastModified: 'Mon, 04 Mar 2030 10:00:00 GMT' })
  return received.map((text) => text.replaceAll(String(port), 'PORT').split('\r\n'))
}

const SHARED = ['accept-language: en-IN,en;q=0.9', 'accept-encoding: gzip, br']
const CONDITIONS = ['if-none-match: "x1"', 'if-modified-since: Mon, 04 Mar 2030 10:00:00 GMT', '', '']
const FROM = 'from: ops@acme.example'

test('a request has the headers that we decided on, and nothing that a library adds', async () => {
  const request = requestFor('api.bseindia.com/x/w', {
    referer: 'https://www.bseindia.com/',
    origin: 'https://www.bseindia.com',
  })
  expect(await linesOf(request, 'marked')).toEqual([
    [
      'GET /api.bseindia.com/robots.txt HTTP/1.1',
      'host: 127.0.0.1:PORT',
      'connection: keep-alive',
      `user-agent: Mozilla/5.0 (Greymark/${VERSION}; +ops@acme.example)`,
      FROM,
      'accept: text/plain',
      ...SHARED,
      '',
      '',
    ],
    [
      'GET /api.bseindia.com/x/w HTTP/1.1',
      'host: 127.0.0.1:PORT',
      'connection: keep-alive',
      `user-agent: Mozilla/5.0 (Greymark/${VERSION}; +ops@acme.example)`,
      FROM,
      'accept: application/json, text/plain;q=0.5, */*;q=0.1',
      ...SHARED,
      'referer: https://www.bseindia.com/',
      'origin: https://www.bseindia.com',
      ...CONDITIONS,
    ],
  ])
})

test('a tracker gets the same, under our name', async () => {
  const [, lines] = await linesOf(requestFor('tracker.acme.example/1', { expects: 'html' }), 'plain')
  expect(lines).toEqual([
    'GET /tracker.acme.example/1 HTTP/1.1',
    'host: 127.0.0.1:PORT',
    'connection: keep-alive',
    `user-agent: Greymark/${VERSION} (+ops@acme.example)`,
    FROM,
    'accept: text/html, application/xhtml+xml;q=0.9, */*;q=0.1',
    ...SHARED,
    ...CONDITIONS,
  ])
})

/** A header line that begins with a space, which is not HTTP. */
const BAD_HEADERS = 'X-Frame-Options: SAMEORIGIN\r\n Strict-Transport-Security: max-age=1\r\n'

test.each([
  ['api.bseindia.com', 'fresh'],
  ['www.bseindia.com', 'fresh'],
  ['www.nseindia.com', 'unreachable'],
  ['tracker.acme.example', 'unreachable'],
])('of %s an answer with a header line that begins with a space is %s', async (host, kind) => {
  const { base } = await startRecorder({ [`/${host}/1`]: answerOf('[7]', BAD_HEADERS) })
  const timing = { backOffMs: [] }
  const get = politeGet({ upstreamBase: base, contact: '', db: await emptyDb(), now: () => NOON, timing })
  const outcome = await get(requestFor(`${host}/1`)).catch((error: unknown) => error)
  expect(outcome).toMatchObject({ kind })
})

test('the size limit holds for BSE, too', async () => {
  const length = 65 * 1024 * 1024
  const { base } = await startRecorder({ '/api.bseindia.com/1': answerOf('x'.repeat(length), BAD_HEADERS) })
  const get = politeGet({ upstreamBase: base, contact: '', db: await emptyDb(), now: () => NOON })
  expect(await faultOf(get(requestFor('api.bseindia.com/1')))).toMatchObject({
    kind: 'changed',
    message: 'api.bseindia.com/1: an answer of more than 64 MB',
  })
})

test('an answer that changes the protocol is a refusal, and does not block its host for ever', async () => {
  const { base } = await startRecorder({
    '/www.nseindia.com/x': 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n',
    '/www.nseindia.com/y': answerOf('[]'),
  })
  const get = politeGet({ upstreamBase: base, contact: '', db: await emptyDb(), now: () => NOON })
  const fault = await faultOf(get(requestFor('www.nseindia.com/x')))
  expect(fault.kind).toBe('refused')
  expect(fault.message).toContain('NSE closes the connection before it answers')
})

test('what a host says with control characters is not sent back to it', async () => {
  const headers = 'ETag: "a\x01b"\r\nLast-Modified: \x02\r\nSet-Cookie: a=\x01\r\nSet-Cookie: b=2\r\n'
  const { base, received } = await startRecorder({
    '/api.bseindia.com/x': answerOf('[]', headers),
    '/api.bseindia.com/y': answerOf('[]'),
  })
  const get = politeGet({ upstreamBase: base, contact: '', db: await emptyDb(), now: () => NOON })
  expect(await get(requestFor('api.bseindia.com/x'))).toMatchObject({ etag: null, lastModified: null })
  await get(requestFor('api.bseindia.com/y'))
  expect(received.at(-1)).toContain('\r\ncookie: b=2\r\n')
})

test('a body that nobody reads keeps no process alive', async () => {
  const answer = 'HTTP/1.1 404 Not Found\r\nContent-Length: 9000\r\n\r\nbegun'
  const { base } = await startRecorder({ '/x': answer })
  const awaited = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  const before = awaited()
  const options = { answerWithinMs: 1000, timeoutMs: 1000, isLenient: false }
  const connections = openConnections(lookup as Parameters<typeof openConnections>[0])
  const { signal } = new AbortController()
  expect(await sendRequest(`${base}/x`, {}, { connections, signal, ...options })).toMatchObject({
    status: 404,
  })
  // The other end of the connection, which is in this process, too.
  expect(awaited()).toBe(before + 1)
})
