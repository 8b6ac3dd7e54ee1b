import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A receiver of webhooks in this process, which confirms each message at once. */
export interface Receiver {
  readonly address: string
  /** When each message arrived, by `performance.now()`, and how many alerts it carries. */
  readonly arrivals: readonly Arrival[]
  close(): void
}

export interface Arrival {
  readonly at: number
  readonly alerts: number
}

export async function startReceiver(): Promise<Receiver> {
  const arrivals: Arrival[] = []
  const server = createServer((request, response) => {
    const at = performance.now()
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      response.writeHead(204).end()
      arrivals.push({ at, alerts: alertsIn(Buffer.concat(chunks)) })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    arrivals,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const alertsIn = (body: Buffer): number => (JSON.parse(body.toString()) as { count: number }).count
