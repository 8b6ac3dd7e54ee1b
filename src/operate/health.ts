import type { FastifyInstance } from 'fastify'
import type { AnswerCache } from '../publish/answer-cache.ts'
import { readRoute } from '../publish/read-route.ts'
import { type ServedMarket, versionName } from '../reports/served-market.ts'
import type { ServiceMonitor } from './service-monitor.ts'

/** Liveness: whether the process runs. `/health` is the older name. */
const LIVE_PATHS = ['/health', '/health/live'] as const
/** Readiness: whether requests should be sent to this process. */
const READY_PATH = '/health/ready'
/** Paths without a rate limit, because monitors request them often and from one address. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set([...LIVE_PATHS, READY_PATH])

/** By then another process has replaced this one. */
const RETRY_SECONDS = 5

export interface HealthContext {
  readonly market: () => ServedMarket
  readonly operation: ServiceMonitor
  /** Answers that can still be served while the store cannot be read. */
  readonly cache: AnswerCache
  /** Milliseconds. */
  readonly now: () => number
}

export function healthRoutes(app: FastifyInstance, { market, operation, cache, now }: HealthContext): void {
  for (const path of LIVE_PATHS)
    readRoute(app, path, (_request, reply) =>
      reply
        .header('Cache-Control', 'no-store')
        .send({ ok: true, demo: market().demo, marketVersion: versionName(market()) }),
    )
  readRoute(app, READY_PATH, async (_request, reply) => {
    const ready = await operation.readiness(!market().isUnavailable || cache.hasAnswers(now()))
    if (ready.status === 'stopping') reply.code(503).header('Retry-After', String(RETRY_SECONDS))
    return reply.header('Cache-Control', 'no-store').send(ready)
  })
}
