import { once } from 'node:events'
import { rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { Market, nse, terms } from '../src/collect/collect-round.test-market.ts'
import { loadConfig, SETTINGS } from '../src/config.ts'
import { VERSION } from '../src/project-file.ts'
import { type Service, startService } from '../src/service/start.ts'
import { commandLine } from './support/command-line.ts'
import { gmp, ipo } from './support/lines.ts'
import { BASE, requestRaw } from './support/raw-request.ts'
import { type Line, recordAll } from './support/record.ts'
import { emptyStoreUrl, openStore, temporaryFolder } from './support/store.ts'
import { EVENING, EXCHANGE_DOCUMENTS } from './support/upstream-documents.ts'
import { startUpstreams } from './support/upstreams.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const LINES = [ipo('alpha'), ipo('beta'), gmp('alpha', '2026-01-15', 45)]
const FREE = '127.0.0.1:0'

async function start(
  env: Record<string, string>,
  { lines = LINES, now = () => NOW }: { lines?: readonly Line[]; now?: () => string } = {},
): Promise<{ service: Service; log: string[] }> {
  const url = await emptyStoreUrl()
  if (lines.length > 0) await recordAll(await openStore(url), now(), lines)
  const log: string[] = []
  const logTo = new Writable({
    write(chunk, _encoding, done) {
      log.push(String(chunk))
      done()
    },
  })
  const settings = { DATABASE_URL: url, PORT: '0', DRAIN_SECONDS: '0', ...env }
  const service = await startService(loadConfig(settings), now, logTo)
  onTestFinished(() => service.stop())
  return { service, log }
}

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/

/** Every line of the metrics, as Prometheus parses them. */
async function samplesOf({ metricsUrl }: Service): Promise<Sample[]> {
  const answer = await fetch(String(metricsUrl))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('# '))
  return lines.map((line) => {
    const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? []
    expect(name, line).not.toBe('')
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]
    return {
      name,
      labels: Object.fromEntries(pairs.map(([, key = '', text = '']) => [key, text])),
      value: Number(value),
    }
  })
}

/** The values of one metric by its labels, in their order. */
async function valuesOf(service: Service, name: string): Promise<Record<string, number>> {
  const samples = (await samplesOf(service)).filter((sample) => sample.name === name)
  return Object.fromEntries(samples.map(({ labels, value }) => [Object.values(labels).join(' '), value]))
}

test('requests are counted by route, method and status, and never by address', async () => {
  const { service } = await start({ METRICS: FREE, LOG_LEVEL: 'silent' })
  const { address } = service
  for (const path of ['/ipos/alpha', '/ipos/beta', '/ipos/none', '/ipos/none2', '/ipos', '/ipos?limit=0'])
    await requestRaw(address, `${BASE}${path}`)
  await requestRaw(address, `${BASE}/ipos`, { headers: { 'if-none-match': '*' } })
  await requestRaw(address, `${BASE}/ipos`, { method: 'HEAD' })
  await requestRaw(address, `${BASE}/ipos`, { method: 'DELETE' })
  for (const path of ['/nothing', '/nothing/2', `${BASE}/ipos/%E0%A4%A`]) await requestRaw(address, path)
  expect(await valuesOf(service, 'greymark_http_requests_total')).toEqual({
    [`${BASE}/ipos/:slug GET 200`]: 2,
    [`${BASE}/ipos/:slug GET 404`]: 2,
    [`${BASE}/ipos GET 200`]: 1,
    [`${BASE}/ipos GET 400`]: 1,
    [`${BASE}/ipos GET 304`]: 1,
    [`${BASE}/ipos HEAD 200`]: 1,
    'none other 405': 1,
    'none GET 404': 3,
  })
})

test('refused requests are counted by status, also floods and invalid HTTP', async () => {
  const { service } = await start({
    METRICS: FREE,
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '127.0.0.1',
    REQUESTS_PER_MINUTE: '1',
  })
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  for (let i = 0; i < 4; i++) await requestRaw(service.address, `${BASE}/ipos`, { headers })
  await requestRaw(service.address, '/wp-login.php', { headers: { 'x-forwarded-for': '203.0.113.8' } })
  const { hostname, port } = new URL(service.address)
  const socket = connect(Number(port), hostname)
  socket.end('HELLO\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  const counts = await valuesOf(service, 'greymark_http_requests_total')
  const ofStatus = (status: string) =>
    Object.entries(counts).reduce(
      (sum, [labels, count]) => (labels.endsWith(` ${status}`) ? sum + count : sum),
      0,
    )
  expect(['200', '429', '404', '400'].map(ofStatus)).toEqual([1, 3, 1, 1])
})

test('the duration of requests is a histogram by route', async () => {
  const { service } = await start({ METRICS: FREE, LOG_LEVEL: 'silent' })
  for (const slug of ['alpha', 'beta', 'none']) await requestRaw(service.address, `${BASE}/ipos/${slug}`)
  const route = `${BASE}/ipos/:slug`
  const counts = await valuesOf(service, 'greymark_http_request_duration_seconds_count')
  expect(counts).toEqual({ [route]: 3 })
  const buckets = await valuesOf(service, 'greymark_http_request_duration_seconds_bucket')
  expect(buckets[`+Inf ${route}`]).toBe(3)
  const rising = Object.values(buckets)
  expect(rising).toEqual(rising.toSorted((a, b) => a - b))
})

test('answers are counted by whether they came from memory', async () => {
  const { service } = await start({ METRICS: FREE, LOG_LEVEL: 'silent' })
  for (let i = 0; i < 3; i++) await requestRaw(service.address, `${BASE}/ipos`)
  expect(await valuesOf(service, 'greymark_answers_total')).toEqual({ made: 1, hit: 2 })
})

test('the version, the age of the newest fact and the state of the store are exposed', async () => {
  let now = NOW
  const { service } = await start({ METRICS: FREE, LOG_LEVEL: 'silent' }, { now: () => now })
  now = '2026-01-15T06:01:40.000Z'
  const samples = await samplesOf(service)
  const sampleValue = (name: string) => samples.find((sample) => sample.name === name)?.value
  expect(sampleValue('greymark_market_version')).toBe(1)
  // The time of a round lies slightly after its commit.
  expect(sampleValue('greymark_newest_fact_age_seconds')).toBeGreaterThan(95)
  expect(sampleValue('greymark_newest_fact_age_seconds')).toBeLessThanOrEqual(100)
  expect(sampleValue('greymark_store_outage')).toBe(0)
  expect(sampleValue('greymark_market_version_lag')).toBe(0)
  expect(sampleValue('greymark_sources_silent')).toBe(0)
  expect(sampleValue('process_resident_memory_bytes')).toBeGreaterThan(0)
  expect(sampleValue('nodejs_heap_size_used_bytes')).toBeGreaterThan(0)
})

test('while the demo is shown there is no version and no age of facts', async () => {
  const { service } = await start({ METRICS: FREE, LOG_LEVEL: 'silent' }, { lines: [] })
  expect(await valuesOf(service, 'greymark_market_version')).toEqual({ '': 0 })
  expect(await valuesOf(service, 'greymark_newest_fact_age_seconds')).toEqual({})
})

test('rounds are counted by source, outcome and fault, and refused rows by rule', async () => {
  const upstreams = await startUpstreams()
  onTestFinished(upstreams.close)
  upstreams.serve(EXCHANGE_DOCUMENTS)
  upstreams.fail({ 'ipowatch.in': 'error500' })
  const collecting = { COLLECT: 'on', SOURCES: 'exchanges,ipowatch', UPSTREAM_BASE: upstreams.base }
  const { service } = await start(
    { METRICS: FREE, LOG_LEVEL: 'silent', ...collecting },
    { now: () => EVENING, lines: [ipo('alpha')] },
  )
  await expect
    .poll(() => valuesOf(service, 'greymark_rounds_total'))
    .toMatchObject({ 'nse-issues done none': 1, 'ipowatch failed unreachable': 1 })
  expect(await valuesOf(service, 'greymark_collecting')).toEqual({ '': 1 })
  for (const { labels } of (await samplesOf(service)).filter(({ name }) => name.includes('refused_rows')))
    expect(Object.keys(labels)).toEqual(['source', 'rule'])
})

/** The value of a metric once the store has been read, for which a scrape does not wait. */
const eventually = (service: Service, name: string) => expect.poll(() => valuesOf(service, name))

test('the release, the size of the store, open refusals and the time of the last backup are exposed', async () => {
  const url = await emptyStoreUrl()
  const market = new Market(await openStore(url))
  await market.collectPage(nse, NOW, [terms(), { rule: 'bad-number', reason: 'x' }])
  const settings = { DATABASE_URL: url, PORT: '0', DRAIN_SECONDS: '0', METRICS: FREE, LOG_LEVEL: 'silent' }
  let now = NOW
  const service = await startService(loadConfig({ ...settings, SOURCES: 'nse-issues' }), () => now)
  onTestFinished(() => service.stop())
  expect(Object.keys(await valuesOf(service, 'greymark_build_info'))).toEqual([
    `${VERSION} ${process.versions.node}`,
  ])
  await eventually(service, 'greymark_refusals_waiting').toEqual({ '': 1 })
  await eventually(service, 'greymark_collecting').toEqual({ '': 0 })
  await eventually(service, 'greymark_source_last_success_timestamp_seconds').toEqual({
    'nse-issues': Date.parse(NOW) / 1000,
  })
  const size = (await valuesOf(service, 'greymark_store_bytes'))['']
  expect(size).toBeGreaterThanOrEqual(statSync(url.slice('sqlite:'.length)).size)
  expect((await valuesOf(service, 'greymark_disk_free_bytes'))['']).toBeGreaterThan(0)
  await eventually(service, 'greymark_last_backup_timestamp_seconds').toEqual({})

  const began = '2026-01-15T06:30:00.000Z'
  const backup = commandLine({ DATABASE_URL: url }, () => began)
  expect(await backup('backup', join(temporaryFolder(), 'copy.db'))).toMatchObject({ code: 0, stderr: '' })
  now = '2026-01-15T06:31:00.000Z'
  await eventually(service, 'greymark_last_backup_timestamp_seconds').toEqual({
    '': Date.parse(began) / 1000,
  })
})

test('unknown values are left out, and the scrape succeeds nevertheless', async () => {
  let now = NOW
  const url = await emptyStoreUrl()
  const db = await openStore(url)
  const settings = { DATABASE_URL: url, PORT: '0', DRAIN_SECONDS: '0', METRICS: FREE, LOG_LEVEL: 'silent' }
  const service = await startService(loadConfig(settings), () => now)
  onTestFinished(() => service.stop())
  await eventually(service, 'greymark_refusals_waiting').toEqual({ '': 0 })
  await db.schema.dropTable('refusals').execute()
  rmSync(url.slice('sqlite:'.length))
  now = '2026-01-15T06:01:00.000Z'
  for (const name of ['greymark_refusals_waiting', 'greymark_store_bytes'])
    await eventually(service, name).toEqual({})
})

test('two services in one process do not share their metrics', async () => {
  const [one, other] = [
    await start({ METRICS: FREE, LOG_LEVEL: 'silent' }),
    await start({ METRICS: FREE, LOG_LEVEL: 'silent' }),
  ]
  await requestRaw(one.service.address, `${BASE}/ipos`)
  expect(await valuesOf(other.service, 'greymark_http_requests_total')).toEqual({})
})

test('every metric of ours has a name by the rules of Prometheus, and a description', async () => {
  const { service } = await start({ METRICS: FREE, LOG_LEVEL: 'silent' })
  const lines = (await (await fetch(String(service.metricsUrl))).text()).split('\n')
  const types = lines.filter((line) => line.startsWith('# TYPE greymark_'))
  expect(types.length).toBeGreaterThan(8)
  for (const line of types) {
    const [, , name = '', type = ''] = line.split(' ')
    expect(lines.some((help) => help.startsWith(`# HELP ${name} `))).toBe(true)
    expect(name.endsWith('_total'), name).toBe(type === 'counter')
  }
})

test('the public address has no metrics, and the address of the metrics nothing else', async () => {
  const { service, log } = await start({ METRICS: FREE })
  expect((await requestRaw(service.address, '/metrics')).status).toBe(404)
  const { origin } = new URL(String(service.metricsUrl))
  const elsewhere = await fetch(`${origin}/health`)
  expect({ status: elsewhere.status, body: await elsewhere.text() }).toEqual({
    status: 404,
    body: 'only /metrics is served here\n',
  })
  expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(405)
  expect(log.join('')).toContain(`Metrics are at ${service.metricsUrl}`)
})

test('METRICS=off serves none', async () => {
  expect((await start({ METRICS: 'off', LOG_LEVEL: 'silent' })).service.metricsUrl).toBeNull()
})

async function occupy(address: string): Promise<Server> {
  const [host = '', port] = address.split(':')
  const server = createServer().listen({ host, port: Number(port) })
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return server
}

test('a configured address that another program uses stops the start with a message', async () => {
  const { port } = (await occupy(FREE)).address() as AddressInfo
  await expect(start({ METRICS: `127.0.0.1:${port}`, LOG_LEVEL: 'silent' })).rejects.toThrow(
    new RegExp(`^METRICS: cannot listen on 127\\.0\\.0\\.1:${port} .+; set METRICS to .+, or to off$`),
  )
})

test('a default address that another program uses is reported, and the service starts', async () => {
  // Another Greymark on this machine may use it already.
  await occupy(SETTINGS.METRICS.standard).catch(({ code }) => expect(code).toBe('EADDRINUSE'))
  const { service, log } = await start({})
  expect(service.metricsUrl).toBeNull()
  expect((await requestRaw(service.address, `${BASE}/ipos`)).status).toBe(200)
  expect(log.join('')).toContain('this process serves no metrics')
})
