import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../src/config.ts'
import { startService } from '../src/service/start.ts'
import type { Env } from './support/command-line.ts'
import { ipo } from './support/lines.ts'
import { FULL, skipWithout } from './support/needs.ts'
import { serve } from './support/processes.ts'
import { BASE, requestRaw } from './support/raw-request.ts'
import { recordAll } from './support/record.ts'
import { TEST_SETTINGS } from './support/service.ts'
import { emptyStoreUrl, openStore } from './support/store.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const PATH = `${BASE}/ipos`
const REQUEST = `GET ${PATH} HTTP/1.1\r\nHost: x\r\n\r\n`
/** The longest drain, in seconds: far longer than a busy machine stops a process for. */
const LONG_DRAIN = '5'

async function storeUrl(): Promise<string> {
  const url = await emptyStoreUrl()
  await recordAll(await openStore(url), NOW, [ipo('alpha')])
  return url
}

async function connectTo(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** The next bytes, up to the end of one answer. */
async function nextAnswer(socket: Socket): Promise<string> {
  let answer = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    answer += chunk
    if (answer.endsWith('}')) return answer
  }
  throw new Error(`the connection ended after "${answer}"`)
}

const GOOD_LAST_ANSWER = /^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\nconnection: close\r\n[\s\S]*\}$/i

describe('the shutdown of a service', () => {
  async function start(drainSeconds = '0') {
    const settings = { ...TEST_SETTINGS, DATABASE_URL: await storeUrl(), DRAIN_SECONDS: drainSeconds }
    const service = await startService(loadConfig(settings), () => NOW)
    let stopped: Promise<void> | undefined
    const stop = () => {
      stopped ??= service.stop()
      return stopped
    }
    onTestFinished(stop)
    return { ...service, stop }
  }

  test('answers a request that is still unread on a reused connection', async () => {
    const { address, stop } = await start()
    const socket = await connectTo(address)
    socket.write(REQUEST)
    await nextAnswer(socket)
    socket.write(REQUEST)
    const stopped = stop()
    expect(await nextAnswer(socket)).toMatch(GOOD_LAST_ANSWER)
    await stopped
  })

  test.each([1, 50])(
    'accepts each of %i pending connections, and answers its request',
    async (connections) => {
      const { address, stop } = await start()
      const { hostname, port } = new URL(address)
      const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname))
      for (const socket of sockets) socket.write(REQUEST)
      const stopped = stop()
      for (const answer of await Promise.all(sockets.map((socket) => text(socket))))
        expect(answer).toMatch(GOOD_LAST_ANSWER)
      await stopped
    },
  )

  test('waits for a half-received request and answers it', async () => {
    const { address, stop } = await start()
    const socket = await connectTo(address)
    socket.write(REQUEST.slice(0, 20))
    const stopped = stop()
    await expect.poll(() => requestRaw(address, PATH).catch((error) => error.code)).toBe('ECONNREFUSED')
    socket.write(REQUEST.slice(20))
    expect(await text(socket)).toMatch(GOOD_LAST_ANSWER)
    await stopped
  })

  test('while draining, is reported by ready, and requests are answered on connections that close', async () => {
    const { address, drain } = await start('1')
    const reused = await connectTo(address)
    reused.write(REQUEST)
    expect(await nextAnswer(reused)).toMatch(/connection: keep-alive/i)
    const drained = drain()
    const ready = await requestRaw(address, '/health/ready')
    expect(ready.status).toBe(503)
    expect(ready.headers).toMatchObject({
      'retry-after': '5',
      'cache-control': 'no-store',
      connection: 'close',
    })
    expect(JSON.parse(String(ready.body))).toMatchObject({ status: 'stopping', failing: [] })
    expect((await requestRaw(address, '/health/live')).status).toBe(200)
    reused.write(REQUEST)
    expect(await text(reused)).toMatch(GOOD_LAST_ANSWER)
    expect(await requestRaw(address, `${BASE}/ipos/%E0%A4%A`)).toMatchObject({
      status: 404,
      headers: { connection: 'close' },
    })
    await drained
    expect((await requestRaw(address, PATH)).status).toBe(200)
  })

  test('closes a connection without a request', async () => {
    const { address, stop } = await start()
    const socket = await connectTo(address)
    const closed = once(socket, 'close')
    socket.resume()
    await stop()
    await closed
  })
})

describe('a process', () => {
  const start = async (env: Env) => serve({ DATABASE_URL: await storeUrl(), ...env })

  /** Sends requests on reused connections until a balancer would send no more. */
  function load(address: string, isReady: () => boolean) {
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const outcomes = new Map<string, number>()
    const ends = new Set<string | undefined>()
    const once = () =>
      new Promise<string>((resolve) => {
        const answered = (answer: IncomingMessage) => {
          ends.add(answer.headers.connection)
          answer.on('error', ({ message }) => resolve(message))
          answer.on('end', () => resolve(String(answer.statusCode))).resume()
        }
        get(`${address}${PATH}`, { agent }, answered).on('error', ({ message }) => resolve(message))
      })
    const client = async () => {
      while (isReady()) {
        const outcome = await once()
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
    }
    const done = Promise.all(Array.from({ length: 8 }, client))
    return { outcomes, ends, done }
  }

  test('on SIGTERM under load reports the shutdown, answers all requests, and exits with 0', async () => {
    const { address, end } = await start({ DRAIN_SECONDS: LONG_DRAIN })
    let isReady = true
    const clients = load(address, () => isReady)
    const slow = await connectTo(address)
    slow.write(REQUEST.slice(0, 20))
    await expect.poll(() => clients.outcomes.get('200')).toBeGreaterThan(100)
    const ended = end('SIGTERM')
    await expect.poll(async () => (await requestRaw(address, '/health/ready')).status).toBe(503)
    isReady = false
    await clients.done
    await expect.poll(() => requestRaw(address, PATH).catch((error) => error.code)).toBe('ECONNREFUSED')
    slow.write(REQUEST.slice(20))
    expect(await text(slow)).toMatch(GOOD_LAST_ANSWER)
    expect([...clients.outcomes.keys()]).toEqual(['200'])
    expect(clients.ends).toContain('close')
    expect(await ended).toEqual([0, null])
  })

  test('on Ctrl-C answers the last request and exits with 0, also when npm repeats the signal', async () => {
    const { address, end } = await start({ DRAIN_SECONDS: LONG_DRAIN })
    const socket = await connectTo(address)
    socket.write(REQUEST.slice(0, 20))
    await requestRaw(address, PATH)
    void end('SIGINT')
    const ended = end('SIGINT')
    await expect.poll(() => requestRaw(address, PATH).catch((error) => error.code)).toBe('ECONNREFUSED')
    socket.write(REQUEST.slice(20))
    expect(await text(socket)).toMatch(GOOD_LAST_ANSWER)
    expect(await ended).toEqual([0, null])
  })

  test('on a second SIGTERM ends at once', async () => {
    const { address, end } = await start({ DRAIN_SECONDS: LONG_DRAIN })
    // Its request is awaited after the drain.
    const slow = await connectTo(address)
    slow.write(REQUEST.slice(0, 20))
    const ended = end('SIGTERM')
    await expect.poll(async () => (await requestRaw(address, '/health/ready')).status).toBe(503)
    void end('SIGTERM')
    expect(await ended).toEqual([1, null])
  })

  test('on SIGTERM right after its first answer still drains and exits with 0', async ({ skip }) => {
    skipWithout(skip, FULL)
    const { address, end } = await start({ DRAIN_SECONDS: LONG_DRAIN })
    const ended = end('SIGTERM')
    expect((await requestRaw(address, PATH)).status).toBe(200)
    expect(await ended).toEqual([0, null])
  })
})
