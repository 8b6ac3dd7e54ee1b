import { connect } from 'node:net'
import type { HostileRequest } from './hostile-request.ts'

/** A connection that is still open after this time counts as hanging. */
const NEVER_MS = 45_000

export interface Exchange {
  readonly received: Buffer
  readonly hasEnded: boolean
}

/** Sends a hostile request over a new connection and collects the bytes received until it is closed. */
export function exchange(port: number, { bytes, end }: HostileRequest): Promise<Exchange> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: end === 'half-close' })
    let hasEnded = true
    const timer = setTimeout(() => {
      hasEnded = false
      socket.destroy()
    }, NEVER_MS)
    // A server that refuses may reset while the rest is still being sent.
    socket.on('error', () => undefined)
    socket.on('data', (part) => parts.push(part))
    socket.on('close', () => {
      clearTimeout(timer)
      resolve({ received: Buffer.concat(parts), hasEnded })
    })
    const written = Buffer.from(bytes, 'latin1')
    if (end === 'half-close') socket.end(written)
    else if (end === 'reset') socket.write(written, () => socket.resetAndDestroy())
    else socket.write(written)
  })
}

export interface Answer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** The bytes are not a sequence of HTTP answers. */
export class NotHttp extends Error {
  override readonly name = 'NotHttp'
}

const HEAD_END = '\r\n\r\n'

/** Parses the answers to requests with these methods; further answers are parsed as those to GET. */
export function parseAnswers(received: Buffer, methods: readonly string[]): Answer[] {
  const text = received.toString('latin1')
  const answers: Answer[] = []
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf(HEAD_END, at)
    if (end < 0) throw new NotHttp(`an answer has no end of its headers: ${text.slice(at, at + 100)}`)
    const { status, headers } = headOf(text.slice(at, end))
    const hasBody = methods[answers.length] !== 'HEAD' && status >= 200 && status !== 204 && status !== 304
    const { body, next } = hasBody
      ? bodyAt(text, end + HEAD_END.length, headers)
      : { body: '', next: end + HEAD_END.length }
    // An interim answer such as 100 precedes the final one.
    if (status >= 200) answers.push({ status, headers, body })
    at = next
  }
  return answers
}

function headOf(head: string): Pick<Answer, 'status' | 'headers'> {
  const [first = '', ...lines] = head.split('\r\n')
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(first) ?? []
  if (status === undefined) throw new NotHttp(`an answer begins with ${JSON.stringify(first.slice(0, 100))}`)
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    if (colon < 1) throw new NotHttp(`an answer has the header line ${JSON.stringify(line.slice(0, 100))}`)
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { status: Number(status), headers: new Map(headers) }
}

function bodyAt(text: string, at: number, headers: Answer['headers']): { body: string; next: number } {
  if (headers.get('transfer-encoding') === 'chunked') return chunksAt(text, at)
  const length = headers.get('content-length')
  if (length === undefined) return { body: text.slice(at), next: text.length }
  const next = at + Number(length)
  if (next > text.length) throw new NotHttp('an answer is shorter than its Content-Length')
  return { body: text.slice(at, next), next }
}

function chunksAt(text: string, begin: number): { body: string; next: number } {
  let body = ''
  for (let at = begin; ; ) {
    const lineEnd = text.indexOf('\r\n', at)
    const size = Number.parseInt(text.slice(at, lineEnd), 16)
    if (lineEnd < 0 || Number.isNaN(size)) throw new NotHttp('an answer has a broken chunk')
    const next = lineEnd + 2 + size
    if (text.slice(next, next + 2) !== '\r\n') throw new NotHttp('an answer has a chunk that is cut off')
    if (size === 0) return { body, next: next + 2 }
    body += text.slice(lineEnd + 2, next)
    at = next + 2
  }
}
