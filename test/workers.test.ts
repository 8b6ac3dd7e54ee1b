import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Env } from './support/command-line.ts'
import { readEvents } from './support/event-reader.ts'
import { deal, ipo } from './support/lines.ts'
import { localServer } from './support/local-server.ts'
import { FULL, ON_POSTGRES, ONCE, skipWithout } from './support/needs.ts'
import { EXAMPLE } from './support/own-table.ts'
import { FREE_PORT, listening, run, type Serving, start } from './support/processes.ts'
import { BASE, requestRaw } from './support/raw-request.ts'
import { type Line, recordAll } from './support/record.ts'
import { emptyStoreUrl, openStore, temporaryFolder } from './support/store.ts'
import { startUpstreams } from './support/upstreams.ts'

const PATH = `${BASE}/ipos`
const LIMIT = 50
const [CLIENT, OTHER, THIRD] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'] as const

/** A service of two processes with an IPO and more facts, and its log. */
async function serveByTwo(env: Env, more: readonly Line[] = []): Promise<ServingByTwo> {
  const url = await emptyStoreUrl()
  await recordAll(await openStore(url), '2026-01-28T06:00:00.000Z', [ipo('alpha'), ...more])
  const settings = { ...FREE_PORT, METRICS: '127.0.0.1:0', WORKERS: '2', DATABASE_URL: url, ...env }
  const serving = await listening(start(['serve'], settings))
  const lines = (text: string) =>
    serving
      .printed()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}') && line.includes(text))
      .map((line): LogLine => JSON.parse(line))
  return { ...serving, lines }
}

interface LogLine {
  readonly pid: number
  readonly msg: string
}

interface ServingByTwo extends Serving {
  /** The lines of its log that contain a text. */
  lines(text: string): LogLine[]
}

/** The metrics of a service as name with labels, and value. */
async function metricsOf({ lines }: ServingByTwo): Promise<Map<string, number>> {
  const [, address = ''] = /(http:\S+)/.exec(lines('Metrics are at')[0]?.msg ?? '') ?? []
  const text = await (await fetch(address)).text()
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

const from = (client: string) => ({ headers: { 'x-forwarded-for': client } })

/** Starts a large download and reads only its beginning. */
async function holdDownload(address: string, client: string): Promise<number> {
  const { hostname, port } = new URL(address)
  const reader = connect(Number(port), hostname)
  reader.on('error', () => undefined)
  onTestFinished(() => void reader.destroy())
  reader.write(`GET /downloads/deals.ndjson HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\n\r\n`)
  const [part] = await once(reader, 'data')
  reader.pause()
  return Number(String(part).slice(9, 12))
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a temporary folder that cannot be made is answered with 503, and keeps nobody waiting', async ({
  skip,
}) => {
  // On SQLite the files of a store are beside it.
  skipWithout(skip, ON_POSTGRES)
  const { address, printed } = await serveByTwo({ TMPDIR: join(temporaryFolder(), 'missing') })
  const { status } = await requestRaw(address, '/downloads/dataset.ndjson.gz')
  expect(status).toBe(503)
  // The log comes through a pipe of its own, so it may be read after the answer.
  await expect.poll(printed).toContain('the files of the day could not be built')
})

test('each process enforces the limit for its connections, and metrics are those of all', async ({
  skip,
}) => {
  skipWithout(skip, ONCE)
  // Long names, so that few deals exceed the buffer of a connection.
  const deals = Array.from({ length: 1500 }, (_, i) =>
    deal('2026-01-20', { quantity: i + 1, clientName: '₹'.repeat(500), securityName: '₹'.repeat(500) }),
  )
  const service = await serveByTwo({ TRUST_PROXY: '127.0.0.1', REQUESTS_PER_MINUTE: String(LIMIT) }, deals)
  const { address, lines } = service
  // Each request has its own connection, and each process gets about half of them: more than it may answer.
  const answers = await Promise.all(
    Array.from({ length: 4 * LIMIT }, () => requestRaw(address, PATH, from(CLIENT))),
  )
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array(2 * LIMIT).fill(200), ...Array(2 * LIMIT).fill(429)])

  for (const client of [OTHER, THIRD]) {
    expect(await holdDownload(address, client)).toBe(200)
    await readEvents(address, undefined, { 'x-forwarded-for': client })
  }
  const labels = `route="${PATH}",method="GET"`
  const before = await metricsOf(service)
  expect(Object.fromEntries(before)).toMatchObject({
    [`greymark_http_requests_total{${labels},status="200"}`]: 2 * LIMIT,
    [`greymark_http_requests_total{${labels},status="429"}`]: 2 * LIMIT,
    greymark_downloads_active: 2,
    greymark_event_connections: 2,
    greymark_market_version: 1,
    greymark_workers: 2,
    greymark_workers_answering: 2,
    greymark_worker_restarts_total: 0,
  })
  // Each process has built the answer for itself.
  expect(before.get('greymark_answers_total{outcome="made"}')).toBeGreaterThan(1)

  for (const [killed, { pid }] of lines('is ready').entries()) {
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => lines('is ready')).toHaveLength(killed + 3)
  }
  const metric = async (name: string) => (await metricsOf(service)).get(name)
  await expect.poll(() => metric('greymark_workers_answering')).toBe(2)
  expect(await metric('greymark_worker_restarts_total')).toBe(2)
})

test('all processes serve the same demo, also one that has restarted', async ({ skip }) => {
  skipWithout(skip, FULL, ONCE)
  const env = { ...FREE_PORT, WORKERS: '2', DATABASE_URL: `sqlite:${join(temporaryFolder(), 'none.db')}` }
  const { address, printed } = await listening(start(['serve'], env))
  const ready = () => [...printed().matchAll(/"pid":(\d+),[^\n]*is ready/g)].map(([, pid]) => Number(pid))
  const versions = async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => requestRaw(address, PATH)))
    return new Set(answers.map(({ headers, body }) => `${headers['x-market-version']} ${body}`)).size
  }
  // A fact may become due between two of the requests.
  await expect.poll(versions).toBe(1)
  process.kill(ready()[0] ?? 0, 'SIGKILL')
  await expect.poll(ready).toHaveLength(3)
  await expect.poll(versions).toBe(1)
})

const CLIENTS = 8

/** Sends requests on reused connections until it is stopped, and counts statuses and failures. */
function load(address: string) {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const outcomes = new Map<string, number>()
  let isOn = true
  const request = () =>
    new Promise<string>((resolve) => {
      const answered = (answer: IncomingMessage) => {
        answer.on('error', () => resolve('disconnected'))
        answer.on('end', () => resolve(String(answer.statusCode))).resume()
      }
      get(`${address}${PATH}`, { agent }, answered).on('error', () => resolve('disconnected'))
    })
  const client = async () => {
    while (isOn) {
      const outcome = await request()
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  }
  const done = Promise.all(Array.from({ length: CLIENTS }, client))
  const stop = async () => {
    isOn = false
    await done
  }
  return { outcomes, stop, answered: () => outcomes.get('200') ?? 0 }
}

test('a killed process loses its own connections, restarts and collects again; SIGTERM drains both', async () => {
  const upstreams = await startUpstreams()
  onTestFinished(upstreams.close)
  const collecting = { COLLECT: 'on', CONTACT: 'ops@desk.example', UPSTREAM_BASE: upstreams.base }
  const table = join(temporaryFolder(), 'table.json')
  writeFileSync(table, JSON.stringify(EXAMPLE))
  const service = await serveByTwo({ ...collecting, SOURCE_FILES: table, DRAIN_SECONDS: '5' })
  // A process that restarts gets the text that was read at the start, as all others did.
  rmSync(table)
  const { address, lines, end } = service
  const collectors = () => lines('this process collects').map(({ pid }) => pid)
  await expect.poll(collectors).toHaveLength(1)
  const [first = 0] = collectors()
  expect(lines('Serving process 1 is ready').map(({ pid }) => pid)).toEqual([first])

  const clients = load(address)
  await expect.poll(clients.answered).toBeGreaterThan(100)
  process.kill(first, 'SIGKILL')
  await expect.poll(collectors).toHaveLength(2)
  const [, second = 0] = collectors()
  expect(lines('Serving process 1 is ready').map(({ pid }) => pid)).toEqual([first, second])
  expect(lines('ended').map(({ msg }) => msg)).toEqual([
    'Serving process 1 ended (SIGKILL) and restarts in 0.1 seconds',
  ])
  const restarted = clients.answered()
  await expect.poll(clients.answered).toBeGreaterThan(restarted + 100)
  expect(clients.outcomes.get('disconnected') ?? 0).toBeLessThanOrEqual(CLIENTS)
  expect([...clients.outcomes.keys()].filter((outcome) => !/^(200|disconnected)$/.test(outcome))).toEqual([])
  // A connection that was being handed to the killed process gets no answer, and is not waited for.
  void clients.stop()

  const last = load(address)
  await expect.poll(last.answered).toBeGreaterThan(100)
  const ended = end('SIGTERM')
  await expect.poll(async () => (await requestRaw(address, '/health/ready')).status).toBe(503)
  await last.stop()
  expect([...last.outcomes.keys()]).toEqual(['200'])
  expect(await ended).toEqual([0, null])
})

test('a second signal ends all processes at once', async ({ skip }) => {
  skipWithout(skip, FULL, ONCE)
  const { lines, address, end } = await serveByTwo({ DRAIN_SECONDS: '5' })
  const pids = lines('is ready').map(({ pid }) => pid)
  expect(pids).toHaveLength(2)
  const ended = end('SIGTERM')
  await expect.poll(async () => (await requestRaw(address, '/health/ready')).status).toBe(503)
  void end('SIGTERM')
  expect(await ended).toEqual([1, null])
  await expect.poll(() => pids.filter(isRunning)).toEqual([])
})

test('a service that cannot start says why as one process does, and ends', async ({ skip }) => {
  skipWithout(skip, FULL, ONCE)
  const { port } = new URL(await localServer((_request, response) => void response.end()))
  const rules = join(temporaryFolder(), 'alerts.json')
  writeFileSync(rules, '{ "channels": [] }')
  const settings = { ...FREE_PORT, DATABASE_URL: await emptyStoreUrl() }
  const cases: Env[] = [
    { LOG_LEVEL: 'loud' },
    { PORT: port },
    { METRICS: `127.0.0.1:${port}` },
    { ALERTS: rules },
  ]
  for (const env of cases) {
    const [alone, several] = await Promise.all([
      run(['serve'], { ...settings, ...env }),
      run(['serve'], { ...settings, ...env, WORKERS: '2' }),
    ])
    expect([several.code, withoutCause(several.stderr)]).toEqual([alone.code, withoutCause(alone.stderr)])
    expect(several.stderr).not.toBe('')
  }
})

/** The parent binds the port for its processes, so the system's own words for it differ. */
const withoutCause = (text: string): string => text.replace(/\((listen|bind) EADDRINUSE[^)]*\)/, '(in use)')
