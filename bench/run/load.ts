import { connect } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { quantile } from '../figure.ts'

/** Requests to send to a server. */
export interface Plan {
  readonly address: string
  /** In turn. */
  readonly paths: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  readonly seconds: number
  /**
   * Requests a second, at fixed times from which latencies are measured, so that an answer that delays others counts
   * with all of them. Without it, every connection sends its next request when it has an answer.
   */
  readonly perSecond?: number
}

export interface Loaded {
  /** Answers within the time of the plan, a second. */
  readonly perSecond: number
  /** The latency that 99 of 100 answers did not exceed, in milliseconds. */
  readonly p99: number
}

const CONNECTIONS = 50
const PAUSE_MS = 2
const END_OF_HEADER = Buffer.from('\r\n\r\n')

/** A persistent connection. Returns a function that sends a request, of which one at a time is allowed. */
async function connection(address: URL, onAnswer: () => void) {
  let missing = 0
  let unanswered = ''
  let isOver = false
  const opened = async () => {
    const socket = connect({
      host: address.hostname,
      port: Number(address.port),
      noDelay: true,
      onread: {
        buffer: Buffer.alloc(64 * 1024),
        callback(length, bytes) {
          missing = missing > 0 ? missing - length : bodyLength(bytes as Buffer, length)
          if (missing > 0) return true
          unanswered = ''
          onAnswer()
          return true
        },
      },
    })
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return socket.on('error', () => undefined).once('close', reopen)
  }
  let socket = await opened()
  /** A server may end a connection after so many requests, as nginx does. */
  async function reopen(): Promise<void> {
    if (isOver) return
    socket = await opened()
    missing = 0
    socket.write(unanswered, 'latin1')
  }
  return {
    send: (request: string) => {
      unanswered = request
      socket.write(request, 'latin1')
    },
    close: () => {
      isOver = true
      socket.destroy()
    },
  }
}

/** The number of bytes of the body that follow the first bytes of an answer. */
function bodyLength(bytes: Buffer, length: number): number {
  const end = bytes.indexOf(END_OF_HEADER)
  const header = bytes.toString('latin1', 0, end)
  if (end >= 0 && header.startsWith('HTTP/1.1 304')) return 0
  const [, contentLength] = /\r\ncontent-length: (\d+)/i.exec(header) ?? []
  if (end < 0 || !header.startsWith('HTTP/1.1 200') || contentLength === undefined)
    throw new Error(`unexpected answer: ${header}`)
  return Number(contentLength) - (length - end - END_OF_HEADER.length)
}

async function load({ address, paths, headers = {}, seconds, perSecond }: Plan): Promise<Loaded> {
  const fields = Object.entries({ Host: new URL(address).host, ...headers })
  const rest = ` HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  const requests = paths.map((path) => `GET ${path}${rest}`)
  const [endMs, total] = [
    seconds * 1000,
    perSecond ? Math.ceil(perSecond * seconds) : Number.POSITIVE_INFINITY,
  ]
  const latencies: number[] = []
  const free: number[] = []
  const sentMs: number[] = []
  let [sent, inTime] = [0, 0]

  const all = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, index) =>
      connection(new URL(address), () => {
        const now = performance.now() - start
        latencies.push(now - (sentMs[index] ?? 0))
        if (now <= endMs) inTime++
        free.push(index)
        if (!perSecond) sendDue()
      }),
    ),
  )
  free.push(...all.keys())
  const start = performance.now()

  /** Sends the requests that are due, as far as connections are free. */
  function sendDue(): void {
    const now = performance.now() - start
    while (free.length > 0 && sent < total && now < endMs) {
      const dueMs = perSecond ? (sent * 1000) / perSecond : now
      if (dueMs > now) return
      const index = free.shift() ?? 0
      sentMs[index] = dueMs
      all[index]?.send(requests[sent++ % requests.length] ?? '')
    }
  }
  while (performance.now() - start < endMs) {
    sendDue()
    // A timer may be late by more than a quick answer takes.
    await (perSecond ? setImmediate() : setTimeout(PAUSE_MS))
  }
  // The last answers do not count as answered in time, but a server must not work on them in the next round.
  while (free.length < CONNECTIONS) await setTimeout(PAUSE_MS)
  for (const { close } of all) close()
  return { perSecond: inTime / seconds, p99: quantile(latencies, 0.99) }
}

if (import.meta.main) process.on('message', async (plan: Plan) => void process.send?.(await load(plan)))
