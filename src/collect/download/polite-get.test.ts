import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  emptyDb,
  faultOf,
  inOrder,
  json,
  NOON,
  page,
  type Replies,
  type Reply,
  requestFor,
  startGet,
} from './polite-get.test-upstream.ts'
import { politeGet } from './polite-get.ts'
import { MAX_BODY_BYTES } from './send-request.ts'
import { UpstreamFault } from './upstream-fault.ts'

const LIST = 'api.acme.example/list?kind=ipo'
/** The end of the message about a page that denies access. */
const LEFT_ALONE = ', left alone until 2030-03-04T12:30:00.000Z'
const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

const textOf = (got: object) => ('body' in got ? Buffer.from(got.body as Uint8Array).toString() : undefined)

describe('the request', () => {
  const headersOf = async (more: object, known?: { etag: string | null; lastModified: string | null }) => {
    const { get, requests } = await startGet(
      { [LIST]: json() },
      { contact: 'https://greymark.example/about' },
    )
    await get(requestFor(LIST, more), known)
    return requests.map(({ headers }) => headers)
  }

  test('has a user agent that identifies us and has the contact', async () => {
    const headers = await headersOf({})
    const agent = `Greymark/${version} (+https://greymark.example/about)`
    expect(headers.map((each) => each['user-agent'])).toEqual([agent, agent])
  })

  test('has a user agent without a contact when none is set', async () => {
    const { get, requests } = await startGet({ [LIST]: json() })
    await get(requestFor(LIST))
    expect(requests[1]?.headers['user-agent']).toBe(`Greymark/${version}`)
  })

  test('a contact that no header can contain is refused at once', async () => {
    const db = await emptyDb()
    expect(() => politeGet({ upstreamBase: '', contact: 'आकाश@acme.example', db, now: () => NOON })).toThrow(
      'printable ASCII',
    )
  })

  test.each([
    ['json', /^application\/json,/],
    ['csv', /^text\/csv,/],
    ['html', /^text\/html,/],
  ])('for %s has the matching Accept header', async (expects, accept) => {
    const [, headers] = await headersOf({ expects })
    expect(headers?.accept).toMatch(accept)
  })

  test('has the referer that the download request names', async () => {
    const [, headers] = await headersOf({ referer: 'https://www.acme.example/market' })
    expect(headers?.referer).toBe('https://www.acme.example/market')
    const [, others] = await headersOf({})
    expect(others).not.toHaveProperty('referer')
  })

  test('has no cookie and no condition without a reason', async () => {
    const [, headers] = await headersOf({})
    for (const name of ['cookie', 'if-none-match', 'if-modified-since'])
      expect(headers).not.toHaveProperty(name)
  })

  test('is conditional on the validators of the stored document', async () => {
    const [, headers] = await headersOf({}, { etag: '"x1"', lastModified: 'Mon, 04 Mar 2030 10:00:00 GMT' })
    expect(headers).toMatchObject({
      'if-none-match': '"x1"',
      'if-modified-since': 'Mon, 04 Mar 2030 10:00:00 GMT',
    })
  })
})

describe('the result', () => {
  test('is a document with its validators', async () => {
    const marks = { etag: '"x1"', 'last-modified': 'Mon, 04 Mar 2030 10:00:00 GMT' }
    const { get } = await startGet({ [LIST]: { headers: marks, body: '[{"name":"Acme ₹"}]' } })
    const got = await get(requestFor(LIST))
    expect(got).toMatchObject({
      kind: 'fresh',
      etag: '"x1"',
      lastModified: 'Mon, 04 Mar 2030 10:00:00 GMT',
    })
    expect(textOf(got)).toBe('[{"name":"Acme ₹"}]')
  })

  test('is a decompressed document, without validators when it has none', async () => {
    const { get } = await startGet({
      [LIST]: { headers: { 'content-encoding': 'gzip' }, body: gzipSync('[1]') },
    })
    const got = await get(requestFor(LIST))
    expect(got).toMatchObject({ kind: 'fresh', etag: null, lastModified: null })
    expect(textOf(got)).toBe('[1]')
  })

  const KNOWN = { etag: '"x1"', lastModified: null }
  test('is unchanged for a document that has not changed', async () => {
    const { get } = await startGet({ [LIST]: { status: 304 } })
    expect(await get(requestFor(LIST), KNOWN)).toEqual({ kind: 'unchanged' })
  })

  test('304 to a request without conditions is a fault', async () => {
    const { get } = await startGet({ [LIST]: { status: 304 } })
    expect(await faultOf(get(requestFor(LIST), { etag: null, lastModified: null }))).toMatchObject({
      kind: 'changed',
      message: `${LIST}: HTTP 304`,
    })
  })

  test.each([404, 410])('HTTP %i of a dated file means that there is none', async (status) => {
    const { get } = await startGet({ [LIST]: { status } })
    expect(await get(requestFor(LIST, { day: '2030-03-01' }))).toEqual({ kind: 'absent' })
  })

  test('a page instead of a dated file is passed on to its source', async () => {
    const { get } = await startGet({ [LIST]: page('No file today', 'Access Denied') })
    expect(await get(requestFor(LIST, { day: '2030-03-01', expects: 'csv' }))).toMatchObject({
      kind: 'fresh',
    })
  })

  test.each([
    ['by its title', page('Request unsuccessful'), 'a page titled "Request unsuccessful"'],
    ['by its text, without a title', page('', 'Incapsula incident ID: 1-2'), 'a page without title'],
  ])('a block page recognised %s is a refusal of a dated file, too', async (_name, reply, message) => {
    const { get } = await startGet({ [LIST]: reply })
    expect(await faultOf(get(requestFor(LIST, { day: '2030-03-01', expects: 'csv' })))).toMatchObject({
      kind: 'refused',
      message: `${LIST}: ${message}${LEFT_ALONE}`,
    })
  })

  test('JSON with the content type of HTML is JSON', async () => {
    const { get } = await startGet({ [LIST]: { headers: { 'content-type': 'text/html' }, body: '[2]' } })
    expect(textOf(await get(requestFor(LIST)))).toBe('[2]')
  })

  test('a requested page may mention captchas', async () => {
    const { get } = await startGet({ [LIST]: page('Grey market today', 'Solve the captcha to comment') })
    expect(await get(requestFor(LIST, { expects: 'html' }))).toMatchObject({ kind: 'fresh' })
  })
})

describe('faults', () => {
  test.each<[string, 'json' | 'html', Reply, string, string]>([
    ['nothing there', 'json', { status: 404 }, 'changed', `${LIST}: HTTP 404`],
    ['gone for good', 'json', { status: 410 }, 'changed', `${LIST}: HTTP 410`],
    ['a wrong question', 'json', { status: 400 }, 'changed', `${LIST}: HTTP 400`],
    ['part of it', 'json', { status: 206, body: '[' }, 'changed', `${LIST}: HTTP 206`],
    ['no content', 'json', { status: 204 }, 'changed', `${LIST}: HTTP 204`],
    ['an empty answer', 'json', json(''), 'changed', `${LIST}: an empty answer`],
    ['an answer of blanks', 'html', json(' \r\n'), 'changed', `${LIST}: an empty answer`],
    ['another page', 'json', page('Welcome'), 'changed', `${LIST}: a page titled "Welcome" instead of JSON`],
    [
      'a page that calls itself JSON',
      'json',
      json('<html><p>Hello'),
      'changed',
      `${LIST}: a page without title instead of JSON`,
    ],
    [
      'a block page',
      'json',
      page('Access Denied'),
      'refused',
      `${LIST}: a page titled "Access Denied" instead of JSON${LEFT_ALONE}`,
    ],
    [
      'a block page where a page was expected',
      'html',
      page('Just a moment...'),
      'refused',
      `${LIST}: a page titled "Just a moment..."${LEFT_ALONE}`,
    ],
  ])('%s, where %s was expected', async (_name, expects, reply, kind, message) => {
    const { get, targets } = await startGet({ [LIST]: reply })
    const fault = await faultOf(get(requestFor(LIST, { expects })))
    expect(fault).toBeInstanceOf(UpstreamFault)
    expect(fault).toMatchObject({ kind, message })
    expect(targets()).toEqual([LIST])
  })

  test('an address that is not https is not requested', async () => {
    const { get, requests } = await startGet({ [LIST]: json() })
    const fault = await faultOf(get({ ...requestFor(LIST), url: `http://${LIST}` }))
    expect(fault).toMatchObject({ kind: 'refused', message: expect.stringContaining('no https address') })
    expect(requests).toEqual([])
  })

  test('an endless answer is aborted', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    let sent = 0
    const { get } = await startGet({
      [LIST]: (_request, response) => {
        const more = () => {
          while (!response.destroyed) {
            sent += chunk.length
            if (!response.write(chunk)) return
          }
        }
        response.on('drain', more)
        more()
        return undefined
      },
    })
    expect(await faultOf(get(requestFor(LIST)))).toMatchObject({
      kind: 'changed',
      message: `${LIST}: an answer of more than 64 MB`,
    })
    expect(sent).toBeLessThan(2 * MAX_BODY_BYTES)
  })
})

describe('a host with temporary failures', () => {
  const cutOff: Replies[string] = (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('[1,')
    setTimeout(() => response.destroy(), 20)
    return undefined
  }
  const cutOffChunk: Replies[string] = (_request, response) => {
    response.writeHead(200).write('[1,')
    setTimeout(() => response.destroy(), 20)
    return undefined
  }
  const reset: Replies[string] = (request) => {
    request.socket.resetAndDestroy()
    return undefined
  }
  const noAnswer: Replies[string] = () => undefined
  const slowBody: Replies[string] = (_request, response) => {
    response.writeHead(200).write('[1,')
    return undefined
  }
  const cutOffGzip: Replies[string] = (_request, response) => {
    const packed = gzipSync(JSON.stringify(Array.from({ length: 5000 }, (_, i) => i)))
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length })
    response.write(packed.subarray(0, 1000))
    setTimeout(() => response.destroy(), 20)
    return undefined
  }

  test.each<[string, Replies[string], string]>([
    ['an error', { status: 500 }, 'HTTP 500'],
    ['an error of a proxy', { status: 522 }, 'HTTP 522'],
    ['a host too busy', { status: 503 }, 'HTTP 503'],
    ['a request too slow for the host', { status: 408 }, 'HTTP 408'],
    ['a body cut off', cutOff, 'connection closed before the answer was whole'],
    ['a body in pieces cut off', cutOffChunk, 'connection closed before the answer was whole'],
    ['a packed body cut off', cutOffGzip, 'connection closed before the answer was whole'],
    ['silence', noAnswer, 'no answer within 1 s'],
    ['a body without end', slowBody, 'no whole answer within 1 s'],
  ])('%s is tried three times', async (_name, reply, message) => {
    const { get, targets } = await startGet({ [LIST]: reply }, { timing: { timeoutMs: 1000 } })
    const fault = await faultOf(get(requestFor(LIST)))
    expect(fault).toMatchObject({ kind: 'unreachable', message: `${LIST}: ${message}, tried 3 times` })
    expect(targets()).toHaveLength(3)
  })

  test('a reset is tried three times, and once more where an earlier connection was used again', async () => {
    const { get, targets } = await startGet({ [LIST]: reset })
    const message = `${LIST}: the connection was closed before an answer, tried 3 times`
    expect(await faultOf(get(requestFor(LIST)))).toMatchObject({ kind: 'unreachable', message })
    expect(targets()).toHaveLength(4)
  })

  test('an unreachable host is named', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const db = await emptyDb()
    const get = politeGet({ upstreamBase: `http://127.0.0.1:${port}`, contact: '', db, now: () => NOON })
    expect(await faultOf(get(requestFor(LIST)))).toMatchObject({
      kind: 'unreachable',
      message: 'api.acme.example/robots.txt: connection refused, tried 3 times',
    })
  })

  test('is read once it has recovered', async () => {
    const { get } = await startGet({ [LIST]: inOrder({ status: 500 }, cutOff, json('[3]')) })
    expect(textOf(await get(requestFor(LIST)))).toBe('[3]')
  })

  test('the wait grows from try to try', async () => {
    const { get, requests } = await startGet(
      { [LIST]: { status: 500 } },
      { timing: { backOffMs: [100, 400] } },
    )
    await faultOf(get(requestFor(LIST)))
    const [first = 0, second = 0, third = 0] = requests.slice(1).map(({ startedMs }) => startedMs)
    expect(second - first).toBeGreaterThanOrEqual(70)
    expect(third - second).toBeGreaterThanOrEqual(290)
  })
})
