import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { type Config, SETTINGS } from '../../config.ts'
import { createServer } from '../create-server.ts'

/** Reads the metrics in the format of Prometheus. */
type ReadMetrics = () => Promise<string>

export interface MetricsListener {
  /** The address of the metrics, such as `http://127.0.0.1:9464/metrics`. */
  readonly url: string
  close(): void
}

/**
 * Serves only the metrics, on their own address. A configured one must be free. The default one may belong to another
 * process on the same machine.
 */
export async function publishMetrics(
  address: Config['METRICS'],
  read: ReadMetrics,
  log: Logger,
): Promise<MetricsListener | undefined> {
  if (!address) return undefined
  const text = `${address.host}:${address.port}`
  const server = createServer((request, response) => void answer(request, response, read))
  try {
    await once(server.listen(address), 'listening')
  } catch (error) {
    const failure = `METRICS: cannot listen on ${text} (${messageOf(error)})`
    if (text !== SETTINGS.METRICS.standard)
      throw new Error(`${failure}; set METRICS to an address and port that are free, or to off`)
    log.warn(`${failure}; this process serves no metrics. Set METRICS to a free port, or to off`)
    return undefined
  }
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
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  read: ReadMetrics,
): Promise<void> {
  const send = (status: number, text: string, headers: Readonly<Record<string, string>> = {}) => {
    const common = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
    response.writeHead(status, { ...common, ...headers }).end(text)
  }
  if (url.split('?')[0] !== '/metrics') return send(404, 'only /metrics is served here\n')
  if (method !== 'GET' && method !== 'HEAD') return send(405, 'use GET\n', { Allow: 'GET, HEAD' })
  try {
    send(200, await read(), { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE })
  } catch (error) {
    send(500, `the metrics cannot be read: ${messageOf(error)}\n`)
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
