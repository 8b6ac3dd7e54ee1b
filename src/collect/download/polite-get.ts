import { lookup } from 'node:dns'
import type { Instant } from '../../market/calendar.ts'
import type { DownloadRequest } from '../../sources/source.ts'
import { isTitledAsBlock } from './block-page.ts'
import { cookieVisits } from './cookie-visits.ts'
import { cookieJar } from './cookies.ts'
import {
  type Conditions,
  type DownloadResult,
  describePage,
  downloadResult,
  isTurnedAway,
  TURNED_AWAY,
} from './download-result.ts'
import { type Followed, followRedirects, type RedirectOptions } from './follow-redirects.ts'
import { hostGate } from './host-gate.ts'
import type { LookUpHost } from './public-address.ts'
import { COOL_DOWN_MS, type HostRequest, hostRequester } from './request-host.ts'
import { robotsChecker } from './robots.ts'
import { type Timing, timingFor } from './timing.ts'
import { messageAbout, UpstreamFault } from './upstream-fault.ts'
import { userAgent } from './user-agent.ts'

/** Downloads a document. Throws `UpstreamFault`; any other error after an abort is the abort. */
export type Get = (
  request: DownloadRequest,
  known?: Conditions,
  signal?: AbortSignal,
) => Promise<DownloadResult>

export interface PoliteGetOptions {
  /** The address of a mirror of all upstreams, such as http://127.0.0.1:9700; empty for the upstreams themselves. */
  readonly upstreamBase: string
  /** An address or e-mail of the operator; may be empty. */
  readonly contact: string
  readonly now: () => Instant
  readonly signal?: AbortSignal
  readonly timing?: Partial<Timing>
  readonly resolve?: LookUpHost
}

const ACCEPT = {
  json: 'application/json, text/plain;q=0.5, */*;q=0.1',
  csv: 'text/csv, text/plain;q=0.5, */*;q=0.1',
  html: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1',
} as const satisfies Record<DownloadRequest['expects'], string>

/** Status codes for robots.txt that mean that there are no rules (RFC 9309, 2.3.1.3); 429 is handled as usual. */
const NO_RULES_IN = [401, 403, 451]

/**
 * Returns a download function that identifies itself, obeys robots.txt, limits the load on each host, and respects
 * refusals.
 */
export function politeGet({ upstreamBase, contact, now, timing: custom, ...options }: PoliteGetOptions): Get {
  const base = upstreamBase === '' ? '' : new URL(upstreamBase).href.replace(/\/+$/, '')
  const signal = options.signal ?? new AbortController().signal
  const timing = timingFor(base, custom)
  const gate = hostGate({ now, pauseMs: timing.pauseMs, signal })
  const jar = cookieJar(now)
  const resolve = options.resolve ?? lookup
  const requestHost = hostRequester({ base, gate, jar, timing, now, signal, resolve })
  const agent = { 'user-agent': userAgent(contact) }

  /** Closes a host that answered with a page that denies access, as after HTTP 403. */
  function blockedBy({ host }: URL, message: string): UpstreamFault {
    const until = gate.close(host, COOL_DOWN_MS, 'a block page')
    return new UpstreamFault('refused', `${message}, left alone until ${until}`)
  }

  const everywhere: RedirectOptions = { base, requestHost, admit: async () => {} }
  const admit = robotsChecker({
    now,
    onCrawlDelay: gate.slowDown,
    read: async (url, ownHost) => {
      const headers = { ...agent, accept: 'text/plain' }
      const hostRequest = { headers, tolerates: NO_RULES_IN, ...(ownHost !== undefined && { ownHost }) }
      const { answer } = await followRedirects(url, hostRequest, everywhere)
      return answer.status === 200 ? answer.body : undefined
    },
  })
  const allowed: RedirectOptions = { base, requestHost, admit }

  const visits = cookieVisits(async (page) => {
    jar.forget(page.hostname)
    const hostRequest = { headers: { ...agent, accept: ACCEPT.html }, tolerates: [] }
    const { url, answer } = await followRedirects(page, hostRequest, allowed)
    if (answer.status !== 200) throw new UpstreamFault('changed', messageAbout(url, `HTTP ${answer.status}`))
    if (isTitledAsBlock(answer.body)) throw blockedBy(url, messageAbout(url, describePage(answer.body)))
  }, now)

  /** Visits the page again and retries once when the host did not accept the cookies of the last visit. */
  async function requestAfterVisit(
    page: URL,
    request: DownloadRequest,
    hostRequest: HostRequest,
  ): Promise<Followed> {
    const url = new URL(request.url)
    const visit = await visits.recent(page)
    const first = await followRedirects(url, { ...hostRequest, tolerates: TURNED_AWAY }, allowed)
    if (!isTurnedAway(request, first)) return first
    await visits.again(page, visit)
    return followRedirects(url, hostRequest, allowed)
  }

  return async (request, known, ownSignal) => {
    const headers = { ...agent, ...headersFor(request, known) }
    const hostRequest = hostRequestFor(request, headers, ownSignal)
    const followed =
      request.visitFirst === undefined
        ? await followRedirects(new URL(request.url), hostRequest, allowed)
        : await requestAfterVisit(new URL(request.visitFirst), request, hostRequest)
    try {
      return downloadResult(request, followed, 'if-none-match' in headers || 'if-modified-since' in headers)
    } catch (error) {
      const isBlocked = error instanceof UpstreamFault && error.kind === 'refused'
      throw isBlocked ? blockedBy(followed.url, error.message) : error
    }
  }
}

const hostRequestFor = (
  { url, isOperatorsOwn }: DownloadRequest,
  headers: HostRequest['headers'],
  signal: AbortSignal | undefined,
): HostRequest => ({
  headers,
  tolerates: [],
  ...(signal && { signal }),
  ...(isOperatorsOwn && { ownHost: new URL(url).host }),
})

const headersFor = ({ expects, referer }: DownloadRequest, known?: Conditions): Record<string, string> => ({
  accept: ACCEPT[expects],
  ...(referer !== undefined && { referer }),
  ...(known?.etag != null && { 'if-none-match': known.etag }),
  ...(known?.lastModified != null && { 'if-modified-since': known.lastModified }),
})
