import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

/** What the upstream answers until it is told otherwise. */
export interface Reply {
  readonly status?: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The answer waits for this. */
  readonly after?: Promise<void>
}

export interface MadeUpUpstream {
  readonly port: number
  /** Requests that came, without those for /health. */
  readonly asked: readonly IncomingMessage[]
  /** What is answered from now on. */
  reply: Reply
  /** Ends it, with its connections. */
  stop(): Promise<void>
}

/** In the place of Greymark, where a test must say what is answered and when. */
export async function startUpstream(first: Reply): Promise<MadeUpUpstream> {
  const asked: IncomingMessage[] = []
  const upstream = { port: 0, asked, reply: first, stop }
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/health') return response.end('ok')
    asked.push(request)
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
