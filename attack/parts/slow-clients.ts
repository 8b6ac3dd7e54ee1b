import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { pick, type Random, shuffled } from '../../src/demo/seeded.ts'
import type { AttackPart, AttackRun } from '../part.ts'
import { notReleased, probe, startService } from '../service.ts'
import { importSmallMarket } from '../small-market.ts'

/** With at least this many clients, the run waits until the server has disconnected them. */
const WAITS_FROM = 500
/** Requests must arrive within 30 seconds, which Node checks every 30 s; the pace of downloads is checked every 30 s. */
const CUT_OFF_WITHIN_MS = 100_000
/** A sample holds its connections open for this long. */
const SAMPLE_MS = 500
const EVENT_CONNECTIONS = 20
/** Enough deals for a download that exceeds the buffers of the operating system. */
const DEALS = 3000
/** Two downloads of the greedy client, and one of the client that is served meanwhile. */
const MAX_DOWNLOADS = 3

/** Slow, greedy and disconnected clients, while another client is served. */
export const slowClients: AttackPart = {
  name: 'slow-clients',
  about: 'slow and greedy clients, while another one is served',
  unit: 'clients',
  fullCount: 3_000,
  sampleCount: 40,
  run: attack,
}

/** The requests of another client meanwhile: a cached answer, a new one, a page and a download. */
const NORMAL = ['/health/live', '/api/public/market/ipos', '/', '/downloads/ipos.csv']
const OTHER = { 'x-forwarded-for': '198.51.100.1' }

async function attack(run: AttackRun): Promise<void> {
  const { count, random, folder } = run
  const service = await startService(run, {
    DATABASE_URL: await importSmallMarket(folder, DEALS),
    TRUST_PROXY: '127.0.0.1',
    EVENT_CONNECTIONS: String(EVENT_CONNECTIONS),
  })
  for (const path of NORMAL) await (await service.get(path, OTHER)).arrayBuffer()
  const before = await service.resources()
  const endProbes = NORMAL.map((path) => probe(service, path, OTHER))
  const clients = new Clients(service.port, random)
  run.onEnd(() => clients.leave())
  await clients.come(count)
  run.tried(count)

  const held = await service.resources()
  if (held.downloads > MAX_DOWNLOADS) run.fail(`one client holds ${held.downloads - 1} download slots`)
  if (held.eventConnections > EVENT_CONNECTIONS)
    run.fail(`${held.eventConnections} event connections are open`)
  if (clients.held('idle connections') === 0) run.fail('no connection is open, so nothing is attacked')

  const isFull = count >= WAITS_FROM
  await clients.hold(isFull ? CUT_OFF_WITHIN_MS : SAMPLE_MS)
  if (isFull) {
    const { downloads } = await service.resources()
    if (downloads > 0) run.fail(`${downloads} downloads that nobody reads are not cut off`)
    for (const { name, isCutOff } of KINDS)
      if (isCutOff && clients.held(name) > 0) run.fail(`${clients.held(name)} ${name} are not cut off`)
  }
  for (const end of endProbes) run.fail(...(await end()))
  clients.leave()
  run.fail(...(await notReleased(run, service, before)), ...service.faults())
}

interface Kind {
  readonly name: string
  /** The bytes sent at first. */
  readonly begin: (random: Random) => string
  /** The bytes sent slowly after that. */
  readonly drip?: string
  readonly reads: boolean
  /** True if it resets the connection right after the first bytes. */
  readonly isReset?: boolean
  /** True if the server ends the connection within a documented time, and the client notices. */
  readonly isCutOff?: boolean
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n`
const BUSY_PATHS = ['/', '/api/public/market/deals?limit=300', '/openapi.json']
const SLOW_HEADERS = 'GET / HTTP/1.1\r\nHost: x\r\nX-A: '
const SLOW_BODY = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n'

const KINDS: readonly Kind[] = [
  { name: 'idle connections', begin: () => '', reads: true },
  { name: 'slow headers', begin: () => SLOW_HEADERS, drip: 'a', reads: true, isCutOff: true },
  { name: 'slow bodies', begin: () => SLOW_BODY, drip: 'a', reads: true, isCutOff: true },
  { name: 'downloads that are not read', begin: () => get('/downloads/deals.csv'), reads: false },
  {
    name: 'answers that are not read',
    begin: (random) => get(pick(random, BUSY_PATHS)).repeat(40),
    reads: false,
  },
  { name: 'event streams', begin: () => get('/feeds/changes?since=0'), reads: false },
  {
    name: 'resets',
    begin: () => get('/api/public/market/deals'),
    reads: true,
    isReset: true,
    isCutOff: true,
  },
]

const DRIP_EVERY_MS = 250
/** Connections opened at the same time; more would only wait in the queue of the operating system. */
const AT_ONCE = 200

class Clients {
  readonly #sockets = new Map<Socket, Kind>()
  readonly #port: number
  readonly #random: Random

  constructor(port: number, random: Random) {
    this.#port = port
    this.#random = random
  }

  /** Connects this many clients, of all kinds. */
  async come(count: number): Promise<void> {
    const inTurn = Array.from({ length: count }, (_, i) => KINDS[i % KINDS.length] as Kind)
    const kinds = shuffled(this.#random, inTurn)
    for (let at = 0; at < count; at += AT_ONCE)
      await Promise.all(kinds.slice(at, at + AT_ONCE).map((kind) => this.#connect(kind)))
  }

  #connect(kind: Kind): Promise<void> {
    const begin = kind.begin(this.#random)
    return new Promise((resolve) => {
      const socket = connect({ port: this.#port, host: '127.0.0.1' }, () => {
        socket.write(begin, () => {
          if (kind.isReset) socket.resetAndDestroy()
          resolve()
        })
      })
      this.#sockets.set(socket, kind)
      if (kind.reads) socket.resume()
      else socket.pause()
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.#sockets.delete(socket)
        resolve()
      })
    })
  }

  /** Continues to send slowly for this long. */
  async hold(ms: number): Promise<void> {
    for (const end = performance.now() + ms; performance.now() < end; ) {
      for (const [socket, { drip }] of this.#sockets) if (drip && socket.writable) socket.write(drip)
      await setTimeout(DRIP_EVERY_MS)
    }
  }

  /** The number of connected clients of a kind. */
  held(kind: string): number {
    return [...this.#sockets.values()].filter(({ name }) => name === kind).length
  }

  leave(): void {
    for (const socket of this.#sockets.keys()) socket.destroy()
  }
}
