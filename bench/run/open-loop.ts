import { connect, type Socket } from 'node:net'
import { seeded } from '../../src/demo/seeded.ts'
import { percentile } from '../ratio.ts'

/**
 * A client that asks at moments that are fixed beforehand, whether or not earlier answers have come, and counts each
 * latency from the moment at which it should have asked. So an answer that holds others up is counted with all of them.
 * Started with a `Plan` as JSON; prints `Latencies` as JSON.
 */
export interface Plan {
  readonly address: string
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  /** Requests a second on the average; they come by chance, as from many clients that know nothing of each other. */
  readonly rate: number
  readonly seconds: number
  /** Before these, in which the client and its connections come up to speed; nothing of it is counted. */
  readonly warmUpSeconds: number
}

/** In milliseconds. */
export interface Latencies {
  readonly median: number
  readonly p99: number
  readonly slowest: number
  /** How late the client itself was with asking at most. */
  readonly latestAsking: number
  /** Answers a second from the first moment of asking to the last answer. */
  readonly perSecond: number
}

const CONNECTIONS = 100
const END_OF_HEADER = Buffer.from('\r\n\r\n')

class Connection {
  readonly #socket: Socket
  readonly #onAnswer: (connection: Connection) => void
  #left = 0
  asked = -1

  constructor(address: URL, onAnswer: (connection: Connection) => void) {
    this.#onAnswer = onAnswer
    this.#socket = connect({
      host: address.hostname,
      port: Number(address.port),
      noDelay: true,
      onread: {
        buffer: Buffer.alloc(256 * 1024),
        callback: (count, buffer) => {
          this.#take(Buffer.from(buffer.buffer, buffer.byteOffset, count))
          return true
        },
      },
    })
  }

  ask(index: number, request: string): void {
    this.asked = index
    this.#socket.write(request, 'latin1')
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(bytes: Buffer): void {
    this.#left = this.#left > 0 ? this.#left - bytes.length : bodyLength(bytes)
    if (this.#left <= 0) this.#onAnswer(this)
  }
}

/** How much of the body is still to come after these first bytes of an answer. */
function bodyLength(bytes: Buffer): number {
  const end = bytes.indexOf(END_OF_HEADER)
  const header = bytes.toString('latin1', 0, end)
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(header) ?? []
  if (end < 0 || !header.startsWith('HTTP/1.1 200') || length === undefined)
    throw new Error(`not the answer that was hoped for: ${header}`)
  return Number(length) - (bytes.length - end - END_OF_HEADER.length)
}

/** Milliseconds from the start at which to ask: by chance, but the same in every run. */
function moments({ rate, seconds, warmUpSeconds }: Plan): Float64Array {
  const random = seeded('open loop')
  let at = 0
  return Float64Array.from({ length: Math.round(rate * (seconds + warmUpSeconds)) }, () => {
    at -= (Math.log(1 - random()) * 1000) / rate
    return at
  })
}

function measure(plan: Plan): Promise<Latencies> {
  const due = moments(plan)
  const requests = plan.paths.map((path) => requestText(plan, path))
  const ms = new Float64Array(due.length)
  const free: Connection[] = []
  const waiting: number[] = []
  let [next, done, latestAsking] = [0, 0, 0]

  return new Promise((resolve) => {
    const all = Array.from(
      { length: CONNECTIONS },
      () =>
        new Connection(new URL(plan.address), (connection) => {
          ms[connection.asked] = performance.now() - start - (due[connection.asked] ?? 0)
          done++
          const index = waiting.shift()
          if (index === undefined) free.push(connection)
          else ask(connection, index)
        }),
    )
    free.push(...all)
    const ask = (connection: Connection, index: number) =>
      connection.ask(index, requests[index % requests.length] ?? '')
    const start = performance.now() + 100
    const turn = () => {
      const now = performance.now() - start
      for (let at = due[next]; at !== undefined && at <= now; at = due[++next]) {
        latestAsking = Math.max(latestAsking, now - at)
        const connection = free.pop()
        if (connection) ask(connection, next)
        else waiting.push(next)
      }
      if (done < due.length) return void setImmediate(turn)
      for (const connection of all) connection.close()
      const first = due.findIndex((at) => at >= plan.warmUpSeconds * 1000)
      resolve({
        ...latenciesOf(ms.subarray(first)),
        latestAsking,
        perSecond: (due.length * 1000) / (performance.now() - start),
      })
    }
    turn()
  })
}

const latenciesOf = (ms: Float64Array) => ({
  median: percentile([...ms], 0.5),
  p99: percentile([...ms], 0.99),
  slowest: percentile([...ms], 1),
})

function requestText({ address, headers }: Plan, path: string): string {
  const fields = Object.entries({ Host: new URL(address).host, ...headers })
  return `GET ${path} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

if (import.meta.main) process.stdout.write(JSON.stringify(await measure(JSON.parse(process.argv[2] ?? ''))))
