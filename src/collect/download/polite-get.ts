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
import { type Db, whileBusy } from '../../store/engines/db.ts'
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
import { type Attempt, COOL_DOWN_MS, type DownloadOptions } from './request-host.ts'
import { Denial, UpstreamFault } from './upstream-fault.ts'

/** Downloads a document. Throws `UpstreamFault`; any other error after an abort is the abort. */
export type Get = (
  request: DownloadRequest,
  known?: Conditions,
  signal?: AbortSignal,
) => Promise<DownloadResult>

export interface PoliteGetOptions extends DownloadOptions {
  /** The setting AGENT. */
  readonly agent?: string
}

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

export const politeGet = (options: PoliteGetOptions): Get => openUpstreams(options).get

/**
 * Opens the way to the upstreams. Refusals are respected, also those of earlier processes; an exchange gets the
 * introduction that it serves.
 */
export function openUpstreams({ contact, agent = '', db, now, ...options }: PoliteGetOptions): Upstreams {
  const download = documentDownloader({ contact, db, now, ...options })
  const namedAgent = userAgent(contact)

  /** Leaves a path alone, and its host if it is no exchange's or refuses several paths. Returns until when. */
  async function leaveAlone({ host, pathname }: URL, why: string, retryAt?: Instant): Promise<Instant> {
    const others = (await closingsOf(db, host, now())).filter(({ path }) => path !== pathname)
    const isByPaths = others.length + 1 >= REFUSED_PATHS
    const isWholeHost = exchangeOfHost(host) === undefined || isByPaths
    // Several paths are refused whatever the cookies are.
    const until = (isByPaths ? undefined : retryAt) ?? instantFromMs(msOf(now()) + COOL_DOWN_MS)
    await whileBusy(now, () => closePath(db, { host, path: isWholeHost ? WHOLE_HOST : pathname, until, why }))
    return until
  }

  const attempt = (request: DownloadRequest, agent: string, more: Partial<Attempt>): Attempt => ({
    ...{ agent, isFirstTry: false, isByHand: false, signal: undefined },
    ownHost: request.isOperatorsOwn ? new URL(request.url).host : undefined,
    ...more,
  })

  /** From a host that serves everybody or nobody. */
  async function getOrLeaveAlone(...[request, known, signal]: Parameters<Get>): Promise<DownloadResult> {
    try {
      return await download(request, known, attempt(request, namedAgent, { signal }))
    } catch (error) {
      if (!(error instanceof Denial)) throw error
      const until = await leaveAlone(new URL(request.url), error.what, error.retryAt)
      throw new UpstreamFault('refused', `${error.message}, left alone until ${until}`)
    }
  }

  /** From an exchange, with the introduction that it serves. */
  async function getIntroduced(
    exchange: Exchange,
    ...[request, known, signal]: Parameters<Get>
  ): Promise<DownloadResult> {
    const url = new URL(request.url)
    const possible = introductionsFor(url.hostname, contact, agent)
    const trials = await trialsOf(db, url.host)
    const { current, isServed, others, inVain, notBefore } = chooseIntroduction(possible, trials, now())
    const received: Received[] = []
    const denials: Denial[] = []
    for (const introduction of current ? [current, ...others] : others) {
      const isFirstTry = !(isServed && introduction === current)
      try {
        const { agent } = introduction
        const result = await download(request, known, attempt(request, agent, { isFirstTry, signal }))
        if (isFirstTry)
          await rememberTrials(db, url.host, [...received, { introduction, reception: 'served' }], now)
        return result
      } catch (error) {
        if (!(error instanceof Denial)) throw error
        const trial = { introduction, reception: error.reception }
        denials.push(error)
        received.push(trial)
        // At once, so that another source does not try the same meanwhile.
        await rememberTrials(db, url.host, [trial], now, current)
      }
    }
    const denied =
      denials.find(({ reception }) => reception === 'denied') ?? (isServed ? denials[0] : undefined)
    // Where no introduction is answered at all, the trials themselves say when to try again.
    const until = denied
      ? await leaveAlone(url, denied.what, denied.retryAt)
      : instantFromMs(received.length > 0 ? msOf(now()) + DAY_MS : msOf(notBefore))
    const plain = trials.find(({ agent }) => agent === PLAIN_AGENT)?.reception
    const words = refusalWords({
      ...{ exchange, plain, until, isServedElsewhere: isServed },
      received: [...received, ...(isServed ? [] : inVain)],
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
      try {
        await download(request, undefined, byHand)
        await rememberTrials(db, host, [{ introduction, reception: 'served' }], now)
        await whileBusy(now, () => reopenHost(db, host))
        return { reception: 'served', what: 'served' }
      } catch (error) {
        if (!(error instanceof Denial)) throw error
        const { reception, what } = error
        await rememberTrials(db, host, [{ introduction, reception }], now)
        return { reception, what }
      }
    },
  }
}

/**
 * Remembers what became of introductions. The current one that was served stays remembered until another one is: a refusal
 * may be about one document, or pass.
 */
async function rememberTrials(
  db: Db,
  host: string,
  received: readonly Received[],
  now: () => Instant,
  current?: Introduction,
): Promise<void> {
  const isReplaced = received.some(({ reception }) => reception === 'served')
  const before = await trialsOf(db, host)
  const stays = ({ agent }: Introduction) =>
    (!current || current.agent === agent) &&
    before.some((trial) => trial.agent === agent && trial.reception === 'served')
  for (const { introduction, reception } of received)
    if (isReplaced || !stays(introduction))
      await whileBusy(now, () => storeTrial(db, host, introduction.agent, { tried: now(), reception }))
}
