import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { seeded } from '../../src/demo/seeded.ts'
import { monotonicMs } from './control/disturbance.ts'

/**
 * An open-loop client: it sends requests at predetermined moments, whether or not earlier answers have arrived, and counts
 * each latency from the planned moment, so that an answer that delays others is counted with all of them.
 * Each line of its input is a `Plan` as JSON, and it prints a `Window` as JSON for each, so that all windows have the same
 * client.
 */
export interface Plan {
  readonly address: string
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  /** Average requests a second; they are random, as from many independent clients. */
  readonly rate: number
  readonly seconds: number
  /** Seconds before those, in which the client and its connections reach full speed; they are not counted. */
  readonly warmUpSeconds: number
}

/** The latencies of all requests of a plan. */
export interface Window {
  /** The moment of `monotonicMs` from which the moments of the plan count. */
  readonly start: number
  /** The latency of each request in milliseconds, as the bytes of a `Float32Array` in Base64. */
  readonly latencies: string
  /** Answers a second from the first request to the last answer. */
  readonly perSecond: number
}

const CONNECTIONS = 100
const END_OF_HEADER = Buffer.from('\r\n\r\n')

class Connection {
  readonly #socket: Socket
  readonly #onAnswer: (connection: Connection) => void
  #remaining = 0
  requestIndex = -1

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
    this.requestIndex = index
    this.#socket.write(request, 'latin1')
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(bytes: Buffer): void {
    this.#remaining = this.#remaining > 0 ? this.#remaining - bytes.length : bodyLength(bytes)
    if (this.#remaining <= 0) this.#onAnswer(this)
  }
}

/** The number of bytes of the body that follow the first bytes of an answer. */
function bodyLength(bytes: Buffer): number {
  const end = bytes.indexOf(END_OF_HEADER)
  const header = bytes.toString('latin1', 0, end)
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(header) ?? []
  if (end < 0 || !header.startsWith('HTTP/1.1 200') || length === undefined)
    throw new Error(`unexpected answer: ${header}`)
  return Number(length) - (bytes.length - end - END_OF_HEADER.length)
}

/** The random moments of the requests, in milliseconds from the start; the same in every run. */
export function moments({ rate, seconds, warmUpSeconds }: Plan): Float64Array {
  const random = seeded('open loop')
  let at = 0
  return Float64Array.from({ length: Math.round(rate * (seconds + warmUpSeconds)) }, () => {
    at -= (Math.log(1 - random()) * 1000) / rate
    return at
  })
}

function measure(plan: Plan): Promise<Window> {
  const due = moments(plan)
  const requests = plan.paths.map((path) => requestText(plan, path))
  const ms = new Float32Array(due.length)
  const free: Connection[] = []
  const waiting: number[] = []
  let [next, done] = [0, 0]

  return new Promise((resolve) => {
    const all = Array.from(
      { length: CONNECTIONS },
      () =>
        new Connection(new URL(plan.address), (connection) => {
          ms[connection.requestIndex] = performance.now() - start - (due[connection.requestIndex] ?? 0)
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
    const startedAt = monotonicMs() + 100
    const tick = () => {
      const now = performance.now() - start
      for (let at = due[next]; at !== undefined && at <= now; at = due[++next]) {
        const connection = free.pop()
        if (connection) ask(connection, next)
        else waiting.push(next)
      }
      if (done < due.length) return void setImmediate(tick)
      for (const connection of all) connection.close()
      resolve({
        start: startedAt,
        latencies: Buffer.from(ms.buffer).toString('base64'),
        perSecond: (due.length * 1000) / (performance.now() - start),
      })
    }
    tick()
  })
}

function requestText({ address, headers }: Plan, path: string): string {
  const fields = Object.entries({ Host: new URL(address).host, ...headers })
  return `GET ${path} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

if (import.meta.main)
  for await (const line of createInterface({ input: process.stdin }))
    process.stdout.write(`${JSON.stringify(await measure(JSON.parse(line)))}\n`)
