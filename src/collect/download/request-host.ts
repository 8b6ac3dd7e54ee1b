import { lookup } from 'node:dns'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Instant, instantFromMs, istDay, msOf } from '../../market/calendar.ts'
import { exchangeOfHost } from '../../market/exchanges.ts'
import { retryAfterMs } from '../../retry-after.ts'
import { closePath, closingsOf, countRequests, WHOLE_HOST } from '../../store/collection/host-access.ts'
import { type Db, whileBusy } from '../../store/engines/db.ts'
import type { CookieJar } from './cookies.ts'
import { emailOf, userAgent } from './introductions.ts'
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

export interface DownloadOptions {
  /** The address of a mirror of all upstreams, such as http://127.0.0.1:9700; empty for the upstreams themselves. */
  readonly upstreamBase: string
  /** An address or e-mail of the operator; may be empty. */
  readonly contact: string
  /** The setting AGENT; empty when it is not set. */
  readonly agent?: string
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

/** One attempt at a document. */
export interface RequestAttempt {
  /** The introduction to an exchange. */
  readonly agent: string
  /** True while it is not known whether the host answers an introduction. */
  readonly isFirstTry: boolean
  /** True when the operator asks by hand, for whom nothing is closed. */
  readonly isByHand: boolean
  /** Aborts this attempt alone. */
  readonly signal: AbortSignal | undefined
  /**
   * A host that the operator named, which may be on a private network. Every other one must be on the public internet.
   */
  readonly ownHost: string | undefined
}

/** The headers that depend on the document, in the order in which they are sent. */
export interface DocumentHeaders {
  readonly accept: string
  readonly [name: string]: string
}

export const COOL_DOWN_MS = 30 * 60_000
/** After some fifty requests an answer of BSE takes half a minute, and is complete. */
const BSE_TIMEOUT_MS = 60_000

/**
 * Requests one address from its host: in turn, with its cookies, and with retries on temporary failures. Redirects and
 * denials of access are returned.
 */
export function hostRequester(options: DownloadOptions, jar: CookieJar) {
  const { upstreamBase: base, contact, db, now, isCounted = true, resolve = lookup } = options
  const signal = options.signal ?? new AbortController().signal
  const timing = timingFor(base, options.timing)
  const queue = new HostQueue({ now, pauseMs: timing.pauseMs, signal })
  const anywhere = openConnections(resolve as Parameters<typeof openConnections>[0])
  const publicOnly = openConnections(publicLookup(resolve))
  const namedAgent = userAgent(contact)
  const from = emailOf(contact)
  const endOf = (attempt: RequestAttempt): AbortSignal =>
    attempt.signal ? AbortSignal.any([signal, attempt.signal]) : signal

  async function refuseClosed({ host, pathname }: URL): Promise<void> {
    const closings = await closingsOf(db, host, now())
    const closing = closings.find(({ path }) => path === WHOLE_HOST || path === pathname)
    if (closing) throw new UpstreamFault('refused', `left alone until ${closing.until} after ${closing.why}`)
  }

  async function requestOnce(
    url: URL,
    attempt: RequestAttempt,
    { accept, ...more }: DocumentHeaders,
  ): Promise<HttpResponse> {
    const exchange = exchangeOfHost(url.hostname)
    const timeoutMs = exchange === 'BSE' ? Math.max(timing.timeoutMs, BSE_TIMEOUT_MS) : timing.timeoutMs
    const cookie = jar.headerFor(url)
    if (isCounted) await whileBusy(now, () => countRequests(db, url.host, istDay(now()), 1))
    const headers = {
      'user-agent': exchange ? attempt.agent : namedAgent,
      ...(from !== undefined && { from }),
      accept,
      'accept-language': 'en-IN,en;q=0.9',
      'accept-encoding': 'gzip, br',
      ...more,
      ...(cookie !== undefined && { cookie }),
    }
    const answer = await sendRequest(upstreamAddress(base, url), headers, {
      // A mirror may be anywhere, since the operator chose it.
      connections: base === '' && url.host !== attempt.ownHost ? publicOnly : anywhere,
      signal: endOf(attempt),
      answerWithinMs: exchange && attempt.isFirstTry ? timing.firstAnswerMs : timeoutMs,
      timeoutMs,
      // Only BSE sends header lines that begin with a space, and its cache repeats them.
      isLenient: exchange === 'BSE',
    }).catch((error: unknown) => {
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

  async function requestHost(
    url: URL,
    attempt: RequestAttempt,
    headers: DocumentHeaders,
  ): Promise<HttpResponse> {
    const admit = async () => attempt.isByHand || refuseClosed(url)
    for (let tries = 1; ; tries++) {
      try {
        return await queue.enqueue(url.host, admit, () => requestOnce(url, attempt, headers))
      } catch (error) {
        if (!(error instanceof UpstreamFault) || error instanceof Denial) throw error
        const waitMs = error.kind === 'unreachable' ? timing.backOffMs[tries - 1] : undefined
        if (waitMs === undefined) {
          const message = tries > 1 ? `${error.message}, tried ${tries} times` : error.message
          throw new UpstreamFault(error.kind, messageAbout(url, message), { cause: error })
        }
        await sleep(withJitter(waitMs), undefined, { signal: endOf(attempt) })
      }
    }
  }

  return { requestHost, slowDown: (host: string, delayMs: number) => queue.slowDown(host, delayMs) }
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
  lastRequestMs: number
}

interface QueueOptions {
  readonly now: () => Instant
  readonly pauseMs: number
  readonly signal: AbortSignal
}

/** Sends requests to each host one at a time, with a pause in between. */
export class HostQueue {
  readonly #options: QueueOptions
  readonly #hosts = new Map<string, Host>()

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** `admit` throws when the request may not be sent; it is called when its turn has come, before the pause. */
  enqueue<T>(name: string, admit: () => Promise<unknown>, request: () => Promise<T>): Promise<T> {
    const { now, signal } = this.#options
    const host = this.#hostOf(name)
    const result = host.queue.then(async () => {
      signal.throwIfAborted()
      await admit()
      const waitedMs = msOf(now()) - host.lastRequestMs
      const waitMs = host.pauseMs - Math.max(0, waitedMs)
      if (waitMs > 0) await sleep(waitMs, undefined, { signal })
      try {
        return await request()
      } finally {
        host.lastRequestMs = msOf(now())
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
    const host = this.#hosts.get(name) ?? { queue: Promise.resolve(), pauseMs, lastRequestMs: -Infinity }
    this.#hosts.set(name, host)
    return host
  }
}
