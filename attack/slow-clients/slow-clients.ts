import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { pick, type Random, shuffled } from '../../src/demo/seeded.ts'
import type { Resources } from '../http-target.ts'

export type Holding = Pick<Resources, 'downloads' | 'eventConnections'>

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
  readonly isCutOff: boolean
}

const head = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: x', 'X-Forwarded-For: 203.0.113.9', ...headers, '', ''].join('\r\n')
const DRIP_EVERY_MS = 250
/** Connections opened at the same time; more would only wait in the queue of the operating system. */
const AT_ONCE = 200

export const KINDS: readonly Kind[] = [
  { name: 'idle connections', begin: () => '', reads: true, isCutOff: false },
  {
    name: 'slow headers',
    begin: () => 'GET / HTTP/1.1\r\nHost: x\r\nX-A: ',
    drip: 'a',
    reads: true,
    isCutOff: true,
  },
  {
    name: 'slow bodies',
    begin: () => 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n',
    drip: 'a',
    reads: true,
    isCutOff: true,
  },
  {
    name: 'downloads that are not read',
    begin: () => head('/downloads/deals.csv'),
    reads: false,
    isCutOff: false,
  },
  {
    name: 'answers that are not read',
    begin: (random) =>
      head(pick(random, ['/', '/api/public/market/deals?limit=300', '/openapi.json'])).repeat(40),
    reads: false,
    isCutOff: false,
  },
  { name: 'event streams', begin: () => head('/feeds/changes?since=0'), reads: false, isCutOff: false },
  {
    name: 'resets',
    begin: () => head('/api/public/market/deals'),
    reads: true,
    isReset: true,
    isCutOff: true,
  },
]

export interface SlowClients {
  /** Connects this many clients, of all kinds. */
  come(count: number): Promise<void>
  /** Continues to send slowly for this long. */
  hold(ms: number): Promise<void>
  /** The number of connected clients of a kind. */
  held(kind: string): number
  leave(): void
}

export function slowClients(port: number, random: Random): SlowClients {
  const sockets = new Map<Socket, Kind>()

  const connectOne = (kind: Kind): Promise<void> =>
    new Promise((resolve) => {
      const begin = kind.begin(random)
      const socket = connect({ port, host: '127.0.0.1' }, () => {
        socket.write(begin, () => {
          if (kind.isReset) socket.resetAndDestroy()
          resolve()
        })
      })
      sockets.set(socket, kind)
      if (kind.reads) socket.resume()
      else socket.pause()
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        resolve()
      })
    })

  return {
    async come(count) {
      const kinds = shuffled(
        random,
        Array.from({ length: count }, (_, i) => KINDS[i % KINDS.length] as Kind),
      )
      for (let at = 0; at < count; at += AT_ONCE)
        await Promise.all(kinds.slice(at, at + AT_ONCE).map(connectOne))
    },
    async hold(ms) {
      for (const end = performance.now() + ms; performance.now() < end; ) {
        for (const [socket, { drip }] of sockets) if (drip && socket.writable) socket.write(drip)
        await setTimeout(DRIP_EVERY_MS)
      }
    },
    held: (kind) => [...sockets.values()].filter(({ name }) => name === kind).length,
    leave() {
      for (const socket of sockets.keys()) socket.destroy()
    },
  }
}
