import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { ProblemBody } from '../../src/api/problem-schema.ts'
import { disclaimerFor } from '../../src/reports/disclaimer.ts'
import { ipo } from '../support/lines.ts'
import { NGINX, needs } from '../support/needs.ts'
import { ask, BASE, type RawAnswer } from '../support/openapi.ts'
import { startTestService } from '../support/service.ts'
import { type MadeUpUpstream, startUpstream } from './made-up-upstream.ts'
import { checkFile, PATIENT, startNginx } from './nginx-in-front.ts'

needs(NGINX)

const POLL = { timeout: 30_000 }
const TABLE = '/downloads/ipos.csv'
const cached = ({ headers }: RawAnswer) => headers['x-cache']
const text = ({ body }: RawAnswer) => body.toString()

/** Kept for a second, so that a test need not wait for long. */
const FOR_A_SECOND = { 'Cache-Control': 'public, max-age=1, stale-if-error=86400' }
const WHILE_RENEWED = {
  'Cache-Control': 'public, max-age=1, stale-while-revalidate=60, stale-if-error=86400',
}
const FOR_A_MINUTE = { 'Cache-Control': 'public, max-age=60, stale-if-error=86400' }

/** A promise, and what settles it. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

async function behindNginx(first: MadeUpUpstream['reply']) {
  const upstream = await startUpstream(first)
  const address = await startNginx([upstream.port])
  // A kept connection is free for the next request only once nginx has renewed the answer to the last.
  return { upstream, get: (path = '/x') => ask(address, path, { headers: { connection: 'close' } }) }
}

const DECODED = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body: Buffer) => body,
}

describe('Greymark behind nginx', () => {
  const LINES = [ipo('acme-foods')]
  const PATH = `${BASE}/ipos`

  async function greymark(env: Record<string, string> = {}) {
    const service = await startTestService({ lines: LINES, env })
    return { service, address: await startNginx([Number(new URL(service.address).port)]) }
  }

  test('the second answer is the first, from the cache, with all that Greymark said of it', async () => {
    const { service, address } = await greymark()
    const [miss, hit] = [await ask(address, PATH), await ask(address, PATH)]
    expect([cached(miss), cached(hit)]).toEqual(['MISS', 'HIT'])
    const { 'x-cache': _, ...told } = hit.headers
    expect(told).toMatchObject({
      etag: expect.stringMatching(/^"/),
      'x-market-version': expect.stringMatching(/^1@/),
    })
    expect(miss.headers).toMatchObject(told)
    const { date, connection, 'keep-alive': __, ...direct } = (await ask(service.address, PATH)).headers
    expect(told).toMatchObject(direct)
    expect(hit.body).toEqual(miss.body)
  })

  test('a client that has the answer gets 304 from the cache, also as a browser asks', async () => {
    const { address } = await greymark()
    const { headers } = await ask(address, PATH)
    const again = { 'if-none-match': headers.etag ?? '', 'if-modified-since': headers['last-modified'] ?? '' }
    const answer = await ask(address, PATH, { headers: again })
    expect(answer).toMatchObject({ status: 304, body: Buffer.alloc(0) })
    expect(answer.headers).toMatchObject({
      'x-cache': 'HIT',
      etag: headers.etag,
      'cache-control': headers['cache-control'],
    })
    const other = { headers: { 'if-none-match': '"another"' } }
    expect((await ask(address, PATH, other)).status).toBe(200)
  })

  test.each<[keyof typeof DECODED, string | undefined]>([
    ['identity', undefined],
    ['identity', 'identity'],
    ['identity', 'gzip;q=0, br;q=0.000'],
    ['identity', 'deflate, zstd, brotli, xgzip'],
    ['gzip', 'gzip'],
    ['gzip', 'gzip, deflate'],
    ['gzip', 'deflate ,GZIP;q=0.5, br ; q=0'],
    ['gzip', 'gzip;q=1.0,deflate;q=0.6,identity;q=0.3'],
    ['br', 'gzip, deflate, br, zstd'],
    ['br', 'br;q=1.0, gzip;q=0.8, *;q=0.1'],
    ['br', 'Br'],
  ])('%s is sent to a client that says %s, from one kept answer', async (encoding, spelling) => {
    const { service, address } = await greymark()
    const plain = await ask(service.address, PATH)
    const plainly = encoding === 'identity' ? {} : { 'accept-encoding': encoding }
    const direct = await ask(service.address, PATH, { headers: plainly })
    await ask(address, PATH, { headers: plainly })
    const answer = await ask(address, PATH, {
      headers: spelling === undefined ? {} : { 'accept-encoding': spelling },
    })
    expect(cached(answer)).toBe('HIT')
    expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding)
    expect(answer.headers).toMatchObject({ etag: direct.headers.etag, vary: 'Accept-Encoding' })
    expect(DECODED[encoding](answer.body)).toEqual(plain.body)
  })

  test('events come through at once, also to the second who listens, and whole tables are not kept', async () => {
    const { service, address } = await greymark()
    const listening = await Promise.all(
      [1, 2].map(async () => {
        const { body } = await fetch(`${address}/feeds/changes`)
        const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
        return { first: (await reader?.read())?.value, leave: () => reader?.cancel() }
      }),
    )
    for (const { first } of listening) expect(first).toContain('event: position')
    await Promise.all(listening.map(({ leave }) => leave()))
    const [table, again] = [await ask(address, TABLE), await ask(address, TABLE)]
    expect(text(table)).toBe(await (await service.get(TABLE)).text())
    expect([cached(table), cached(again)]).toEqual([undefined, undefined])
  })

  test('HEAD is answered from the same kept answer as GET', async () => {
    const { address } = await greymark()
    const get = await ask(address, PATH)
    const head = await ask(address, PATH, { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) })
    expect(head.headers).toMatchObject({ 'x-cache': 'HIT', etag: get.headers.etag })
  })

  test('with TRUST_PROXY the flood guard counts the client, whatever it claims to be', async () => {
    const { address } = await greymark({ TRUST_PROXY: '127.0.0.1', REQUESTS_PER_MINUTE: '3' })
    const statuses: number[] = []
    for (const last of [1, 2, 3, 4])
      statuses.push(
        (await ask(address, `${PATH}?n=${last}`, { headers: { 'x-forwarded-for': `203.0.113.${last}` } }))
          .status,
      )
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test('the shape of errors is Greymark’s own, also for a wrong method', async () => {
    const { address } = await greymark()
    const answer = await ask(address, PATH, { method: 'POST', body: '{}' })
    expect(answer).toMatchObject({ status: 405 })
    expect(JSON.parse(text(answer)).error.code).toBe('METHOD_NOT_ALLOWED')
  })
})

describe('one request upstream per key', () => {
  test('of 50 clients that ask at once one is handed on, and the others wait for its answer', async () => {
    const { opened, open } = gate()
    const { upstream, get } = await behindNginx({ headers: FOR_A_MINUTE, after: opened })
    const answers = Promise.all(Array.from({ length: 50 }, () => get()))
    await expect.poll(() => upstream.asked.length, POLL).toBe(1)
    open()
    const outcomes = (await answers).map(cached)
    expect(outcomes.filter((outcome) => outcome === 'MISS')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'HIT')).toHaveLength(49)
    expect(upstream.asked).toHaveLength(1)
  })

  test('an answer that is being renewed is shown meanwhile, and asked for once', async () => {
    const { opened, open } = gate()
    const { upstream, get } = await behindNginx({ headers: WHILE_RENEWED })
    await get()
    upstream.reply = { body: 'second', headers: FOR_A_MINUTE, after: opened }
    await expect.poll(async () => cached(await get()), POLL).toBe('STALE')
    const meanwhile = await Promise.all(Array.from({ length: 50 }, () => get()))
    expect(new Set(meanwhile.map(cached))).toEqual(new Set(['UPDATING']))
    expect(new Set(meanwhile.map(text))).toEqual(new Set(['first']))
    expect(upstream.asked).toHaveLength(2)
    open()
    await expect.poll(async () => text(await get()), POLL).toBe('second')
    expect(upstream.asked).toHaveLength(2)
  })

  test('an answer that may not outlive its time is never shown after it', async () => {
    const { upstream, get } = await behindNginx({ headers: FOR_A_SECOND })
    await get()
    upstream.reply = { body: 'second', headers: FOR_A_MINUTE }
    const seen: string[] = []
    await expect
      .poll(async () => {
        const answer = await get()
        seen.push(`${cached(answer)} ${text(answer)}`)
        return text(answer)
      }, POLL)
      .toBe('second')
    expect(seen.at(-1)).toBe('EXPIRED second')
    expect(new Set(seen.slice(0, -1))).toEqual(new Set(['HIT first']))
  })

  test('the Date of a kept answer is that of its making, from which clients count its age', async () => {
    const made = 'Thu, 15 Jan 2026 06:00:00 GMT'
    const { get } = await behindNginx({ headers: { ...FOR_A_MINUTE, Date: made } })
    expect((await get()).headers.date).toBe(made)
    expect((await get()).headers).toMatchObject({ 'x-cache': 'HIT', date: made })
  })
})

describe('when Greymark fails', () => {
  const validate = new Ajv2020({ strict: false }).compile(ProblemBody)

  test('what was asked before is answered from the cache, and what was not with 503 in the error shape', async () => {
    const { upstream, get } = await behindNginx({ headers: FOR_A_SECOND })
    await get()
    await upstream.stop()
    await expect.poll(async () => cached(await get()), POLL).toBe('STALE')
    expect(await get()).toMatchObject({ status: 200, body: Buffer.from('first') })
    const other = await get(`${BASE}/never-asked-before`)
    expect(other).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5', 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
    })
    const body = JSON.parse(text(other))
    expect(validate(body), JSON.stringify(validate.errors)).toBe(true)
    expect(body).toMatchObject({
      error: { code: 'UNAVAILABLE' },
      disclaimer: disclaimerFor({ demo: false }),
    })
  })

  test('people get a page that asks again by itself, and readers of events a closed connection', async () => {
    const { upstream, get } = await behindNginx({})
    await upstream.stop()
    for (const path of ['/', '/ipos/acme-foods', '/feeds', '/downloads', '/feeds-changes', '/apis']) {
      const page = await get(path)
      expect(page).toMatchObject({
        status: 503,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'retry-after': '10',
          'cache-control': 'no-store',
        },
      })
      expect(text(page)).toContain('<meta http-equiv="refresh" content="10">')
      expect(text(page)).toContain('The service is restarting.')
    }
    for (const path of [
      '/api',
      '/api/x',
      '/feeds/changes.atom',
      '/feeds/calendar.ics',
      TABLE,
      '/health/ready',
    ])
      expect(await get(path)).toMatchObject({
        status: 503,
        headers: { 'content-type': 'application/json; charset=utf-8', 'retry-after': '5' },
      })
    for (const path of ['/feeds/changes', '/feeds/changes?since=0', '/feeds/%63hanges'])
      await expect(get(path)).rejects.toThrow('socket hang up')
  })

  test.each([500, 502, 503, 504])('a %i is replaced by the answer that is kept', async (status) => {
    const { upstream, get } = await behindNginx({ headers: FOR_A_SECOND })
    await get()
    upstream.reply = { status, body: 'failed' }
    await expect.poll(async () => cached(await get()), POLL).toBe('STALE')
    expect(await get()).toMatchObject({ status: 200, body: Buffer.from('first') })
  })

  test.each([400, 404, 410])('a %i is not hidden behind an older answer for long', async (status) => {
    const headers = { 'Cache-Control': 'public, max-age=1, stale-while-revalidate=1, stale-if-error=86400' }
    const { upstream, get } = await behindNginx({ headers })
    await get()
    upstream.reply = { status, body: 'gone', headers: { 'Cache-Control': 'no-store' } }
    await expect.poll(async () => (await get()).status, POLL).toBe(status)
  })

  test.each<[string, MadeUpUpstream['reply'], string]>([
    ['a 404', { status: 404, headers: FOR_A_MINUTE }, '/x'],
    ['a 400', { status: 400, headers: FOR_A_MINUTE }, '/x'],
    ['a 429', { status: 429, headers: FOR_A_MINUTE }, '/x'],
    ['a 500', { status: 500, headers: FOR_A_MINUTE }, '/x'],
    ['a 503', { status: 503, headers: FOR_A_MINUTE }, '/x'],
    ['a 308', { status: 308, headers: { ...FOR_A_MINUTE, Location: '/y' } }, '/x'],
    ['what says no-store', { headers: { 'Cache-Control': 'no-store' } }, '/x'],
    ['what says nothing', {}, '/x'],
    ['/health/ready', { headers: FOR_A_MINUTE }, '/health/ready'],
    ['/health/live', { headers: FOR_A_MINUTE }, '/health/live'],
  ])('%s is asked for each time', async (_name, reply, path) => {
    const { upstream, get } = await behindNginx(reply)
    await get(path)
    expect(cached(await get(path))).not.toBe('HIT')
    expect(upstream.asked).toHaveLength(2)
  })

  test('an answer is kept also if another process had to be asked first', async () => {
    const [gone, there] = [await startUpstream({}), await startUpstream({ headers: FOR_A_MINUTE })]
    await gone.stop()
    // Else it would be left out after the first request, and the others would not meet it.
    const neverLeftOut = ['max_fails=1', 'max_fails=0'] as const
    const address = await startNginx([gone.port, there.port], [...PATIENT, neverLeftOut])
    const paths = Array.from({ length: 10 }, (_, i) => `/${i}`)
    for (const path of paths) expect((await ask(address, path)).status).toBe(200)
    const again = await Promise.all(paths.map((path) => ask(address, path)))
    expect(again.map(cached)).toEqual(paths.map(() => 'HIT'))
  })

  test('a client that floods the cache is refused in a form that it can read, and is not kept from it for long', async () => {
    const upstream = await startUpstream({ headers: FOR_A_MINUTE })
    const address = await startNginx([upstream.port], [['rate=10r/s', 'rate=1r/s']])
    const flood = async (path: string) => {
      const answers = await Promise.all(Array.from({ length: 200 }, () => ask(address, path)))
      const refused = answers.filter((answer) => text(answer) !== 'first')
      expect(refused.length).toBeGreaterThan(0)
      return refused
    }
    for (const answer of await flood('/api/x')) {
      expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '5' } })
      expect(validate(JSON.parse(text(answer)))).toBe(true)
    }
    for (const answer of await flood('/x')) {
      expect(answer).toMatchObject({ status: 429, headers: { 'content-type': 'text/html; charset=utf-8' } })
      expect(text(answer)).toContain('Too many requests')
    }
    for (const answer of await flood('/feeds/changes')) {
      expect(answer).toMatchObject({
        status: 200,
        headers: { 'content-type': 'text/event-stream; charset=utf-8', 'access-control-allow-origin': '*' },
      })
      expect(text(answer)).toMatch(/^retry: 5000\n/)
    }
    await expect.poll(async () => (await ask(address, '/x')).status, POLL).toBe(200)
  })
})

test('nginx takes the file as it is shipped', async () => {
  await checkFile()
  await expect(checkFile([['proxy_cache_lock on', 'proxy_cache_lock perhaps']])).rejects.toThrow('perhaps')
})
