import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { BASE } from './support/conformance.ts'
import { EVENTS, type EventReader, readEvents } from './support/event-reader.ts'
import { gmp, ipo } from './support/lines.ts'
import { requestRaw } from './support/raw-request.ts'
import { startTestService, type TestService } from './support/service.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const at = (second: number) => new Date(Date.parse(NOW) + second * 1000).toISOString()
const ACME = ipo('acme', { openDate: '2026-01-15', closeDate: '2026-01-16', priceMax: 100 })

/** A service whose store reached version 2 one minute after the first. */
async function serviceWithTwoRounds(env: Record<string, string> = {}): Promise<TestService> {
  const service = await startTestService({ now: NOW, lines: [ACME], env })
  await service.record(at(60), [gmp('acme', '2026-01-15', 40)])
  service.setNow(at(61))
  return service
}

const quoted = async (service: TestService, second: number, amount: number) => {
  await service.record(at(second), [gmp('acme', '2026-01-15', amount)])
  service.setNow(at(second + 1))
}

const resume = (service: TestService, id: string, path = EVENTS) =>
  readEvents(service.address, path, { 'last-event-id': id })

const resetTo = (position: string) => ({ id: position, event: 'reset', data: { position } })

const whole = async (reader: EventReader) => {
  await expect.poll(reader.isEnded).toBe(true)
  return reader.text()
}

describe('a Last-Event-ID that cannot be used', () => {
  test.each([
    ['no position', 'nonsense'],
    ['two of them', `1@${NOW}, 2@${NOW}`],
    ['of the demo market', `demo-1@${NOW}`],
    ['of a version that this store has not reached', `3@${NOW}`],
    ['of a moment that has not come', `2@${at(86_400)}`],
    ['of a version that this store reached later', `2@${NOW}`],
    ['of a version that this store had left long before', `1@${at(600)}`],
  ])('%s gets a reset to the present, and then new events', async (_what, id) => {
    const service = await serviceWithTwoRounds()
    service.setNow(at(900))
    const { position } = await service.json(`${BASE}/changes?since=0`)
    const reader = await resume(service, id, `${EVENTS}?since=0`)
    expect(reader.status).toBe(200)
    await expect.poll(() => reader.events).toEqual([resetTo(position)])
    await quoted(service, 960, 45)
    await expect.poll(reader.changes).toEqual(['gmp acme'])
  })

  test('and so does a well-formed since, and the reset has a position to continue from', async () => {
    const service = await serviceWithTwoRounds()
    const { position } = await service.json(`${BASE}/changes?since=0`)
    const reader = await readEvents(service.address, `${EVENTS}?since=99@${NOW}`)
    await expect.poll(() => reader.events).toEqual([resetTo(position)])
    await quoted(service, 120, 45)
    const back = await resume(service, position)
    await expect.poll(back.changes).toEqual(['gmp acme'])
    expect(back.events[0]?.event).toBe('position')
  })

  test('every id that was sent can be continued from', async () => {
    const service = await serviceWithTwoRounds()
    const reader = await readEvents(service.address, `${EVENTS}?since=1@${at(1)}`)
    await quoted(service, 120, 45)
    service.setNow('2026-01-16T11:30:00.000Z')
    await expect.poll(() => reader.changes().at(-1)).toBe('status acme')
    const ids = reader.events.flatMap(({ id }) => id ?? [])
    expect(ids.length).toBeGreaterThan(3)
    for (const id of ids) {
      const back = await resume(service, id)
      await expect.poll(() => back.events[0]).toMatchObject({ id, event: 'position' })
    }
  })
})

test('a malformed since is refused, with or without a Last-Event-ID', async () => {
  const service = await serviceWithTwoRounds()
  for (const headers of [{}, { 'last-event-id': `2@${at(60)}` }])
    for (const query of ['since=nonsense', 'since=', 'since=0&since=0']) {
      const response = await service.get(`${EVENTS}?${query}`, headers)
      expect([response.status, (await response.json()).error.code]).toEqual([400, 'INVALID_PARAMETER'])
    }
})

test('when the store is replaced under a connected reader, it gets a reset and continues', async () => {
  const service = await serviceWithTwoRounds()
  const reader = await readEvents(service.address)
  await expect
    .poll(() => reader.events)
    .toMatchObject([{ id: expect.stringMatching(/^2@/), event: 'position' }])
  // As after the promotion of a standby that lacks the last round.
  await sql`update market_version set version = 1`.execute(service.db)
  await service.refresh()
  await expect.poll(() => reader.events.length).toBe(2)
  const { position } = await service.json(`${BASE}/changes?since=0`)
  expect(reader.events[1]).toEqual(resetTo(position))
  await quoted(service, 120, 45)
  await expect.poll(reader.changes).toContain('gmp acme')
  expect(reader.isEnded()).toBe(false)
})

test('204 stops a reader where there are no events', async () => {
  const service = await serviceWithTwoRounds({ EVENT_CONNECTIONS: '0' })
  for (const headers of [{}, { 'last-event-id': 'nonsense' }]) {
    const response = await service.get(EVENTS, headers)
    expect([response.status, response.headers.get('cache-control')]).toEqual([204, 'no-store'])
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  }
})

test('a reader that the flood guard refuses reconnects when it may; a POST gets 429', async () => {
  const service = await serviceWithTwoRounds({ TRUST_PROXY: '127.0.0.1', REQUESTS_PER_MINUTE: '1' })
  const client = { 'x-forwarded-for': '192.0.2.1' }
  await service.get('/health', client)
  await service.get(`${BASE}/ipos`, client)
  service.setNow(at(81))
  const reader = await readEvents(service.address, EVENTS, client)
  expect(reader).toMatchObject({ status: 200, headers: { 'retry-after': '40' } })
  expect(await whole(reader)).toMatch(/^retry: 40000\n: more than 1 requests in a minute.*\n\n$/)
  expect((await requestRaw(service.address, EVENTS, { method: 'POST', headers: client })).status).toBe(429)
  expect((await service.get(`${BASE}/ipos`, client)).status).toBe(429)
})

test('a reader that connects while the store cannot be read reconnects soon, and then gets its events', async () => {
  const service = await serviceWithTwoRounds()
  const isReadable = async () => (await service.json('/health/ready')).checks.database.ok
  await sql`alter table market_version rename to hidden`.execute(service.db)
  await expect.poll(isReadable).toBe(false)
  expect(await whole(await readEvents(service.address))).toMatch(/^retry: 5000\n: .+\n\n$/)
  await sql`alter table hidden rename to market_version`.execute(service.db)
  const first = async () => {
    const reader = await readEvents(service.address)
    await expect.poll(() => reader.events.length > 0 || reader.isEnded()).toBe(true)
    return reader.events[0]?.event
  }
  await expect.poll(first).toBe('position')
})

test('readers that are cut off together get different retry times', async () => {
  const service = await serviceWithTwoRounds()
  const readers: EventReader[] = []
  for (let i = 0; i < 20; i++) readers.push(await readEvents(service.address))
  await expect.poll(() => readers.every(({ events }) => events.length > 0)).toBe(true)
  const retries = readers.map((reader) => Number(/^retry: (\d+)$/m.exec(reader.text())?.[1]))
  for (const ms of retries) expect(ms >= 3000 && ms <= 7000).toBe(true)
  const sorted = retries.toSorted((a, b) => a - b)
  const gaps = sorted.slice(1).map((ms, i) => ms - (sorted[i] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThan(50)
})

test('a preflight allows the headers that readers of events and of the API send', async () => {
  const service = await serviceWithTwoRounds()
  for (const path of [EVENTS, `${BASE}/ipos`]) {
    const { status, headers } = await requestRaw(service.address, path, {
      method: 'OPTIONS',
      headers: { origin: 'https://example.test', 'access-control-request-headers': 'last-event-id' },
    })
    expect(status).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers':
        'If-None-Match, If-Modified-Since, Cache-Control, Content-Type, Last-Event-ID, MCP-Protocol-Version',
    })
  }
})
