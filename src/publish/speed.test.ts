import { once } from 'node:events'
import { createServer, type IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import {
  canRepeatHeads,
  type PreparedResponse,
  preparedResponse,
  sendPrepared,
  sendRepeated,
} from './speed.ts'

/** More than the operating system takes for a connection whose client does not read. */
const LARGE = 20_000_000
const HEAD = ['cache-control', 'public, max-age=60', 'etag', '"a"', 'vary', 'Accept-Encoding']
const answerOf = (length: number): PreparedResponse => {
  const body = Buffer.alloc(length, '₹ in a body. ')
  return preparedResponse(200, [...HEAD, 'content-length', String(length)], body)
}
const unmodified = (): PreparedResponse => preparedResponse(304, [...HEAD], null)

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const LAST = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

interface Served {
  readonly connect: () => Socket
  /** Sends text on a new connection, and reads until that is closed. */
  exchange(text: string): Promise<Buffer>
  /** How often Node wrote a head. */
  readonly heads: () => number
  readonly answers: readonly ServerResponse[]
}

/** A server that sends one response to all. */
async function serve(send: (response: ServerResponse) => void): Promise<Served> {
  let heads = 0
  class Counted extends ServerResponse<IncomingMessage> {
    override writeHead(...given: [never]): this {
      heads++
      return super.writeHead(...given)
    }
  }
  const answers: ServerResponse[] = []
  const server = createServer(
    { keepAliveTimeout: 72_000, requestTimeout: 30_000, ServerResponse: Counted as typeof ServerResponse },
    (_request, response) => {
      answers.push(response)
      send(response)
    },
  )
  for (const event of ['checkContinue', 'checkExpectation'])
    server.on(event, (request, response) => server.emit('request', request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const open = () => connect(port, '127.0.0.1')
  return {
    connect: open,
    exchange: (text) => {
      const socket = open()
      socket.write(text)
      return buffer(socket)
    },
    heads: () => heads,
    answers,
  }
}

const serveByNode = (prepared: PreparedResponse) => serve((response) => sendPrepared(response, prepared))

/** A server that repeats a head which Node has already written; its clock stays in that second. */
async function serveAgain(prepared: PreparedResponse): Promise<Served> {
  let machineMs = () => Date.now()
  const served = await serve((response) => sendRepeated(response, prepared, machineMs()))
  while (prepared.written === null) await served.exchange(`${GET}${GET}${LAST}`)
  const { headWrittenAt } = prepared
  machineMs = () => headWrittenAt + 999
  return served
}

const undated = (bytes: Buffer): string => bytes.toString('latin1').replaceAll(/Date: [^\r]*/g, 'Date: now')

const REQUESTS: readonly (readonly [string, string, number])[] = [
  ['one request', `${GET}${LAST}`, 1],
  ['pipelined requests', `${GET.repeat(10)}${LAST}`, 1],
  ['HEAD', `HEAD / HTTP/1.1\r\nHost: x\r\n\r\n${GET}${LAST}`, 2],
  ['a request that closes the connection', LAST, 1],
  ['HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n', 1],
  ['a kept-alive connection of HTTP/1.0', `GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n${GET}${LAST}`, 2],
  ['a request that expects 100', `${GET}GET / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n`, 1],
  ['a request with a body', `GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok${GET}${LAST}`, 1],
]

const RESPONSES: readonly (readonly [string, () => PreparedResponse])[] = [
  ['an answer', () => answerOf(5000)],
  ['an empty answer', () => answerOf(0)],
  ['a large answer', () => answerOf(1_000_000)],
  ['a 304', unmodified],
]

test.each(RESPONSES.flatMap(([name, make]) => REQUESTS.map((request) => [name, ...request, make] as const)))(
  '%s is repeated with the bytes that Node sends: %s',
  async (_name, _kind, text, headsOfNode, make) => {
    const [byNode, again] = [await serveByNode(make()), await serveAgain(make())]
    const before = again.heads()
    const received = await again.exchange(text)
    expect(undated(received)).toBe(undated(await byNode.exchange(text)))
    expect(again.heads() - before).toBe(headsOfNode)
  },
)

test('a reader that pauses gets all bytes, and the answer ends only then', async () => {
  const served = await serveAgain(answerOf(LARGE))
  const socket = served.connect()
  socket.write(`${GET}${LAST}`)
  await once(socket, 'readable')
  const [first] = served.answers.slice(-1)
  expect(first?.writableFinished).toBe(false)
  expect(first?.writableLength).toBeGreaterThan(0)
  const received = await buffer(socket)
  expect(received.length).toBeGreaterThan(2 * LARGE)
  expect(first?.writableFinished).toBe(true)
})

test('a client that disconnects ends the answer unfinished', async () => {
  const served = await serveAgain(answerOf(LARGE))
  const socket = served.connect()
  socket.write(GET)
  await once(socket, 'readable')
  const [response] = served.answers.slice(-1)
  const closed = response && once(response, 'close')
  socket.destroy()
  await closed
  expect(response?.writableFinished).toBe(false)
})

test('Node writes the head again in another second', async () => {
  const prepared = answerOf(10)
  const { headWrittenAt } = await serveAgain(prepared).then(() => prepared)
  let machineMs = headWrittenAt
  const { exchange, heads } = await serve((response) => sendRepeated(response, prepared, machineMs))
  const headsFor = async (text: string) => {
    const before = heads()
    await exchange(text)
    return heads() - before
  }
  expect(await headsFor(`${GET}${LAST}`)).toBe(1)
  for (const another of [headWrittenAt + 1000, headWrittenAt - 1]) {
    machineMs = another
    expect(await headsFor(`${GET}${LAST}`)).toBe(2)
  }
})

test('a head with the date of another second is not kept', async () => {
  const prepared = answerOf(10)
  const tomorrow = Date.now() + 86_400_000
  const { exchange } = await serve((response) => sendRepeated(response, prepared, tomorrow))
  await exchange(`${GET.repeat(5)}${LAST}`)
  expect(prepared.written).toBeNull()
})

test('this version of Node sends a head that was written before like its own', async () => {
  expect(await canRepeatHeads((answer) => createServer(answer))).toBe(true)
})

/** Responses as another version of Node might have them. */
const OTHERS = {
  'keeps its head elsewhere': class extends ServerResponse {
    get _header() {
      return null
    }
    set _header(_head) {}
  },
  'sends its head a second time': class extends ServerResponse {
    get _headerSent() {
      return false
    }
    set _headerSent(_isSent) {}
  },
  'lets nobody else set its head': class extends ServerResponse {
    set _headerSent(isSent: boolean) {
      if (isSent) throw new Error('only the response itself sends its head')
    }
  },
}

test.each(Object.entries(OTHERS))('not with a response that %s', async (_name, Other) => {
  const options = { ServerResponse: Other as typeof ServerResponse }
  expect(await canRepeatHeads((answer) => createServer(options, answer))).toBe(false)
})
