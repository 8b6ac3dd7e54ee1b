import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../src/config.ts'
import { startService } from '../src/service/start.ts'
import { deal } from './support/lines.ts'
import { recordAll } from './support/record.ts'
import { TEST_SETTINGS } from './support/service.ts'
import { emptyStoreUrl, openStore } from './support/store.ts'

const NOW = '2026-01-28T06:00:00.000Z'
const LARGE = '/downloads/deals.ndjson'
const SMALL = '/downloads/ipos.csv'
const PROXY = { TRUST_PROXY: '127.0.0.1' }

/** Long names, so that few deals exceed the buffer of a connection. */
const LINES = Array.from({ length: 3000 }, (_, i) =>
  deal('2026-01-20', { quantity: i + 1, clientName: '₹'.repeat(500), securityName: '₹'.repeat(500) }),
)

/** A service with one large download, its log and its metrics. */
async function serve(env: Record<string, string>) {
  const url = await emptyStoreUrl()
  await recordAll(await openStore(url), NOW, LINES)
  const log: Record<string, unknown>[] = []
  const settings = { ...TEST_SETTINGS, DATABASE_URL: url, METRICS: '127.0.0.1:0', LOG_LEVEL: 'info', ...env }
  const service = await startService(loadConfig(settings), () => NOW, {
    write: (line) => void log.push(JSON.parse(line)),
  })
  onTestFinished(() => service.stop())
  const metrics = async (pattern: RegExp) =>
    (await (await fetch(String(service.metricsUrl))).text()).split('\n').filter((line) => pattern.test(line))
  const ask = (path: string, from: string) =>
    fetch(`${service.address}${path}`, { headers: { 'x-forwarded-for': from } })
  return { address: service.address, log, metrics, ask }
}

/** Starts the large download for a client and reads only its beginning. */
async function hold(address: string, from: string): Promise<{ status: string; reader: Socket }> {
  const { hostname, port } = new URL(address)
  const reader = connect(Number(port), hostname)
  reader.on('error', () => undefined)
  onTestFinished(() => void reader.destroy())
  reader.write(`GET ${LARGE} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\n\r\n`)
  const [part] = await once(reader, 'data')
  reader.pause()
  return { status: String(part).slice(9, 12), reader }
}

test('a client that reads slowly holds two slots, and others get theirs', async () => {
  const { address, ask, metrics } = await serve(PROXY)
  const held = [await hold(address, '192.0.2.1'), await hold(address, '192.0.2.1')]
  expect(held.map(({ status }) => status)).toEqual(['200', '200'])
  const third = await ask(SMALL, '192.0.2.1')
  expect([third.status, third.headers.get('retry-after')]).toEqual([429, '30'])
  expect((await third.json()).error.code).toBe('TOO_MANY_REQUESTS')
  expect((await ask(SMALL, '192.0.2.2')).status).toBe(200)
  await expect.poll(() => metrics(/^greymark_downloads_active /)).toEqual(['greymark_downloads_active 2'])
  const known = await fetch(`${address}${SMALL}`, {
    method: 'HEAD',
    headers: { 'x-forwarded-for': '192.0.2.1' },
  })
  expect(known.status).toBe(200)
  held[0]?.reader.destroy()
  await expect.poll(async () => (await ask(SMALL, '192.0.2.1')).status).toBe(200)
})

test('addresses of one IPv6 network are one client, and those of two networks are two', async () => {
  const { address, ask } = await serve(PROXY)
  for (const end of ['::1', ':3::9']) await hold(address, `2001:db8:1:2${end}`)
  expect((await ask(SMALL, '2001:db8:1:2:4::')).status).toBe(429)
  expect((await ask(SMALL, '2001:db8:1:3::1')).status).toBe(200)
})

test('without a proxy, a client is the address that it connects from, also on this machine', async () => {
  const { address, ask } = await serve({})
  for (const claimed of ['192.0.2.1', '192.0.2.2']) await hold(address, claimed)
  expect((await ask(SMALL, '192.0.2.3')).status).toBe(429)
})

test('when all slots are taken, that is neither logged nor counted as a failure', async () => {
  const { address, ask, log, metrics } = await serve({ ...PROXY, DOWNLOADS_AT_ONCE: '1' })
  const { reader } = await hold(address, '192.0.2.1')
  const second = await ask(SMALL, '192.0.2.2')
  expect([second.status, second.headers.get('retry-after')]).toEqual([503, '30'])
  expect((await second.json()).error.code).toBe('UNAVAILABLE')
  const labels = `route="${SMALL}",method="GET",status="busy"`
  await expect
    .poll(() => metrics(/^greymark_http_requests_total/))
    .toEqual([`greymark_http_requests_total{${labels}} 1`])
  expect(log.filter(({ status }) => status === 503)).toEqual([])
  reader.destroy()
  await expect.poll(async () => (await ask(SMALL, '192.0.2.2')).status).toBe(200)
})
