import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { deal, gmp, ipo } from './support/lines.ts'
import { BASE, requestRaw, sendText } from './support/raw-request.ts'
import { recordAll } from './support/record.ts'
import { startTestService, type TestService } from './support/service.ts'

const NOW = '2026-01-13T06:00:00.000Z'
const LINES = [
  ipo('acme-foods', { openDate: '2026-01-13', closeDate: '2026-01-16', priceMax: 100 }),
  gmp('acme-foods', '2026-01-12', 40),
  deal('2026-01-09'),
]
const serve = (env: Record<string, string> = {}): Promise<TestService> =>
  startTestService({ now: NOW, lines: LINES, env })

const PATHS = [
  `${BASE}/ipos`,
  `${BASE}/ipos?status=OPEN&limit=5`,
  `${BASE}/ipos/acme-foods`,
  `${BASE}/deals`,
  `${BASE}/scoreboard`,
  `${BASE}/sources`,
  BASE,
  '/',
  '/ipos/acme-foods',
  '/deals',
  '/calendar',
  '/search/names.json',
  '/openapi.json',
  '/robots.txt',
]

/** An answer without the headers that depend on time and connection. */
async function answerTo(service: TestService, path: string, options: Parameters<typeof requestRaw>[2] = {}) {
  const { status, headers, body } = await requestRaw(service.address, path, options)
  const { date, connection, 'keep-alive': _, ...rest } = headers
  return { status, headers: rest, body: String(body) }
}

describe('a repeated answer equals the first', () => {
  test.each(PATHS)('%s, in every form', async (path) => {
    const service = await serve()
    const plain = await answerTo(service, path)
    expect(plain.status).toBe(200)
    const tag = String(plain.headers.etag)
    for (const options of [
      {},
      { headers: { 'accept-encoding': 'gzip' } },
      { headers: { 'accept-encoding': 'br;q=0.5, gzip;q=0.1' } },
      { headers: { 'if-none-match': tag } },
      { headers: { 'if-none-match': `W/${tag}, "other"` } },
      { method: 'HEAD' },
      { method: 'HEAD', headers: { 'accept-encoding': 'gzip', 'if-none-match': tag } },
    ]) {
      const first = await answerTo(service, path, options)
      expect(await answerTo(service, path, options)).toEqual(first)
    }
    expect(await answerTo(service, path)).toEqual(plain)
  })
})

test.each([
  ['whole', () => ''],
  ['gzip', () => 'Accept-Encoding: gzip\r\n'],
  ['not modified', (tag: string) => `If-None-Match: ${tag}\r\n`],
])('many at once are the same, byte by byte: %s', async (_name, headerFor) => {
  const service = await serve()
  const { hostname, port } = new URL(service.address)
  const { etag } = (await requestRaw(service.address, `${BASE}/ipos`)).headers
  const request = `GET ${BASE}/ipos HTTP/1.1\r\nHost: x\r\n${headerFor(String(etag))}`
  const received = async (count: number) => {
    const socket = connect(Number(port), hostname)
    socket.write(`${request}\r\n`.repeat(count))
    socket.write(`${request}Connection: close\r\n\r\n`)
    return (await buffer(socket)).toString('latin1').replaceAll(/Date: [^\r]*/g, 'Date: now')
  }
  const last = await received(0)
  const one = (await received(1)).slice(0, -last.length)
  for (let burst = 0; burst < 3; burst++) expect(await received(20)).toBe(`${one.repeat(20)}${last}`)
})

describe('no outdated answer is repeated', () => {
  test('a fact is in the very next answer of the process that recorded it', async () => {
    const service = await serve()
    for (let premium = 41; premium < 46; premium++) {
      await service.record(NOW, [gmp('acme-foods', '2026-01-13', premium)])
      const { ipos } = await service.json(`${BASE}/ipos`)
      expect(ipos[0].lastGmp).toBe(premium)
      expect((await service.json(`${BASE}/ipos/acme-foods`)).ipo.lastGmp).toBe(premium)
      expect(await (await service.get('/')).text()).toContain(`₹${premium}`)
    }
  })

  test('the clock changes an answer at its moment', async () => {
    const service = await serve()
    const statusAt = async (now: string) => {
      service.setNow(now)
      return (await service.json(`${BASE}/ipos`)).ipos[0].status
    }
    expect(await statusAt('2026-01-16T11:29:59.999Z')).toBe('OPEN')
    expect(await statusAt('2026-01-16T11:29:59.999Z')).toBe('OPEN')
    expect(await statusAt('2026-01-16T11:30:00.000Z')).toBe('CLOSED')
  })

  test('no cache may use it beyond that moment, and its lifetime decreases', async () => {
    const service = await serve()
    const lifetimeAt = async (now: string) => {
      service.setNow(now)
      return (await service.get(`${BASE}/ipos`)).headers.get('cache-control')
    }
    expect(await lifetimeAt('2026-01-16T11:00:00.000Z')).toMatch(/max-age=60, stale-while-revalidate/)
    expect(await lifetimeAt('2026-01-16T11:28:30.000Z')).toMatch(/max-age=60, stale-if-error/)
    expect(await lifetimeAt('2026-01-16T11:29:50.000Z')).toMatch(/max-age=10, stale-if-error/)
    expect(await lifetimeAt('2026-01-16T11:29:59.000Z')).toMatch(/max-age=1, stale-if-error/)
  })

  test('for a past moment the store is read each time', async () => {
    const service = await serve()
    service.setNow('2026-01-13T07:00:00.000Z')
    const path = `${BASE}/deals?asOf=2026-01-13T06:30:00.000Z`
    expect((await service.json(path)).deals).toHaveLength(1)
    await recordAll(service.db, NOW, [{ ...deal('2026-01-08'), recordedAt: '2026-01-12T00:00:00.000Z' }])
    expect((await service.json(path)).deals).toHaveLength(2)
  })

  test.each([
    ['POST', 405],
    ['DELETE', 405],
    ['OPTIONS', 204],
  ])('%s of an address that was requested before is still %i', async (method, status) => {
    const service = await serve()
    await requestRaw(service.address, `${BASE}/ipos`)
    expect((await requestRaw(service.address, `${BASE}/ipos`, { method })).status).toBe(status)
  })

  test('a request without a host is still refused', async () => {
    const service = await serve()
    await requestRaw(service.address, `${BASE}/ipos`)
    const answer = await sendText(service.address, `GET ${BASE}/ipos HTTP/1.1\r\nConnection: close\r\n\r\n`)
    expect(answer.status).toBe(400)
  })
})
