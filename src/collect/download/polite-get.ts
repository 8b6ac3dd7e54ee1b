import { DAY_MS, type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import { exchangeOfHost } from '../../market/exchanges.ts'
import type { Exchange } from '../../market/facts/fact.ts'
import type { DownloadRequest } from '../../sources/source.ts'
import {
  closePath,
  closingsOf,
  reopenHost,
  storeTrial,
  trialsOf,
  WHOLE_HOST,
} from '../../store/collection/host-access.ts'
import { whileBusy } from '../../store/engines/db.ts'
import type { Reception } from '../../store/tables.ts'
import { type Conditions, type DownloadResult, documentDownloader } from './download-document.ts'
import {
  chooseIntroduction,
  type Introduction,
  introductionsFor,
  PLAIN_AGENT,
  type Received,
  refusalWords,
  userAgent,
} from './introductions.ts'
import { COOL_DOWN_MS, type DownloadOptions, type RequestAttempt } from './request-host.ts'
import { Denial, UpstreamFault } from './upstream-fault.ts'

/** Downloads a document. Throws `UpstreamFault`; any other error after an abort is the abort. */
export type Get = (
  request: DownloadRequest,
  known?: Conditions,
  signal?: AbortSignal,
) => Promise<DownloadResult>

/** The upstreams as one installation reaches them. */
export interface Upstreams {
  readonly get: Get
  /** Requests a document under one introduction, by hand: whether or not its host was left alone. */
  readonly tryIntroduction: (
    request: DownloadRequest,
    introduction: Introduction,
  ) => Promise<{ readonly reception: Reception; readonly what: string }>
}

/** So many paths that are refused at the same time mean that the whole host refuses. */
const REFUSED_PATHS = 3

export const politeGet = (options: DownloadOptions): Get => openUpstreams(options).get

/**
 * Opens the way to the upstreams. Refusals are respected, also those of earlier processes; an exchange gets the
 * introduction that it serves.
 */
export function openUpstreams(options: DownloadOptions): Upstreams {
  const { contact, agent = '', db, now } = options
  const download = documentDownloader(options)
  const namedAgent = userAgent(contact)

  /** Leaves a path alone, and its host if it is no exchange's or refuses several paths. Returns until when. */
  async function leaveAlone({ host, pathname }: URL, { what, retryAt }: Denial): Promise<Instant> {
    const others = (await closingsOf(db, host, now())).filter(({ path }) => path !== pathname)
    const isByPaths = others.length + 1 >= REFUSED_PATHS
    const path = exchangeOfHost(host) === undefined || isByPaths ? WHOLE_HOST : pathname
    // Several paths are refused whatever the cookies are.
    const until = (isByPaths ? undefined : retryAt) ?? instantFromMs(msOf(now()) + COOL_DOWN_MS)
    await whileBusy(now, () => closePath(db, { host, path, until, why: what }))
    return until
  }

  /**
   * Remembers what became of introductions. The one that was served stays remembered until another one is: a refusal may
   * be about one document, or pass.
   */
  async function remember(host: string, received: readonly Received[], served?: Introduction): Promise<void> {
    const isReplaced = received.some(({ reception }) => reception === 'served')
    const before = await trialsOf(db, host)
    const stays = ({ agent }: Introduction) =>
      (!served || served.agent === agent) &&
      before.some((trial) => trial.agent === agent && trial.reception === 'served')
    for (const { introduction, reception } of received)
      if (isReplaced || !stays(introduction))
        await whileBusy(now, () => storeTrial(db, host, introduction.agent, { tried: now(), reception }))
  }

  const attempt = (
    request: DownloadRequest,
    agent: string,
    more: Partial<RequestAttempt>,
  ): RequestAttempt => ({
    ...{ agent, isFirstTry: false, isByHand: false, signal: undefined },
    ownHost: request.isOperatorsOwn ? new URL(request.url).host : undefined,
    ...more,
  })

  /** From a host that serves everybody or nobody. */
  async function getOrLeaveAlone(...[request, known, signal]: Parameters<Get>): Promise<DownloadResult> {
    const result = await download(request, known, attempt(request, namedAgent, { signal }))
    if (!(result instanceof Denial)) return result
    const until = await leaveAlone(new URL(request.url), result)
    throw new UpstreamFault('refused', `${result.message}, left alone until ${until}`)
  }

  /** From an exchange, with the introduction that it serves. */
  async function getIntroduced(
    exchange: Exchange,
    ...[request, known, signal]: Parameters<Get>
  ): Promise<DownloadResult> {
    const url = new URL(request.url)
    const possible = introductionsFor(url.hostname, contact, agent)
    const trials = await trialsOf(db, url.host)
    const { served, toTry, inVain, notBefore } = chooseIntroduction(possible, trials, now())
    const received: Received[] = []
    const denials: Denial[] = []
    for (const introduction of toTry) {
      const isFirstTry = introduction !== served
      const { agent } = introduction
      const result = await download(request, known, attempt(request, agent, { isFirstTry, signal }))
      if (!(result instanceof Denial)) {
        if (isFirstTry) await remember(url.host, [...received, { introduction, reception: 'served' }])
        return result
      }
      const trial = { introduction, reception: result.reception }
      denials.push(result)
      received.push(trial)
      // At once, so that another source does not try the same meanwhile.
      await remember(url.host, [trial], served)
    }
    const denied = denials.find(({ reception }) => reception === 'denied') ?? (served && denials[0])
    // Where no introduction is answered at all, the trials themselves say when to try again.
    const until = denied
      ? await leaveAlone(url, denied)
      : instantFromMs(received.length > 0 ? msOf(now()) + DAY_MS : msOf(notBefore))
    const words = refusalWords({
      ...{ exchange, until, isServedElsewhere: served !== undefined },
      plain: trials.find(({ agent }) => agent === PLAIN_AGENT)?.reception,
      received: [...received, ...(served ? [] : inVain)],
    })
    // Where no document is answered, the address of this one says nothing.
    throw new UpstreamFault('refused', `${denied?.message ?? url.host}: ${words}`)
  }

  return {
    get: (request, ...more) => {
      const exchange = exchangeOfHost(new URL(request.url).hostname)
      return exchange ? getIntroduced(exchange, request, ...more) : getOrLeaveAlone(request, ...more)
    },
    async tryIntroduction(request, introduction) {
      const { host } = new URL(request.url)
      const byHand = attempt(request, introduction.agent, { isFirstTry: true, isByHand: true })
      const result = await download(request, undefined, byHand)
      const isServed = !(result instanceof Denial)
      const { reception, what } = isServed ? ({ reception: 'served', what: 'served' } as const) : result
      await remember(host, [{ introduction, reception }])
      if (isServed) await whileBusy(now, () => reopenHost(db, host))
      return { reception, what }
    },
  }
}
