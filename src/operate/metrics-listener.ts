import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { createServer } from './http-server.ts'

/** Metrics in the format of Prometheus. */
export interface MetricsText {
  /** Adds the process metrics of Node and the operating system. */
  watchProcess(): void
  text(): Promise<string>
}

export interface MetricsListener {
  /** The address of the metrics, such as `http://127.0.0.1:9464/metrics`. */
  readonly url: string
  close(): void
}

/** Serves only the metrics, on their own address. */
export async function listenForMetrics(
  metrics: MetricsText,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsListener> {
  const server = createServer((request, response) => {
    answer(metrics, request, response).catch((error) =>
      sendText(
        response,
        500,
        `the metrics cannot be read: ${error instanceof Error ? error.message : error}`,
      ),
    )
  })
  server.listen({ host, port })
  await once(server, 'listening')
  metrics.watchProcess()
  const bound = server.address() as AddressInfo
  const shownHost = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address
  return {
    url: `http://${shownHost}:${bound.port}/metrics`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function answer(
  metrics: MetricsText,
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (url.split('?')[0] !== '/metrics') return sendText(response, 404, 'only /metrics is served here')
  if (method !== 'GET' && method !== 'HEAD') return sendText(response, 405, 'use GET')
  const text = await metrics.text()
  const headers = { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE, 'Cache-Control': 'no-store' }
  response.writeHead(200, headers).end(text)
}

function sendText(response: ServerResponse, status: number, text: string): void {
  const allow = status === 405 && { Allow: 'GET, HEAD' }
  response
    .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...allow })
    .end(`${text}\n`)
}
