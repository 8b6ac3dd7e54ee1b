import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { ProblemBody } from '../../src/api/schemas.ts'
import { disclaimerFor } from '../../src/reports/disclaimer.ts'
import { ipo } from '../support/lines.ts'
import { NGINX, needs } from '../support/needs.ts'
import { BASE, type RawAnswer, requestRaw } from '../support/raw-request.ts'
import { startTestService } from '../support/service.ts'
import { type FakeUpstream, startUpstream } from './fake-upstream.ts'
import { checkFile, PATIENT, startNginx } from './nginx-in-front.ts'

needs(NGINX)

const TABLE = '/downloads/ipos.csv'
const cached = ({ headers }: RawAnswer) => headers['x-cache']
const text = ({ body }: RawAnswer) => body.toString()

/** Cached for one second, so that a test need not wait for long. */
const FOR_A_SECOND = { 'Cache-Control': 'public, max-age=1, stale-if-error=86400' }
const WHILE_RENEWED = {
  'Cache-Control': 'public, max-age=1, stale-while-revalidate=60, stale-if-error=86400',
}
const FOR_A_MINUTE = { 'Cache-Control': 'public, max-age=60, stale-if-error=86400' }

/** A promise and the function that resolves it. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

async function behindNginx(first: FakeUpstream['reply']) {
  const upstream = await startUpstream(first)
  const address = await startNginx([upstream.port])
  // A reused connection is free for the next request only after nginx has renewed the previous answer.
  return { upstream, get: (path = '/x') => requestRaw(address, path, { headers: { connection: 'close' } }) }
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

  test('serves the second answer from the cache, with all headers of the first', async () => {
    const { service, address } = await greymark()
    const [miss, hit] = [await requestRaw(address, PATH), await requestRaw(address, PATH)]
    expect([cached(miss), cached(hit)]).toEqual(['MISS', 'HIT'])
    const { 'x-cache': _, ...hitHeaders } = hit.headers
    expect(hitHeaders).toMatchObject({
      etag: expect.stringMatching(/^"/),
      'x-market-version': expect.stringMatching(/^1@/),
    })
    expect(miss.headers).toMatchObject(hitHeaders)
    const {
      date,
      connection,
      'keep-alive': __,
      ...direct
    } = (await requestRaw(service.address, PATH)).headers
    expect(hitHeaders).toMatchObject(direct)
    expect(hit.body).toEqual(miss.body)
  })

  test('answers 304 from the cache to a client that has the answer, also as a browser requests it', async () => {
    const { address } = await greymark()
    const { headers } = await requestRaw(address, PATH)
    const again = { 'if-none-match': headers.etag ?? '', 'if-modified-since': headers['last-modified'] ?? '' }
    const answer = await requestRaw(address, PATH, { headers: again })
    expect(answer).toMatchObject({ status: 304, body: Buffer.alloc(0) })
    expect(answer.headers).toMatchObject({
      'x-cache': 'HIT',
      etag: headers.etag,
      'cache-control': headers['cache-control'],
    })
    const other = { headers: { 'if-none-match': '"another"' } }
    expect((await requestRaw(address, PATH, other)).status).toBe(200)
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
  ])('sends %s to a client that accepts %s, from one cached answer', async (encoding, spelling) => {
    const { service, address } = await greymark()
    const plain = await requestRaw(service.address, PATH)
    const plainly = encoding === 'identity' ? {} : { 'accept-encoding': encoding }
    const direct = await requestRaw(service.address, PATH, { headers: plainly })
    await requestRaw(address, PATH, { headers: plainly })
    const answer = await requestRaw(address, PATH, {
      headers: spelling === undefined ? {} : { 'accept-encoding': spelling },
    })
    expect(cached(answer)).toBe('HIT')
    expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding)
    expect(answer.headers).toMatchObject({ etag: direct.headers.etag, vary: 'Accept-Encoding' })
    expect(DECODED[encoding](answer.body)).toEqual(plain.body)
  })

  test('passes events at once, also to a second listener, and does not cache whole tables', async () => {
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
    const [table, again] = [await requestRaw(address, TABLE), await requestRaw(address, TABLE)]
    expect(text(table)).toBe(await (await service.get(TABLE)).text())
    expect([cached(table), cached(again)]).toEqual([undefined, undefined])
  })

  test('passes messages of assistants, none from the cache, and refuses long ones as JSON', async () => {
    const { address } = await greymark()
    const post = (pad: number) =>
      fetch(`${address}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { pad: 'x'.repeat(pad) } }),
      })
    for (const pad of [0, 0, 60_000]) {
      const answer = await post(pad)
      expect([answer.status, answer.headers.get('x-cache')]).toEqual([200, null])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.json()).toMatchObject({ id: 1, result: {} })
    }
    for (const pad of [70_000, 200_000]) {
      const refused = await post(pad)
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([413, '*'])
      expect(await refused.json()).toMatchObject({
        error: { message: expect.stringContaining('65536 bytes') },
      })
    }
    const preflight = await fetch(`${address}/mcp`, { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers.get('allow')]).toEqual([204, 'POST, OPTIONS'])
    expect((await fetch(`${address}/mcp`)).status).toBe(405)
  })

  test('answers HEAD from the same cached answer as GET', async () => {
    const { address } = await greymark()
    const get = await requestRaw(address, PATH)
    const head = await requestRaw(address, PATH, { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) })
    expect(head.headers).toMatchObject({ 'x-cache': 'HIT', etag: get.headers.etag })
  })

  test('counts the client in the flood guard with TRUST_PROXY, whatever it claims to be', async () => {
    const { address } = await greymark({ TRUST_PROXY: '127.0.0.1', REQUESTS_PER_MINUTE: '3' })
    const statuses: number[] = []
    for (const last of [1, 2, 3, 4])
      statuses.push(
        (
          await requestRaw(address, `${PATH}?n=${last}`, {
            headers: { 'x-forwarded-for': `203.0.113.${last}` },
          })
        ).status,
      )
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test('passes Greymark’s own errors, also for a wrong method', async () => {
    const { address } = await greymark()
    const answer = await requestRaw(address, PATH, { method: 'POST', body: '{}' })
    expect(answer).toMatchObject({ status: 405 })
    expect(JSON.parse(text(answer)).error.code).toBe('METHOD_NOT_ALLOWED')
  })
})

describe('one request upstream per key', () => {
  test('passes one of 50 concurrent requests on, and the others wait for its answer', async () => {
    const { opened, open } = gate()
    const { upstream, get } = await behindNginx({ headers: FOR_A_MINUTE, after: opened })
    const answers = Promise.all(Array.from({ length: 50 }, () => get()))
    await expect.poll(() => upstream.requests.length).toBe(1)
    open()
    const outcomes = (await answers).map(cached)
    expect(outcomes.filter((outcome) => outcome === 'MISS')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'HIT')).toHaveLength(49)
    expect(upstream.requests).toHaveLength(1)
  })

  test('serves an answer while it is renewed, and renews it once', async () => {
    const { opened, open } = gate()
    const { upstream, get } = await behindNginx({ headers: WHILE_RENEWED })
    await get()
    upstream.reply = { body: 'second', headers: FOR_A_MINUTE, after: opened }
    await expect.poll(async () => cached(await get())).toBe('STALE')
    const meanwhile = await Promise.all(Array.from({ length: 50 }, () => get()))
    expect(new Set(meanwhile.map(cached))).toEqual(new Set(['UPDATING']))
    expect(new Set(meanwhile.map(text))).toEqual(new Set(['first']))
    expect(upstream.requests).toHaveLength(2)
    open()
    await expect.poll(async () => text(await get())).toBe('second')
    expect(upstream.requests).toHaveLength(2)
  })

  test('never serves an answer after its lifetime if that is not allowed', async () => {
    const { upstream, get } = await behindNginx({ headers: FOR_A_SECOND })
    await get()
    upstream.reply = { body: 'second', headers: FOR_A_MINUTE }
    const seen: string[] = []
    await expect
      .poll(async () => {
        const answer = await get()
        seen.push(`${cached(answer)} ${text(answer)}`)
        return text(answer)
      })
      .toBe('second')
    expect(seen.at(-1)).toBe('EXPIRED second')
    expect(new Set(seen.slice(0, -1))).toEqual(new Set(['HIT first']))
  })

  test('keeps the Date of a cached answer, from which clients count its age', async () => {
    const built = 'Thu, 15 Jan 2026 06:00:00 GMT'
    const { get } = await behindNginx({ headers: { ...FOR_A_MINUTE, Date: built } })
    expect((await get()).headers.date).toBe(built)
    expect((await get()).headers).toMatchObject({ 'x-cache': 'HIT', date: built })
  })
})

describe('when Greymark fails', () => {
  const validate = new Ajv2020({ strict: false }).compile(ProblemBody)

  test('serves earlier requests from the cache, and others as 503 in the error shape', async () => {
    const { upstream, get } = await behindNginx({ headers: FOR_A_SECOND })
    await get()
    await upstream.stop()
    await expect.poll(async () => cached(await get())).toBe('STALE')
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

  test('sends people a page that reloads by itself, and closes connections of event readers', async () => {
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

  type Failing = Awaited<ReturnType<typeof behindNginx>> & { readonly status: number }

  /** An nginx for each status: they are tested at once, since each waits until its answer is stale. */
  async function oneForEach(statuses: readonly number[], headers: Record<string, string>) {
    const all: Failing[] = []
    for (const status of statuses) all.push({ status, ...(await behindNginx({ headers })) })
    return all
  }

  test('replaces a 500, 502, 503 and 504 by the cached answer', async () => {
    const replace = async ({ status, upstream, get }: Failing) => {
      await get()
      upstream.reply = { status, body: 'failed' }
      await expect.poll(async () => cached(await get())).toBe('STALE')
      expect(await get()).toMatchObject({ status: 200, body: Buffer.from('first') })
    }
    await Promise.all((await oneForEach([500, 502, 503, 504], FOR_A_SECOND)).map(replace))
  })

  test('does not hide a 400, 404 or 410 behind an older answer for long', async () => {
    const headers = { 'Cache-Control': 'public, max-age=1, stale-while-revalidate=1, stale-if-error=86400' }
    const show = async ({ status, upstream, get }: Failing) => {
      await get()
      upstream.reply = { status, body: 'gone', headers: { 'Cache-Control': 'no-store' } }
      await expect.poll(async () => (await get()).status).toBe(status)
    }
    await Promise.all((await oneForEach([400, 404, 410], headers)).map(show))
  })

  test.each<[string, FakeUpstream['reply'], string]>([
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
  ])('requests %s each time', async (_name, reply, path) => {
    const { upstream, get } = await behindNginx(reply)
    await get(path)
    expect(cached(await get(path))).not.toBe('HIT')
    expect(upstream.requests).toHaveLength(2)
  })

  test('caches an answer also if another process was tried first', async () => {
    const [gone, there] = [await startUpstream({}), await startUpstream({ headers: FOR_A_MINUTE })]
    await gone.stop()
    // Otherwise nginx would skip it after the first request, and the others would not reach it.
    const neverLeftOut = ['max_fails=1', 'max_fails=0'] as const
    const address = await startNginx([gone.port, there.port], [...PATIENT, neverLeftOut])
    const paths = Array.from({ length: 10 }, (_, i) => `/${i}`)
    for (const path of paths) expect((await requestRaw(address, path)).status).toBe(200)
    const again = await Promise.all(paths.map((path) => requestRaw(address, path)))
    expect(again.map(cached)).toEqual(paths.map(() => 'HIT'))
  })

  test('refuses a client that floods the cache in a form that it can parse, and not for long', async () => {
    const upstream = await startUpstream({ headers: FOR_A_MINUTE })
    const address = await startNginx([upstream.port], [['rate=10r/s', 'rate=1r/s']])
    const flood = async (path: string) => {
      const answers = await Promise.all(Array.from({ length: 200 }, () => requestRaw(address, path)))
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
    await expect.poll(async () => (await requestRaw(address, '/x')).status).toBe(200)
  })
})

test('nginx accepts the shipped file', async () => {
  await checkFile()
  await expect(checkFile([['proxy_cache_lock on', 'proxy_cache_lock perhaps']])).rejects.toThrow('perhaps')
})
