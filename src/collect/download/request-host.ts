import { setTimeout as sleep } from 'node:timers/promises'
import { type Instant, instantFromMs, istDay, msOf } from '../../market/calendar.ts'
import { exchangeOfHost } from '../../market/exchanges.ts'
import { retryAfterMs } from '../../retry-after.ts'
import { closePath, closingsOf, countRequests, WHOLE_HOST } from '../../store/collection/host-access.ts'
import { type Db, whileBusy } from '../../store/engines/db.ts'
import type { CookieJar } from './cookies.ts'
import { type LookUpHost, publicLookup } from './public-address.ts'
import { type HttpResponse, openConnections, sendRequest } from './send-request.ts'
import { Denial, messageAbout, NoAnswer, UpstreamFault } from './upstream-fault.ts'

export interface Timing {
  /** The pause between two requests to one host. */
  readonly pauseMs: number
  /** The time limit to the end of the body; an exchange may have a longer one. */
  readonly timeoutMs: number
  /** The time limit to the beginning of an answer while it is not known whether an exchange serves an introduction. */
  readonly firstAnswerMs: number
  /** The wait before each retry; there are as many retries as entries. */
  readonly backOffMs: readonly number[]
}

const AMONG_OTHERS: Timing = {
  pauseMs: 1500,
  timeoutMs: 30_000,
  firstAnswerMs: 10_000,
  backOffMs: [2000, 8000],
}
const ALONE: Timing = { ...AMONG_OTHERS, pauseMs: 0, backOffMs: [50, 100] }

/** A mirror on this computer needs no pauses. */
export const timingFor = (base: string, custom: Partial<Timing> = {}): Timing => ({
  ...(isLoopbackUrl(base) ? ALONE : AMONG_OTHERS),
  ...custom,
})

/**
 * The address to which a request is sent: the original one, or that of the mirror at `base`, which has
 * https://HOST/PATH at BASE/HOST/PATH.
 */
export function upstreamAddress(base: string, { host, pathname, search }: URL): string {
  return base === '' ? `https://${host}${pathname}${search}` : `${base}/${host}${pathname}${search}`
}

/** True when the address is on this computer. */
export const isLoopbackUrl = (base: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(URL.parse(base)?.hostname ?? '')

interface HostOptions {
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

interface Host {
  /** Settles when all requests so far are done. Never rejects. */
  queue: Promise<unknown>
  pauseMs: number
  lastRequestMs: number | undefined
}

/** Sends requests to each host one at a time, with a pause in between. */
export class HostQueue {
  readonly #options: Pick<HostOptions, 'now' | 'signal'> & Pick<Timing, 'pauseMs'>
  readonly #hosts = new Map<string, Host>()

  constructor(options: Pick<HostOptions, 'now' | 'signal'> & Pick<Timing, 'pauseMs'>) {
    this.#options = options
  }

  /** `admit` throws when the request may not be sent; it is called when its turn has come, before the pause. */
  enqueue<T>(name: string, admit: () => Promise<void>, request: () => Promise<T>): Promise<T> {
    const host = this.#hostOf(name)
    const result = host.queue.then(async () => {
      this.#options.signal.throwIfAborted()
      await admit()
      await this.#rest(host)
      try {
        return await request()
      } finally {
        host.lastRequestMs = msOf(this.#options.now())
      }
    })
    host.queue = result.catch(() => undefined)
    return result
  }

  /** Sets the pause that the host requests; a shorter one than ours changes nothing. */
  slowDown(name: string, requestedMs: number): void {
    this.#hostOf(name).pauseMs = Math.max(this.#options.pauseMs, requestedMs)
  }

  #hostOf(name: string): Host {
    const { pauseMs } = this.#options
    const host = this.#hosts.get(name) ?? { queue: Promise.resolve(), pauseMs, lastRequestMs: undefined }
    this.#hosts.set(name, host)
    return host
  }

  async #rest({ lastRequestMs, pauseMs }: Host): Promise<void> {
    if (lastRequestMs === undefined) return
    const { now, signal } = this.#options
    const waitedMs = Math.max(0, msOf(now()) - lastRequestMs)
    if (waitedMs < pauseMs) await sleep(pauseMs - waitedMs, undefined, { signal })
  }
}
