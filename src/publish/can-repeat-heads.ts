import type { RequestListener, Server, ServerOptions } from 'node:http'
import { duplexPair } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  type PreparedResponse,
  preparedResponse,
  sendPrepared,
  sendWritten,
  type WrittenResponse,
  writtenResponse,
} from './prepared-response.ts'

type CreateServer = (options: ServerOptions, answer: RequestListener) => Server

const BODY = Buffer.from('\u20b9')
const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n'
/** Three requests that are sent at once; the connection is closed after the last. */
const REQUESTS = `${REQUEST}\r\n${REQUEST}\r\n${REQUEST}Connection: close\r\n\r\n`

/**
 * True when this version of Node sends a head that was written before as it sends its own. An exchange in memory tells, so
 * that another version cannot send wrong answers: it only sends them more slowly.
 */
export async function canRepeatHeads(
  createServer: CreateServer,
  options: ServerOptions = {},
): Promise<boolean> {
  const content = ['content-type', 'text/plain', 'content-length', String(BODY.length)]
  const kinds = [preparedResponse(200, content, BODY), preparedResponse(304, ['etag', '"a"'], null)]
  const results = await Promise.all(kinds.map((kind) => isRepeatedExactly(createServer, options, kind)))
  return results.every(Boolean)
}

/** Compares the first answer of a connection, written by Node, with the second, repeated, and expects a third. */
async function isRepeatedExactly(
  createServer: CreateServer,
  options: ServerOptions,
  prepared: PreparedResponse,
): Promise<boolean> {
  const [client, connection] = duplexPair()
  const written: (WrittenResponse | null)[] = []
  const answer: RequestListener = (_request, response) => {
    const [first] = written
    if (written.length === 1 && first) sendWritten(response, prepared, first)
    else sendPrepared(response, prepared)
    written.push(writtenResponse(response, prepared.body))
  }
  createServer(options, answerOrDestroy(answer)).emit('connection', connection)
  client.write(REQUESTS)
  const received = await buffer(client).catch(() => Buffer.alloc(0))
  const [first, , last] = written
  if (!first || !last) return false
  const bytesOf = ({ head, bytes }: WrittenResponse) => bytes ?? Buffer.from(head, 'latin1')
  const expected = Buffer.concat([bytesOf(first), bytesOf(first), bytesOf(last)])
  return received.equals(expected) && last.head.includes('\r\nConnection: close\r\n')
}

/** An error in a listener would end the process. */
const answerOrDestroy =
  (answer: RequestListener): RequestListener =>
  (request, response) => {
    try {
      answer(request, response)
    } catch {
      request.socket.destroy()
    }
  }
