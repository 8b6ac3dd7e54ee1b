import { describe, expect, test } from 'vitest'
import { clientOf } from '../src/request/client-address.ts'
import { ipo } from './support/lines.ts'
import { BASE, type RawAnswer, requestRaw } from './support/raw-request.ts'
import { recordAll } from './support/record.ts'
import { startTestService, type TestService } from './support/service.ts'
import { emptyStoreUrl, openStore } from './support/store.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const PATH = `${BASE}/ipos`
const HERE = '203.0.113.7'
const BEHIND_PROXY = { TRUST_PROXY: '127.0.0.1' }

async function serve(env: Record<string, string>): Promise<TestService> {
  const url = await emptyStoreUrl()
  await recordAll(await openStore(url), NOW, [ipo('acme-foods')])
  return startTestService({ url, now: NOW, env })
}

const requestAs = (
  service: TestService,
  forwardedFor: string,
  headers: Record<string, string> = {},
  path = PATH,
) => requestRaw(service.address, path, { headers: { 'x-forwarded-for': forwardedFor, ...headers } })

/** The statuses of several requests, one after the other. */
async function statusesOf(count: number, send: () => Promise<RawAnswer>): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < count; i++) statuses.push((await send()).status)
  return statuses
}

const allowed = (count: number): number[] => Array<number>(count).fill(200)

test('refuses the 121st request in a minute, with the time to wait', async () => {
  const service = await serve(BEHIND_PROXY)
  expect(await statusesOf(120, () => requestAs(service, HERE))).toEqual(allowed(120))
  service.setNow('2026-01-15T06:00:20.000Z')
  const answer = await requestAs(service, HERE)
  expect(answer.status).toBe(429)
  expect(answer.headers).toMatchObject({
    'retry-after': '40',
    'ratelimit-policy': '"flood";q=120;w=60',
    ratelimit: '"flood";r=0;t=40',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': expect.stringMatching(/Retry-After, RateLimit, RateLimit-Policy/),
  })
  const body = JSON.parse(String(answer.body))
  expect(body).toMatchObject({ ok: false, error: { code: 'TOO_MANY_REQUESTS' } })
  expect(body.error.message).toMatch(/120 requests in a minute.*once a minute/)
  expect(body.disclaimer).toMatch(/^Aggregated public information/)
})

test.each(['HEAD', 'OPTIONS', 'POST'])('refuses %s to a flood too', async (method) => {
  const service = await serve({ ...BEHIND_PROXY, REQUESTS_PER_MINUTE: '1' })
  await requestAs(service, HERE)
  const answer = await requestRaw(service.address, PATH, { method, headers: { 'x-forwarded-for': HERE } })
  expect(answer.status).toBe(429)
})

test('allows requests again after a minute of the clock', async () => {
  const service = await serve({ ...BEHIND_PROXY, REQUESTS_PER_MINUTE: '2' })
  expect(await statusesOf(3, () => requestAs(service, HERE))).toEqual([200, 200, 429])
  service.setNow('2026-01-15T06:00:59.999Z')
  expect((await requestAs(service, HERE)).status).toBe(429)
  service.setNow('2026-01-15T06:01:00.000Z')
  expect(await statusesOf(3, () => requestAs(service, HERE))).toEqual([200, 200, 429])
})

test('allows a client that has waited for Retry-After', async () => {
  const service = await serve({ ...BEHIND_PROXY, REQUESTS_PER_MINUTE: '1' })
  await requestAs(service, HERE)
  service.setNow('2026-01-15T06:00:12.345Z')
  const seconds = Number((await requestAs(service, HERE)).headers['retry-after'])
  service.setNow(new Date(Date.parse('2026-01-15T06:00:12.345Z') + seconds * 1000).toISOString())
  expect((await requestAs(service, HERE)).status).toBe(200)
})

test('counts a 304 as a tenth', async () => {
  const service = await serve({ ...BEHIND_PROXY, REQUESTS_PER_MINUTE: '3' })
  const politely = () => requestAs(service, HERE, { 'if-none-match': '*' })
  expect(await statusesOf(2, () => requestAs(service, HERE))).toEqual(allowed(2))
  expect(await statusesOf(11, politely)).toEqual([...Array<number>(10).fill(304), 429])
})

test('answers 1200 requests a minute that poll with an ETag', async () => {
  const service = await serve(BEHIND_PROXY)
  const politely = () => requestAs(service, HERE, { 'if-none-match': '*' })
  expect(new Set(await statusesOf(1200, politely))).toEqual(new Set([304]))
  expect((await politely()).status).toBe(429)
})

test.each([
  ['another IPv4 address', '203.0.113.7', '203.0.113.8', 200],
  ['the same IPv4 address', '203.0.113.7', '203.0.113.7', 429],
  ['another IPv6 /64', '2001:db8:1:2::1', '2001:db8:1:3::1', 200],
  ['the same IPv6 /64', '2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', 429],
  ['the same IPv6 /64, written otherwise', '2001:db8:1:2::1', '2001:0DB8:0001:0002:0:0:0:9', 429],
  ['the same IPv4 address as IPv6', '203.0.113.7', '::ffff:203.0.113.7', 429],
])('counts %s as such', async (_name, first, second, status) => {
  const service = await serve({ ...BEHIND_PROXY, REQUESTS_PER_MINUTE: '1' })
  expect((await requestAs(service, first)).status).toBe(200)
  expect((await requestAs(service, second)).status).toBe(status)
})

test.each([
  [
    'addresses that the client wrote before the proxy are ignored',
    '198.51.100.1, 203.0.113.7',
    '198.51.100.2, 203.0.113.7',
    429,
  ],
  [
    'distinguishes clients by the address that the proxy saw',
    '198.51.100.1, 203.0.113.7',
    '198.51.100.1, 203.0.113.8',
    200,
  ],
  ['a proxy before the proxy is seen through', '203.0.113.7, 10.1.2.3', '203.0.113.8, 10.1.2.4', 200],
  ['a proxy before the proxy is not the client', '203.0.113.7, 10.1.2.3', '203.0.113.7, 10.1.2.4', 429],
])('%s', async (_name, first, second, status) => {
  const service = await serve({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8', REQUESTS_PER_MINUTE: '1' })
  expect((await requestAs(service, first)).status).toBe(200)
  expect((await requestAs(service, second)).status).toBe(status)
})

test('ignores X-Forwarded-For from a peer that is not a configured proxy', async () => {
  const service = await serve({ TRUST_PROXY: '192.0.2.1', REQUESTS_PER_MINUTE: '2' })
  const statuses = []
  for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
    statuses.push((await requestAs(service, address)).status)
  }
  expect(statuses).toEqual([200, 200, 429])
})

test.each(['', 'unknown', '_hidden', '<script>', '203.0.113.7, ', '999.999.999.999', ', ,,'])(
  'tolerates an X-Forwarded-For of "%s"',
  async (header) => {
    const service = await serve({ ...BEHIND_PROXY, REQUESTS_PER_MINUTE: '2' })
    expect(await statusesOf(3, () => requestAs(service, header))).toEqual([200, 200, 429])
  },
)

test.each([
  ['REQUESTS_PER_MINUTE=0 turns it off', { ...BEHIND_PROXY, REQUESTS_PER_MINUTE: '0' }],
  ['a loopback peer is exempt while no proxy is configured', { REQUESTS_PER_MINUTE: '2' }],
])('%s', async (_name, env) => {
  const service = await serve(env)
  expect(await statusesOf(150, () => requestAs(service, HERE))).toEqual(allowed(150))
})

test('counts a loopback peer once a proxy is configured', async () => {
  const service = await serve({ ...BEHIND_PROXY, REQUESTS_PER_MINUTE: '2' })
  expect(await statusesOf(3, () => requestRaw(service.address, PATH))).toEqual([200, 200, 429])
})

test('does not count refused requests', async () => {
  const service = await serve({ ...BEHIND_PROXY, REQUESTS_PER_MINUTE: '1' })
  await statusesOf(5, () => requestAs(service, HERE))
  service.setNow('2026-01-15T06:01:00.000Z')
  expect((await requestAs(service, HERE)).status).toBe(200)
})

describe('headers', () => {
  test.each([
    ['GET', `${BASE}/ipos`, 200, false],
    ['GET', BASE, 200, false],
    ['GET', `${BASE}/ipos?asOf=2026-01-15T06:00:00Z`, 200, false],
    ['GET', '/openapi.json', 200, false],
    ['GET', '/docs', 200, false],
    ['GET', '/', 200, false],
    ['HEAD', `${BASE}/ipos`, 200, false],
    ['GET', `${BASE}/ipos?limit=0`, 400, true],
    ['GET', `${BASE}/ipos/none`, 404, true],
    ['GET', `${BASE}/ipos/%E0%A4%A`, 404, true],
    ['GET', '/api/nothing', 404, true],
    ['POST', `${BASE}/ipos`, 405, true],
  ])(
    '%s %s has RateLimit-Policy, and RateLimit only if it is not cacheable',
    async (method, path, status, isUnkept) => {
      const service = await serve(BEHIND_PROXY)
      const answer = await requestRaw(service.address, path, { method, headers: { 'x-forwarded-for': HERE } })
      expect(answer.status).toBe(status)
      expect(answer.headers['ratelimit-policy']).toBe('"flood";q=120;w=60')
      expect(answer.headers.ratelimit).toBe(isUnkept ? '"flood";r=119;t=60' : undefined)
      expect(answer.headers['cache-control'] === 'no-store').toBe(isUnkept)
    },
  )

  test('a 304 has RateLimit-Policy and no RateLimit', async () => {
    const service = await serve(BEHIND_PROXY)
    const { status, headers } = await requestAs(service, HERE, { 'if-none-match': '*' })
    expect(status).toBe(304)
    expect(headers['ratelimit-policy']).toBe('"flood";q=120;w=60')
    expect(headers.ratelimit).toBeUndefined()
  })

  test('RateLimit counts down', async () => {
    const service = await serve({ ...BEHIND_PROXY, REQUESTS_PER_MINUTE: '3' })
    const left = []
    for (const second of ['00', '10', '20', '30']) {
      service.setNow(`2026-01-15T06:00:${second}.000Z`)
      left.push((await requestAs(service, HERE, {}, `${BASE}/ipos/none`)).headers.ratelimit)
    }
    expect(left).toEqual(['"flood";r=2;t=60', '"flood";r=1;t=50', '"flood";r=0;t=40', '"flood";r=0;t=30'])
  })

  test('the policy has the configured number', async () => {
    const service = await serve({ REQUESTS_PER_MINUTE: '7' })
    expect((await requestRaw(service.address, PATH)).headers['ratelimit-policy']).toBe('"flood";q=7;w=60')
  })
})

test.each([
  ...['/api/nothing', '/nothing', '/docs', `${BASE}/ipos/none`, `${BASE}/ipos/%E0%A4%A`],
  ...['/health%2Flive', 'http:///health/live'],
])('counts requests for %s like any other', async (path) => {
  const service = await serve({ ...BEHIND_PROXY, REQUESTS_PER_MINUTE: '2' })
  const statuses = await statusesOf(3, () => requestAs(service, HERE, {}, path))
  expect(statuses.map((status) => status === 429)).toEqual([false, false, true])
})

describe('clientOf', () => {
  test.each([
    ['an IPv4 address is itself', '203.0.113.7', '203.0.113.7', true],
    ['neighbours in IPv4 are two clients', '203.0.113.7', '203.0.113.8', false],
    ['an IPv4 address within IPv6 is that address', '::ffff:203.0.113.7', '203.0.113.7', true],
    ['whatever its letter case', '::FFFF:203.0.113.7', '203.0.113.7', true],
    ['and however it is written', '::ffff:cb00:7107', '203.0.113.7', true],
    ['two IPv4 addresses within IPv6 are two clients', '::ffff:203.0.113.7', '::ffff:203.0.113.8', false],
    ['two of them are, however they are written', '::ffff:cb00:7107', '::ffff:cb00:7108', false],
    ['one /64 is one client', '2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', true],
    ['its first and last address', '2001:db8:1:2::', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['the next /64 is another', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['leading zeros do not matter', '2001:db8:1:2::1', '2001:0db8:0001:0002:0000:0000:0000:0001', true],
    ['letter case does not matter', '2001:DB8:A:B::1', '2001:db8:a:b::1', true],
    ['zeros may be left out in the network part', '2001:db8::1', '2001:db8:0:0::2', true],
    ['and were then zeros', '2001:db8::1', '2001:db8:0:1::1', false],
    ['zeros may be left out at the front', '::1:2:3:4:5', '0:0:0:1:9:9:9:9', true],
    ['a group that is zero is not left out', '2001:db8:0:2::1', '2001:db8:2::1', false],
    ['the zone of a link does not matter', 'fe80::1%eth0', 'fe80::2%eth1', true],
    [
      'an IPv4 part at the end is no part of the network',
      '64:ff9b::203.0.113.7',
      '64:ff9b::198.51.100.1',
      true,
    ],
    ['an IPv4 part takes the room of two groups', '1:2:3::6:203.0.113.7', '1:2:3:0:9:9:9:9', true],
    ['IPv4 and IPv6 are never one', '203.0.113.7', '2001:db8::1', false],
  ])('%s: %s and %s', (_name, one, other, isSame) => {
    expect(clientOf(one) === clientOf(other)).toBe(isSame)
  })
})
