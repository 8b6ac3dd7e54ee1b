import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../src/config.ts'
import { startService } from '../src/service/start.ts'
import type { Db } from '../src/store/engines/db.ts'
import { ipo } from './support/lines.ts'
import { BASE, requestRaw } from './support/raw-request.ts'
import { recordAll } from './support/record.ts'
import { TEST_SETTINGS } from './support/service.ts'
import { emptyStoreUrl, openStore } from './support/store.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const CLIENT = '203.0.113.77'
const NAMED = {
  'x-forwarded-for': CLIENT,
  'user-agent': 'Telltale/1.0',
  referer: 'https://telltale.example/',
}
const WARMING = 'warming-up'
const LEVELS = { debug: 20, info: 30, warn: 40, error: 50 }

/** A service behind a proxy, and its log after its first answers. */
async function start(env: Record<string, string> = {}): Promise<{
  address: string
  db: Db
  written: () => string
  lines: () => Record<string, unknown>[]
}> {
  const url = await emptyStoreUrl()
  const db = await openStore(url)
  await recordAll(db, NOW, [ipo('alpha')])
  let written = ''
  const logTo = new Writable({
    write(chunk, _encoding, done) {
      written += chunk
      done()
    },
  })
  const settings = { ...TEST_SETTINGS, DATABASE_URL: url, LOG_LEVEL: 'info', TRUST_PROXY: '127.0.0.1' }
  const config = loadConfig({ ...settings, ...env })
  const service = await startService(config, () => NOW, logTo)
  onTestFinished(() => service.stop())
  written = ''
  // The first request of a kind may be slow on a busy machine, and is then logged as such.
  for (const path of [`${BASE}/ipos`, '/', '/nothing'])
    await requestRaw(service.address, `${path}?${WARMING}`)
  const said = () => written.split('\n').filter((line) => line !== '' && !line.includes(WARMING))
  const lines = () => said().map((line) => JSON.parse(line))
  return { address: service.address, db, written: () => said().join('\n'), lines }
}

test('answered and refused requests are not logged by default', async () => {
  const { address, written } = await start()
  for (const path of [`${BASE}/ipos`, '/', '/health/ready'])
    expect((await requestRaw(address, path)).status).toBe(200)
  const unchanged = await requestRaw(address, `${BASE}/ipos`, { headers: { 'if-none-match': '*' } })
  expect(unchanged.status).toBe(304)
  for (const path of [`${BASE}/ipos?limit=0`, `${BASE}/ipos/none`, '/wp-login.php', '/%E0%A4%A'])
    expect((await requestRaw(address, path)).status).toBeGreaterThanOrEqual(400)
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.end('HELLO\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  expect(written()).toBe('')
})

test('at debug every request is one line', async () => {
  const { address, lines } = await start({ LOG_LEVEL: 'debug' })
  await requestRaw(address, `${BASE}/ipos`)
  await requestRaw(address, `${BASE}/ipos`, { headers: { 'if-none-match': '*' } })
  await expect
    .poll(() => lines().map(({ level, status }) => [level, status]))
    .toEqual([
      [LEVELS.debug, 200],
      [LEVELS.debug, 304],
    ])
})

test.each([
  ['GET', `${BASE}/ipos?limit=0`, `${BASE}/ipos`, 400],
  ['GET', `${BASE}/ipos/none`, `${BASE}/ipos/:slug`, 404],
  ['GET', '/nothing?q=1', 'none', 404],
  ['DELETE', `${BASE}/ipos`, 'none', 405],
])('a refused request is one line at debug: %s %s', async (method, path, route, status) => {
  const { address, lines } = await start({ LOG_LEVEL: 'debug' })
  expect((await requestRaw(address, path, { method, headers: NAMED })).status).toBe(status)
  await expect.poll(lines).toEqual([
    {
      level: LEVELS.debug,
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: expect.any(String),
      method,
      path,
      route,
      status,
      ms: expect.any(Number),
      client: '203.0.113.0/24',
      msg: 'request refused',
    },
  ])
})

test('an address that cannot be parsed is refused in one line too', async () => {
  const { address, lines } = await start({ LOG_LEVEL: 'debug' })
  await requestRaw(address, `${BASE}/ipos/%E0%A4%A`)
  await expect.poll(lines).toMatchObject([{ path: `${BASE}/ipos/%E0%A4%A`, route: 'none', status: 404 }])
})

test('a flood is logged as refused', async () => {
  const { address, lines } = await start({ REQUESTS_PER_MINUTE: '1', LOG_LEVEL: 'debug' })
  for (let i = 0; i < 2; i++) await requestRaw(address, `${BASE}/ipos`, { headers: NAMED })
  await expect.poll(() => lines().map(({ status }) => status)).toEqual([200, 429])
})

test('a failed request is one line at error, with its cause', async () => {
  const { address, db, lines } = await start()
  await db.schema.dropTable('deals').execute()
  expect((await requestRaw(address, `${BASE}/deals?symbol=acme`, { headers: NAMED })).status).toBe(500)
  await expect.poll(lines).toMatchObject([
    {
      level: LEVELS.error,
      path: `${BASE}/deals?symbol=acme`,
      route: `${BASE}/deals`,
      status: 500,
      err: { message: expect.stringContaining('deals') },
      msg: 'request failed',
    },
  ])
  expect(lines()).toHaveLength(1)
})

test('the log contains only the network of a client', async () => {
  const { address, db, written, lines } = await start({ LOG_LEVEL: 'trace' })
  await db.schema.dropTable('deals').execute()
  const paths = [`${BASE}/ipos`, `${BASE}/deals`, `${BASE}/ipos?limit=0`, '/nothing', '/%E0%A4%A']
  for (const path of paths) await requestRaw(address, path, { headers: NAMED })
  await expect.poll(() => lines().filter(({ path }) => path !== undefined)).toHaveLength(paths.length)
  for (const telltale of [CLIENT, 'elltale']) expect(written()).not.toContain(telltale)
})

test('a long address is cut', async () => {
  const { address, lines } = await start({ LOG_LEVEL: 'debug' })
  await requestRaw(address, `/${'x'.repeat(5000)}`)
  await expect.poll(() => lines().map(({ path }) => String(path).length)).toEqual([500])
})

test.each([
  ['control characters', 'GET /a\x01\x1b[31m HTTP/1.1'],
  ['delete', 'GET /a\x7fb HTTP/1.1'],
  ['line ends of other alphabets', 'GET /a\x85b\xe2\x80\xa8c HTTP/1.1'],
  ['quotes', 'GET /a"},{"level":60,"msg":"x HTTP/1.1'],
  ['an encoded line end', 'GET /a%0A%0D{"level":60} HTTP/1.1'],
  ['no HTTP at all', 'HELLO\x1b[31m'],
])('%s in an address cannot break a line or colour it', async (_name, head) => {
  const { address, written, lines } = await start({ LOG_LEVEL: 'debug' })
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.write(Buffer.from(`${head}\r\nHost: x\r\nConnection: close\r\n\r\n`, 'latin1'))
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 4\d\d /)
  await expect.poll(lines).toHaveLength(1)
  expect(lines()[0]).toMatchObject({ level: LEVELS.debug, status: expect.any(Number) })
  expect(written()).toMatch(/^[\x20-\x7e]+$/)
})

test('a client that never sent a request, or disconnected, is not logged', async () => {
  const { address, written } = await start()
  const { hostname, port } = new URL(address)
  for (const said of ['', `GET ${BASE}/ipos HTTP/1.1\r\nHost: x\r\n\r\n`]) {
    const socket = connect(Number(port), hostname, () => socket.write(said, () => socket.resetAndDestroy()))
    await new Promise((resolve) => socket.once('close', resolve))
  }
  expect((await requestRaw(address, `${BASE}/ipos`)).status).toBe(200)
  expect(written()).toBe('')
})
