import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

/** The answer of the upstream until it is changed. */
export interface Reply {
  readonly status?: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The answer is sent after this promise. */
  readonly after?: Promise<void>
}

export interface FakeUpstream {
  readonly port: number
  /** The requests so far, without those for /health. */
  readonly requests: readonly IncomingMessage[]
  /** The answer from now on. */
  reply: Reply
  /** Stops it and closes its connections. */
  stop(): Promise<void>
}

/** A replacement for Greymark, for tests that control what is answered and when. */
export async function startUpstream(first: Reply): Promise<FakeUpstream> {
  const requests: IncomingMessage[] = []
  const upstream = { port: 0, requests, reply: first, stop }
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/health') return response.end('ok')
    requests.push(request)
    const { status = 200, body = 'first', headers = {}, after } = upstream.reply
    await after
    return response.writeHead(status, { 'Content-Length': String(body.length), ...headers }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  upstream.port = (server.address() as { port: number }).port
  onTestFinished(stop)
  return upstream

  async function stop(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
}
