import { setTimeout as sleep } from 'node:timers/promises'
import { type Instant, instantFromMs, istDay, msOf } from '../../market/calendar.ts'
import { exchangeOfHost } from '../../market/exchanges.ts'
import { retryAfterMs } from '../../retry-after.ts'
import { closePath, closingsOf, countRequests, WHOLE_HOST } from '../../store/collection/host-access.ts'
import type { Db } from '../../store/engines/db.ts'
import { whileBusy } from '../../store/engines/while-busy.ts'
import type { CookieJar } from './cookies.ts'
import type { HostQueue } from './host-queue.ts'
import { type LookUpHost, publicLookup } from './public-address.ts'
import { type HttpResponse, openConnections, sendRequest } from './send-request.ts'
import type { Timing } from './timing.ts'
import { upstreamAddress } from './upstream-address.ts'
import { Denial, messageAbout, NoAnswer, UpstreamFault } from './upstream-fault.ts'

export interface HostOptions {
  readonly base: string
  readonly db: Db
  readonly queue: HostQueue
  readonly jar: CookieJar
  readonly timing: Timing
  readonly now: () => Instant
  readonly signal: AbortSignal
  readonly resolve: LookUpHost
  /** The introduction to hosts that are no exchange's. */
  readonly namedAgent: string
  /** Whether the requests are counted as those of a day. */
  readonly isCounted: boolean
}

export interface HostRequest {
  /** The introduction to an exchange. */
  readonly agent: string
  readonly headers: Readonly<Record<string, string>>
  /** True while it is not known whether the host answers an introduction. */
  readonly isFirstTry: boolean
  /** True when the operator asks by hand, for whom nothing is closed. */
  readonly isByHand: boolean
  /** Aborts this request alone. Shared pages, such as robots.txt, are requested without it. */
  readonly signal?: AbortSignal
  /**
   * A host that the operator named, which may be on a private network. Every other one must be on the public internet.
   */
  readonly ownHost?: string
}

/**
 * Requests one address from its host: in turn, with its cookies, and with retries on temporary failures. Redirects and
 * denials of access are returned.
 */
export type RequestHost = (url: URL, request: HostRequest) => Promise<HttpResponse>

export const COOL_DOWN_MS = 30 * 60_000
/** After some fifty requests an answer of BSE takes half a minute, and is complete. */
const BSE_TIMEOUT_MS = 60_000

export function hostRequester(options: HostOptions): RequestHost {
  const { base, db, queue, jar, timing, now, signal, resolve, namedAgent, isCounted } = options
  const anywhere = openConnections(resolve as Parameters<typeof openConnections>[0])
  const publicOnly = openConnections(publicLookup(resolve))
  const endOf = (request: HostRequest): AbortSignal =>
    request.signal ? AbortSignal.any([signal, request.signal]) : signal

  async function refuseClosed({ host, pathname }: URL): Promise<void> {
    const closings = await closingsOf(db, host, now())
    const closing = closings.find(({ path }) => path === WHOLE_HOST || path === pathname)
    if (closing) throw new UpstreamFault('refused', `left alone until ${closing.until} after ${closing.why}`)
  }

  async function requestOnce(url: URL, request: HostRequest): Promise<HttpResponse> {
    const exchange = exchangeOfHost(url.hostname)
    // A mirror may be anywhere, since the operator chose it.
    const connections = base === '' && url.host !== request.ownHost ? publicOnly : anywhere
    const timeoutMs = exchange === 'BSE' ? Math.max(timing.timeoutMs, BSE_TIMEOUT_MS) : timing.timeoutMs
    const cookie = jar.headerFor(url)
    if (isCounted) await whileBusy(now, () => countRequests(db, url.host, istDay(now()), 1))
    const answer = await sendRequest(
      upstreamAddress(base, url),
      {
        'user-agent': exchange ? request.agent : namedAgent,
        ...request.headers,
        ...(cookie !== undefined && { cookie }),
      },
      {
        connections,
        signal: endOf(request),
        answerWithinMs: exchange && request.isFirstTry ? timing.firstAnswerMs : timeoutMs,
        timeoutMs,
        // Only BSE sends header lines that begin with a space, and its cache repeats them.
        isLenient: exchange === 'BSE',
      },
    ).catch((error: unknown) => {
      // At an exchange this means "not to you", not "try later".
      if (exchange && error instanceof NoAnswer) throw new Denial(error.reception, url, error.message)
      throw error
    })
    jar.store(url, answer.headers['set-cookie'] ?? [])
    const { status } = answer
    const coolDownMs = coolDownOf(answer, msOf(now()))
    if (coolDownMs !== undefined) {
      const until = instantFromMs(msOf(now()) + coolDownMs)
      const closing = { host: url.host, path: WHOLE_HOST, until, why: `HTTP ${status}` }
      await whileBusy(now, () => closePath(db, closing))
      throw new UpstreamFault('refused', `HTTP ${status}, left alone until ${until}`)
    }
    if (status >= 500 || status === 408) throw new UpstreamFault('unreachable', `HTTP ${status}`)
    return answer
  }

  return async (url, request) => {
    const admit = () => (request.isByHand ? Promise.resolve() : refuseClosed(url))
    for (let tries = 1; ; tries++) {
      try {
        return await queue.enqueue(url.host, admit, () => requestOnce(url, request))
      } catch (error) {
        if (!(error instanceof UpstreamFault) || error instanceof Denial) throw error
        const waitMs = error.kind === 'unreachable' ? timing.backOffMs[tries - 1] : undefined
        if (waitMs === undefined) {
          const message = tries > 1 ? `${error.message}, tried ${tries} times` : error.message
          throw new UpstreamFault(error.kind, messageAbout(url, message), { cause: error })
        }
        await sleep(withJitter(waitMs), undefined, { signal: endOf(request) })
      }
    }
  }
}

/** So that several collectors do not retry all at once. */
const withJitter = (ms: number): number => ms * (0.75 + Math.random() / 2)

/** For how long a host asks us to stop, `undefined` when it does not. */
function coolDownOf({ status, headers }: HttpResponse, nowMs: number): number | undefined {
  if (status !== 429 && status !== 503) return undefined
  const retryMs = retryAfterMs(headers['retry-after'] ?? null, nowMs)
  return retryMs ?? (status === 429 ? COOL_DOWN_MS : undefined)
}
