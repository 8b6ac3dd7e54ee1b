import { lookup } from 'node:dns'
import type { Instant } from '../../market/calendar.ts'
import { exchangeOfHost } from '../../market/exchanges.ts'
import type { DownloadRequest } from '../../sources/source.ts'
import type { Db } from '../../store/engines/db.ts'
import { CookieJar, CookieVisits } from './cookies.ts'
import {
  type Conditions,
  type DownloadResult,
  denialOf,
  downloadResult,
  isTurnedAway,
} from './download-result.ts'
import { type FinalResponse, followRedirects, type RedirectOptions } from './follow-redirects.ts'
import { emailOf, userAgent } from './introductions.ts'
import type { LookUpHost } from './public-address.ts'
import { HostQueue, type HostRequest, hostRequester, type Timing, timingFor } from './request-host.ts'
import { robotsChecker } from './robots.ts'
import { Denial, EndlessRedirects, messageAbout, RedirectFault, UpstreamFault } from './upstream-fault.ts'

export interface DownloadOptions {
  /** The address of a mirror of all upstreams, such as http://127.0.0.1:9700; empty for the upstreams themselves. */
  readonly upstreamBase: string
  /** An address or e-mail of the operator; may be empty. */
  readonly contact: string
  /** Where refusals, introductions and numbers of requests are remembered. */
  readonly db: Db
  readonly now: () => Instant
  readonly signal?: AbortSignal
  readonly timing?: Partial<Timing>
  readonly resolve?: LookUpHost
  /** False for requests that are not part of the schedule. */
  readonly isCounted?: boolean
  /** How long a download waits until a host may be visited again for cookies. */
  readonly patienceMs?: number
}

/** Cookies may end a little before the host may be visited again. */
const PATIENCE_MS = 60_000

/** Downloads a document under one introduction. Throws `Denial` when it is not served. */
export type Download = (
  request: DownloadRequest,
  known: Conditions | undefined,
  way: Omit<HostRequest, 'headers'>,
) => Promise<DownloadResult>

const ACCEPT = {
  json: 'application/json, text/plain;q=0.5, */*;q=0.1',
  csv: 'text/csv, text/plain;q=0.5, */*;q=0.1',
  html: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1',
} as const satisfies Record<DownloadRequest['expects'], string>

/**
 * Says who we are, obeys robots.txt, visits pages for cookies where a host wants them, and limits the load on each host.
 */
export function documentDownloader({
  upstreamBase,
  contact,
  db,
  now,
  ...options
}: DownloadOptions): Download {
  const base = upstreamBase === '' ? '' : new URL(upstreamBase).href.replace(/\/+$/, '')
  const signal = options.signal ?? new AbortController().signal
  const timing = timingFor(base, options.timing)
  const queue = new HostQueue({ now, pauseMs: timing.pauseMs, signal })
  const jar = new CookieJar(now)
  const requestHost = hostRequester({
    ...{ base, db, queue, jar, timing, now, signal, namedAgent: userAgent(contact) },
    resolve: options.resolve ?? lookup,
    isCounted: options.isCounted ?? true,
  })
  const visits = new CookieVisits(db, jar, { now, signal, patienceMs: options.patienceMs ?? PATIENCE_MS })
  const from = emailOf(contact)
  const headersOf = (accept: string, more: Readonly<Record<string, string>> = {}) => ({
    ...(from !== undefined && { from }),
    accept,
    'accept-language': 'en-IN,en;q=0.9',
    'accept-encoding': 'gzip, br',
    ...more,
  })

  const everywhere: RedirectOptions = { base, requestHost, admit: async () => {} }
  const admit = robotsChecker({
    now,
    onCrawlDelay: (host, delayMs) => queue.slowDown(host, delayMs),
    read: async (url, { signal: _, ...request }) => {
      const textRequest = { ...request, headers: headersOf('text/plain') }
      const { status, body } = await followRedirects(url, textRequest, everywhere)
      return status === 200 ? body : undefined
    },
  })
  const allowed: RedirectOptions = { base, requestHost, admit }

  /** Visits a page for its cookies. Only an answer that is neither a page nor a denial is a fault. */
  async function visitPage(page: URL, { signal: _, ...request }: HostRequest): Promise<void> {
    const pageRequest = { ...request, headers: headersOf(ACCEPT.html) }
    const { url, status } = await followRedirects(page, pageRequest, allowed)
    if (![200, 401, 403].includes(status))
      throw new UpstreamFault('changed', messageAbout(url, `HTTP ${status}`))
  }

  /** Requests a document; after a denial visits the page for cookies, if there is one, and requests it again. */
  async function requestDocument(request: DownloadRequest, hostRequest: HostRequest): Promise<FinalResponse> {
    const url = new URL(request.url)
    const page = request.cookiesFrom === undefined ? undefined : new URL(request.cookiesFrom)
    const made = page ? await visits.countOf(page.host) : 0
    const first = await followRedirects(url, hostRequest, allowed)
    if (!page || !isTurnedAway(request, first)) return first
    const notBefore = await visits.visitAfter(made, page, () => visitPage(page, hostRequest))
    if (notBefore === undefined) return followRedirects(url, hostRequest, allowed)
    const denied = denialOf(request, first)
    if (denied !== undefined) throw new Denial('denied', first.url, denied, notBefore)
    return first
  }

  return async (request, known, way) => {
    const url = new URL(request.url)
    const conditions = conditionsIn(known)
    const headers = headersOf(ACCEPT[request.expects], {
      ...(request.referer !== undefined && { referer: request.referer }),
      ...(request.origin !== undefined && { origin: request.origin }),
      ...conditions,
    })
    try {
      const answer = await requestDocument(request, { ...way, headers })
      const denied = denialOf(request, answer)
      if (denied !== undefined) throw new Denial('denied', answer.url, denied)
      return downloadResult(request, answer, Object.keys(conditions).length > 0)
    } catch (error) {
      // An exchange sends programs that it does not want to an error page, or in circles.
      if (error instanceof RedirectFault && exchangeOfHost(url.hostname)) {
        if (error instanceof EndlessRedirects) throw new Denial('denied', url, 'redirected without end')
        if (error.kind === 'refused') throw new Denial('denied', url, 'redirected to an error page')
      }
      throw error
    }
  }
}

const conditionsIn = (known?: Conditions): Record<string, string> => ({
  ...(known?.etag != null && { 'if-none-match': known.etag }),
  ...(known?.lastModified != null && { 'if-modified-since': known.lastModified }),
})
