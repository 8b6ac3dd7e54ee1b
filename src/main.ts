import { pino } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { openLiveMarket } from './live-market.ts'
import { type Instant, instantFromMs } from './market/calendar.ts'

/** After this the process ends although requests are still open. */
const STOP_WITHIN_MS = 10_000

export interface Service {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  readonly address: string
  /** Looks at the store now instead of at the next poll. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

/** Starts the service: store, demo if need be, HTTP. */
export async function startService(config: Config, now: () => Instant = systemClock): Promise<Service> {
  const log = pino({ level: config.LOG_LEVEL })
  const live = await openLiveMarket(config.DATABASE_URL, now, log)
  const app = buildApp({ config, market: live.market, now, log })
  const stop = async () => {
    await app.close()
    await live.close()
  }
  try {
    const address = await app.listen({
      host: config.HOST,
      port: config.PORT,
      listenTextResolver: (reached) => `Greymark answers at ${reached}`,
    })
    return { address, refresh: live.refresh, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export const systemClock = (): Instant => instantFromMs(Date.now())

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
