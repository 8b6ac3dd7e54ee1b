import type { Logger } from 'pino'
import { type Config, SETTINGS } from '../../config.ts'
import { listenForMetrics, type MetricsListener, type MetricsText } from '../../operate/metrics-listener.ts'

/** A configured address must be free. The default one may belong to another process on the same machine. */
export async function publishMetrics(
  address: Config['METRICS'],
  metrics: MetricsText,
  log: Logger,
): Promise<MetricsListener | undefined> {
  if (!address) return undefined
  const text = `${address.host}:${address.port}`
  try {
    return await listenForMetrics(metrics, address)
  } catch (error) {
    const failure = `METRICS: cannot listen on ${text} (${error instanceof Error ? error.message : error})`
    if (text !== SETTINGS.METRICS.standard)
      throw new Error(`${failure}; set METRICS to an address and port that are free, or to off`)
    log.warn(`${failure}; this process serves no metrics. Set METRICS to a free port, or to off`)
    return undefined
  }
}
