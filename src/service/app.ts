import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Gate } from '../api/gate.ts'
import { openApiDocument } from '../api/openapi.ts'
import type { Config } from '../config.ts'
import { eventRoutes } from '../feeds/change-events.ts'
import { downloadRoutes } from '../feeds/downloads/download-routes.ts'
import type { FilesOfDay } from '../feeds/downloads/files-of-day.ts'
import { inMilliseconds, machineMs } from '../machine-clock.ts'
import { msOf } from '../market/calendar.ts'
import { endpointReader } from '../mcp/endpoint-reader.ts'
import { FAILED_HERE, mcpRoute } from '../mcp/mcp-route.ts'
import { HEALTH_PATHS, healthRoutes } from '../operate/health.ts'
import { createServer } from '../operate/http-server.ts'
import { RequestWatch } from '../operate/request-watch.ts'
import type { ServiceMonitor } from '../operate/service-monitor.ts'
import { AnswerCache } from '../publish/answer-cache.ts'
import { canRepeatHeads } from '../publish/can-repeat-heads.ts'
import { type FixedFile, fixedRoute } from '../publish/fixed-route.ts'
import { HeadRepeater } from '../publish/head-repeater.ts'
import { MAX_AGE_SECONDS } from '../publish/lifetime.ts'
import { roundedUp } from '../publish/modification.ts'
import { Sender } from '../publish/sender.ts'
import { cachedAnswer } from '../request/cached-answer.ts'
import { clientAddressBehind } from '../request/client-address.ts'
import { Problem, storeUnavailable } from '../request/problems.ts'
import { isStoreUnavailable } from '../store/engines/db.ts'
import { CLIENT, EMBED_STYLES, SCRIPT, STYLES } from '../web/assets.ts'
import { llmsText } from '../web/crawlers/llms.ts'
import { robotsText } from '../web/crawlers/robots.ts'
import type { OpenApi } from '../web/developers/openapi-reading.ts'
import { ICON_FILES } from '../web/mark/icons.tsx'
import { type AnswerContext, type AnswerParts, answerRoutes, siteWatch } from './answers/answer-routes.ts'
import { FailureReplies } from './failure-replies.ts'
import { createFramework } from './http-framework.ts'
import type { ServingGroup } from './workers/serving-group.ts'

export interface AppContext extends AnswerContext {
  readonly config: AnswerContext['config'] & Pick<Config, 'DOWNLOADS_AT_ONCE' | 'EVENT_CONNECTIONS'>
  readonly operation: ServiceMonitor
  /** What this process shares with others that serve the same port. */
  readonly group: ServingGroup
  /** The files that are built once a day. */
  readonly files: FilesOfDay
  /** Milliseconds that only grow, for measuring durations. */
  readonly stopwatch: () => number
  readonly log: FastifyBaseLogger
}

/** The address of an asset changes with its content. */
const ASSET_MAX_AGE_SECONDS = 365 * 86_400
const ICON_MAX_AGE_SECONDS = 86_400

/** The HTTP server and what its routes share. */
export interface App extends AnswerParts {
  readonly server: FastifyInstance
}

/** Builds the whole HTTP surface: every route is registered in `addRoutes` or `answerRoutes`. */
export function buildApp(context: AppContext): App {
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
  const heads = new HeadRepeater(machineMs, () => canRepeatHeads(createServer))
  const sender = new Sender({
    now: clock,
    source: market,
    admits: (request, at, isNotModified) => gate.admits(request, at, isNotModified),
    onSending: (reply) => gate.leave(reply),
    onNotModified: (request) => gate.refundNotModified(request),
    isStopping: () => operation.isStopping,
    sendAgain: (response, prepared) => heads.send(response, prepared),
  })
  const cache = new AnswerCache({ isOutage, onOutcome: (outcome) => operation.metrics.answered(outcome) })
  const watch = siteWatch(config, sources)
  const failures = new FailureReplies({ market, now, watch }, operation.metrics)
  const server = createFramework({ market, operation, gate, requests, sender, failures, stopwatch, log })
  const parts = { gate, sender, cache, watch }
  addRoutes(server, context, parts)
  return { server, ...parts }
}

function addRoutes(app: FastifyInstance, context: AppContext, parts: AnswerParts): void {
  const { config, market, operation, now } = context
  const { sender, cache } = parts
  const publicUrl = config.PUBLIC_URL
  const document = openApiDocument({ publicUrl, contact: config.CONTACT }) as OpenApi
  answerRoutes(app, context, { ...parts, document })
  addMcpRoute(app, context, cache)
  addStreamingRoutes(app, context, parts)
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
function addStreamingRoutes(app: FastifyInstance, context: AppContext, { gate, sender }: AnswerParts): void {
  const { config, market, catchUp, operation, group, files, now, log } = context
  downloadRoutes(app, {
    market,
    catchUp,
    now,
    sender,
    isStopping: () => operation.isStopping,
    fixed: fixedFiles(app, context, sender),
    files,
    atOnce: config.DOWNLOADS_AT_ONCE,
    downloadSlots: group.downloadSlots,
    clientOf: (request) => gate.clientKey(request),
    onDownloads: (count) => {
      operation.metrics.downloads.active = count
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
