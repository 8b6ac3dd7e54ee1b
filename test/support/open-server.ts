import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface OpenServer {
  readonly address: string
  readonly port: number
  close(): void
}

/** Starts an HTTP server on loopback. */
export async function openServer(listener: RequestListener): Promise<OpenServer> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
