import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { liveExamples, refusedExample } from '../api/examples.ts'
import { Gate } from '../api/gate.ts'
import { openApiDocument } from '../api/openapi.ts'
import { marketRoutes } from '../api/routes.ts'
import type { Config } from '../config.ts'
import { eventRoutes } from '../feeds/change-events.ts'
import { downloadRoutes } from '../feeds/downloads/download-routes.ts'
import { feedRoutes } from '../feeds/routes.ts'
import { inMilliseconds } from '../machine-clock.ts'
import { type Instant, msOf } from '../market/calendar.ts'
import { endpointReader } from '../mcp/endpoint-reader.ts'
import { FAILED_HERE } from '../mcp/market-server.ts'
import { mcpRoute } from '../mcp/mcp-route.ts'
import { HEALTH_PATHS, healthRoutes } from '../operate/health.ts'
import { RequestWatch } from '../operate/request-watch.ts'
import type { ServiceMonitor } from '../operate/service-monitor.ts'
import { AnswerCache } from '../publish/answer-cache.ts'
import { type FixedFile, fixedRoute } from '../publish/fixed-route.ts'
import { MAX_AGE_SECONDS } from '../publish/lifetime.ts'
import { roundedUp } from '../publish/modification.ts'
import { Sender } from '../publish/sender.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import type { SourceChoice } from '../reports/sources.ts'
import { cachedAnswer } from '../request/cached-answer.ts'
import { clientAddressBehind } from '../request/client-address.ts'
import type { MarketQuery } from '../request/market-query.ts'
import { Problem, storeUnavailable } from '../request/problems.ts'
import { isStoreUnavailable } from '../store/engines/db.ts'
import { CLIENT, EMBED_STYLES, SCRIPT, STYLES } from '../web/assets.ts'
import { cardRoutes } from '../web/cards/routes.ts'
import { llmsText } from '../web/crawlers/llms.ts'
import { robotsText } from '../web/crawlers/robots.ts'
import { crawlerRoutes } from '../web/crawlers/routes.ts'
import type { OpenApi } from '../web/developers/openapi-reading.ts'
import { embedRoutes } from '../web/embed/routes.ts'
import { ICON_FILES } from '../web/mark/icons.tsx'
import { webRoutes } from '../web/routes.ts'
import { SiteWatch } from '../web/site.ts'
import { FailureReplies } from './failure-replies.ts'
import { createFramework } from './http-framework.ts'
import type { ServingGroup } from './workers/serving-group.ts'

export interface AppContext {
  readonly config: Pick<
    Config,
    | 'PUBLIC_URL'
    | 'CONTACT'
    | 'ALERTS_PUBLIC'
    | 'TRUST_PROXY'
    | 'REQUESTS_PER_MINUTE'
    | 'DOWNLOADS_AT_ONCE'
    | 'EVENT_CONNECTIONS'
  >
  readonly market: () => ServedMarket
  readonly catchUp: (moment: Instant | null) => Promise<ServedMarket>
  readonly sources: SourceChoice
  readonly operation: ServiceMonitor
  /** What this process shares with others that serve the same port. */
  readonly group: ServingGroup
  /** The folder for files that downloads are served from. */
  readonly folder: () => Promise<string>
  readonly now: () => Instant
  /** Milliseconds that only grow, for measuring durations. */
  readonly stopwatch: () => number
  readonly log: FastifyBaseLogger
}

/** The address of an asset changes with its content. */
const ASSET_MAX_AGE_SECONDS = 365 * 86_400
const ICON_MAX_AGE_SECONDS = 86_400

/** What the routes share. */
interface AppParts {
  readonly gate: Gate
  readonly sender: Sender
  readonly cache: AnswerCache
  readonly watch: SiteWatch
}

/** Builds the whole HTTP surface: every route is registered in `addRoutes`. */
export function buildApp(context: AppContext): FastifyInstance {
  const { config, market, sources, operation, now, stopwatch, log } = context
  const addressOf = clientAddressBehind(config.TRUST_PROXY)
  const clock = inMilliseconds(now)
  const gate = new Gate({
    market,
    now: clock,
    addressOf,
    isBehindProxy: config.TRUST_PROXY.length > 0,
    guard: context.group.guard,
    requestsPerMinute: config.REQUESTS_PER_MINUTE,
    unlimited: HEALTH_PATHS,
  })
  const requests = new RequestWatch(operation.metrics, log, addressOf)
  const sender = new Sender({
    now: clock,
    source: market,
    admits: (request, at, isNotModified) => gate.admits(request, at, isNotModified),
    onSending: (reply) => gate.leave(reply),
    onNotModified: (request) => gate.refundNotModified(request),
    isStopping: () => operation.isStopping,
  })
  const cache = new AnswerCache({ isOutage, onOutcome: (outcome) => operation.metrics.answered(outcome) })
  const addresses = { publicUrl: config.PUBLIC_URL, alertsAddress: config.ALERTS_PUBLIC }
  const watch = new SiteWatch(sources, addresses)
  const failures = new FailureReplies({ market, now, watch }, operation.metrics)
  const app = createFramework({ market, operation, gate, requests, sender, failures, stopwatch, log })
  addRoutes(app, context, { gate, sender, cache, watch })
  return app
}

function addRoutes(app: FastifyInstance, context: AppContext, parts: AppParts): void {
  const { config, market, catchUp, sources, operation, now } = context
  const { sender, cache, watch } = parts
  const publicUrl = config.PUBLIC_URL
  const document = openApiDocument({ publicUrl, contact: config.CONTACT }) as OpenApi
  const live = async (query: MarketQuery) => ({
    answers: await liveExamples(query, { publicUrl, sources }),
    refusal: refusedExample(query),
  })
  marketRoutes(app, { market, catchUp, sources, now, cache, sender, publicUrl })
  const contact = config.CONTACT
  webRoutes(app, { document, live, sources, publicUrl, contact, market, catchUp, now, cache, sender, watch })
  addMcpRoute(app, context, cache)
  feedRoutes(app, { market, catchUp, now, cache, sender, publicUrl })
  cardRoutes(app, { market, now, cache, sender })
  embedRoutes(app, { market, now, cache, sender, publicUrl })
  addStreamingRoutes(app, context, parts)
  crawlerRoutes(app, { market, now, cache, sender, publicUrl })
  healthRoutes(app, { market, operation, cache, now: inMilliseconds(now) })
  const fixed = fixedFiles(app, context, sender)
  const openApi = JSON.stringify(document, null, 2)
  fixed({ path: '/openapi.json', contentType: 'application/json; charset=utf-8', body: openApi })
  fixed(CLIENT)
  for (const asset of [STYLES, EMBED_STYLES, SCRIPT]) fixed(asset, ASSET_MAX_AGE_SECONDS)
  for (const icon of ICON_FILES) fixed(icon, ICON_MAX_AGE_SECONDS)
  const plain = 'text/plain; charset=utf-8'
  fixed({ path: '/robots.txt', contentType: plain, body: robotsText(publicUrl) })
  fixed({ path: '/llms.txt', contentType: plain, body: llmsText(publicUrl) })
}

/** Tools for assistants, which read the same cached answers as the JSON endpoints. */
function addMcpRoute(app: FastifyInstance, context: AppContext, cache: AnswerCache): void {
  const { config, market, catchUp, sources, now, log } = context
  const endpoints = { market, catchUp, sources, now, publicUrl: config.PUBLIC_URL }
  const reader = endpointReader(endpoints, async ({ query, key, make }) => {
    const { answer } = await cachedAnswer(cache, query, now(), { key, make })
    return { body: String(await answer.bytes('identity')), headers: answer.meta.headers }
  })
  mcpRoute(app, {
    reader,
    isDemo: () => market().demo,
    onFailure: (error) => {
      log.error({ err: error }, 'a tool failed')
      return isStoreUnavailable(error) ? storeUnavailable().message : FAILED_HERE
    },
  })
}

/** Downloads and event streams: responses that are written piece by piece. */
function addStreamingRoutes(app: FastifyInstance, context: AppContext, { gate, sender }: AppParts): void {
  const { config, market, catchUp, operation, group, folder, now, log } = context
  downloadRoutes(app, {
    market,
    catchUp,
    now,
    sender,
    isStopping: () => operation.isStopping,
    fixed: fixedFiles(app, context, sender),
    folder,
    atOnce: config.DOWNLOADS_AT_ONCE,
    downloadSlots: group.downloadSlots,
    clientOf: (request) => gate.clientKey(request),
    onDownloads: (count) => {
      operation.metrics.downloadsActive = count
    },
  })
  eventRoutes(app, {
    market,
    catchUp,
    now,
    eventConnections: config.EVENT_CONNECTIONS,
    eventSlots: group.eventSlots,
    clientOf: (request) => gate.clientOf(request),
    onEventConnections: (count) => {
      operation.metrics.eventConnections = count
    },
    onFailure: (error) => log.warn({ err: error }, 'changes could not be sent'),
    isStopping: () => operation.isStopping,
    onStopping: (stop) => operation.onStopping(stop),
  })
}

const fixedFiles =
  (app: FastifyInstance, { now }: AppContext, sender: Sender) =>
  (file: FixedFile, maxAgeSeconds = MAX_AGE_SECONDS): void =>
    fixedRoute(app, sender, file, { modifiedAt: roundedUp(msOf(now())), maxAgeSeconds })

/** True for an error that lies with the store and not with the request, so that an earlier answer may be served. */
const isOutage = (error: unknown): boolean =>
  isStoreUnavailable(error) || (error instanceof Problem && error.code === 'UNAVAILABLE')
