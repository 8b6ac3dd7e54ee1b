import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { type Instant, msOf } from '../../market/calendar.ts'
import { retryAfterMs } from '../../retry-after.ts'
import type { CookieJar } from './cookies.ts'
import type { HostGate } from './host-gate.ts'
import { type LookUpHost, publicLookup } from './public-address.ts'
import { type HttpResponse, sendRequest } from './send-request.ts'
import type { Timing } from './timing.ts'
import { upstreamAddress } from './upstream-address.ts'
import { messageAbout, UpstreamFault } from './upstream-fault.ts'

export interface HostOptions {
  readonly base: string
  readonly gate: HostGate
  readonly jar: CookieJar
  readonly timing: Timing
  readonly now: () => Instant
  readonly signal: AbortSignal
  readonly resolve: LookUpHost
}

export interface HostRequest {
  readonly headers: Readonly<Record<string, string>>
  /** Status codes of refusal that the caller handles itself. */
  readonly tolerates: readonly number[]
  /** Aborts this request alone. Shared pages, such as robots.txt, are requested without it. */
  readonly signal?: AbortSignal
  /**
   * A host that the operator named, which may be on a private network. Every other one must be on the public internet.
   */
  readonly ownHost?: string
}

/**
 * Requests one address from its host: in turn, with its cookies, and with retries on temporary failures. Redirects are
 * returned.
 */
export type RequestHost = (url: URL, request: HostRequest) => Promise<HttpResponse>

/** Status codes by which a host refuses us. (407 comes from a proxy, and `fetch` does not pass it on.) */
const REFUSALS = [401, 403, 429, 451]
export const COOL_DOWN_MS = 30 * 60_000

export function hostRequester({ base, gate, jar, timing, now, signal, resolve }: HostOptions): RequestHost {
  const anywhere = new Agent({ connect: { lookup: resolve } })
  const publicOnly = new Agent({ connect: { lookup: publicLookup(resolve) } })
  const endOf = (request: HostRequest): AbortSignal =>
    request.signal ? AbortSignal.any([signal, request.signal]) : signal

  async function requestOnce(url: URL, request: HostRequest): Promise<HttpResponse> {
    const { headers, tolerates } = request
    // A mirror may be anywhere, since the operator chose it.
    const dispatcher = base === '' && url.host !== request.ownHost ? publicOnly : anywhere
    const cookie = jar.headerFor(url)
    const answer = await sendRequest(
      upstreamAddress(base, url),
      { ...headers, ...(cookie !== undefined && { cookie }) },
      { timeoutMs: timing.timeoutMs, signal: endOf(request), dispatcher },
    )
    jar.store(url, answer.headers.getSetCookie())
    const { status } = answer
    if (tolerates.includes(status)) return answer
    const coolDownMs = coolDownOf(answer, msOf(now()))
    if (coolDownMs !== undefined) {
      const until = gate.close(url.host, coolDownMs, `HTTP ${status}`)
      throw new UpstreamFault('refused', `HTTP ${status}, left alone until ${until}`)
    }
    if (status >= 500 || status === 408) throw new UpstreamFault('unreachable', `HTTP ${status}`)
    return answer
  }

  return async (url, request) => {
    for (let tries = 1; ; tries++) {
      try {
        return await gate.enqueue(url.host, () => requestOnce(url, request))
      } catch (error) {
        if (!(error instanceof UpstreamFault)) throw error
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
  const retryMs = status === 429 || status === 503 ? retryAfterMs(headers.get('retry-after'), nowMs) : null
  if (retryMs !== null) return retryMs
  return REFUSALS.includes(status) ? COOL_DOWN_MS : undefined
}
