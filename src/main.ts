import { pino } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { openLiveMarket } from './live-market.ts'
import type { Instant } from './market/calendar.ts'

/** Requests under way are answered within this; what is still connected then is cut off. */
const FINISH_WITHIN_MS = 5000
/** After this the process ends whatever still runs. */
const STOP_WITHIN_MS = 10_000

export interface Service {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  readonly address: string
  /** Looks at the store now instead of at the next poll. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

/** Starts the service: store, demo if need be, HTTP. */
export async function startService(config: Config, now: () => Instant): Promise<Service> {
  const log = pino({ level: config.LOG_LEVEL })
  const live = await openLiveMarket(config.DATABASE_URL, now, log)
  const app = buildApp({ config, market: live.market, catchUp: live.catchUp, now, log })
  const stop = async () => {
    // Connections that never asked anything would hold the end up.
    const hurry = setTimeout(() => app.server.closeAllConnections(), FINISH_WITHIN_MS)
    await app.close()
    clearTimeout(hurry)
    await live.close()
  }
  try {
    const address = await app.listen({
      host: config.HOST,
      port: config.PORT,
      listenTextResolver: (reached) => `Greymark answers at ${reached}`,
    })
    return { address, refresh: () => live.catchUp(null), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Ends the service when the process is asked to end, and resolves then. */
export function untilStopped(service: Service): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      const deadline = setTimeout(() => process.exit(1), STOP_WITHIN_MS)
      deadline.unref()
      service.stop().then(resolve, reject)
    }
    process.once('SIGTERM', end)
    process.once('SIGINT', end)
  })
}
