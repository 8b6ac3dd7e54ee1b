import { setTimeout as sleep } from 'node:timers/promises'
import { type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import { storeVisit, visitOf } from '../../store/collection/host-access.ts'
import { type Db, whileBusy } from '../../store/engines/db.ts'
import { isSendable } from './send-request.ts'

interface Cookie {
  readonly name: string
  readonly value: string
  /** The host that set it, or the domain that it named. */
  readonly domain: string
  readonly isForSubdomains: boolean
  /** `null` for a cookie without an end. */
  readonly endsMs: number | null
}

/**
 * A host that sets a new name with each answer would fill the memory. 50 is the minimum that browsers store (RFC 6265,
 * 6.1).
 */
const MAX_COOKIES_PER_DOMAIN = 50
/** RFC 6265, 6.1. */
const MAX_COOKIE_LENGTH = 4096

/**
 * Session cookies in memory, as far as NSE needs them: each goes back to the host or domain that set it, until it ends.
 * Paths are ignored, since all requests are https and only the host reads them.
 */
export class CookieJar {
  readonly #now: () => Instant
  #cookies: readonly Cookie[] = []

  constructor(now: () => Instant) {
    this.#now = now
  }

  store(from: URL, setCookies: readonly string[]): void {
    for (const text of setCookies) {
      const cookie = readCookie(text, from, msOf(this.#now()))
      if (cookie) this.#put(cookie)
    }
  }

  #put(cookie: Cookie): void {
    const others = this.#cookies.filter(
      ({ name, domain }) => name !== cookie.name || domain !== cookie.domain,
    )
    const ofDomain = others.filter(({ domain }) => domain === cookie.domain)
    const oldest = ofDomain.length >= MAX_COOKIES_PER_DOMAIN ? ofDomain[0] : undefined
    this.#cookies = [...others.filter((other) => other !== oldest), cookie]
  }

  /** The value of the `Cookie` header, `undefined` for none. */
  headerFor({ hostname }: URL): string | undefined {
    const nowMs = msOf(this.#now())
    this.#cookies = this.#cookies.filter(({ endsMs }) => endsMs === null || endsMs > nowMs)
    const sent = this.#cookies.filter((cookie) => isForHost(cookie, hostname))
    return sent.length === 0 ? undefined : sent.map(({ name, value }) => `${name}=${value}`).join('; ')
  }

  /** Removes the cookies that would be sent to this host. */
  forget(host: string): void {
    this.#cookies = this.#cookies.filter((cookie) => !isForHost(cookie, host))
  }

  /** The cookies that would be sent to this host as JSON, and back. */
  pack(host: string): string {
    return JSON.stringify(this.#cookies.filter((cookie) => isForHost(cookie, host)))
  }

  unpack(json: string): void {
    for (const cookie of JSON.parse(json) as Cookie[]) this.#put(cookie)
  }
}

/** A cookie from a `Set-Cookie` header; `undefined` when it is invalid, or for a domain that the host may not set. */
export function readCookie(text: string, { hostname }: URL, nowMs: number): Cookie | undefined {
  const [pair = '', ...parts] = text.split(';')
  const [name, value] = splitAt(pair)
  if (name === '' || !pair.includes('=')) return undefined
  // A lenient parser passes on control characters, with which no request can be sent.
  if (pair.length > MAX_COOKIE_LENGTH || !isSendable(pair)) return undefined
  const attributes = new Map(parts.map(splitAt).map(([key, setting]) => [key.toLowerCase(), setting]))
  const named = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase()
  // A name without a dot is a top-level domain.
  if (named !== '' && !(named.includes('.') && isBelow(hostname, named))) return undefined
  const maxAge = attributes.get('max-age') ?? ''
  const expires = Date.parse(attributes.get('expires') ?? '')
  return {
    name,
    value,
    domain: named === '' ? hostname : named,
    isForSubdomains: named !== '',
    endsMs: /^-?\d+$/.test(maxAge) ? nowMs + Number(maxAge) * 1000 : Number.isNaN(expires) ? null : expires,
  }
}

function splitAt(part: string): [string, string] {
  const at = part.indexOf('=')
  return at < 0 ? [part.trim(), ''] : [part.slice(0, at).trim(), part.slice(at + 1).trim()]
}

const isBelow = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

const isForHost = ({ domain, isForSubdomains }: Cookie, host: string) =>
  isForSubdomains ? isBelow(host, domain) : host === domain

/** Many visits in a row are taken for an attack. */
const VISIT_PAUSE_MS = 5 * 60_000

interface VisitOptions {
  readonly now: () => Instant
  readonly signal: AbortSignal
  /** How long a download waits until a host may be visited again. */
  readonly patienceMs: number
}

/** Visits to pages that set a host's session cookies, shared by all downloads and kept in the store. */
export class CookieVisits {
  readonly #db: Db
  readonly #jar: CookieJar
  readonly #options: VisitOptions
  /** By host, the visit whose cookies are used. */
  readonly #used = new Map<string, Instant>()
  readonly #running = new Map<string, Promise<Instant | undefined>>()

  constructor(db: Db, jar: CookieJar, options: VisitOptions) {
    this.#db = db
    this.#jar = jar
    this.#options = options
  }

  /** When a host was last visited. The cookies of that visit are used from then on, also if another process made it. */
  async last(host: string): Promise<Instant | undefined> {
    const last = await visitOf(this.#db, host)
    if (last && last.visited !== this.#used.get(host)) {
      this.#jar.unpack(last.cookies)
      this.#used.set(host, last.visited)
    }
    return last?.visited
  }

  /**
   * Makes sure that there are cookies of another visit than `before`. Returns from when on the host may be visited, if it
   * was visited too recently: its cookies last about as long as the pause.
   */
  async visitAfter(
    before: Instant | undefined,
    host: string,
    visit: () => Promise<void>,
  ): Promise<Instant | undefined> {
    if (this.#used.get(host) !== before) return undefined
    // Shared from its check on, so that downloads that were denied at the same time make one visit.
    const running =
      this.#running.get(host) ?? this.#visitIfAllowed(host, visit).finally(() => this.#running.delete(host))
    this.#running.set(host, running)
    return running
  }

  async #visitIfAllowed(host: string, visit: () => Promise<void>): Promise<Instant | undefined> {
    const { now, patienceMs, signal } = this.#options
    const last = await visitOf(this.#db, host)
    const sinceMs = last ? msOf(now()) - msOf(last.visited) : VISIT_PAUSE_MS
    // A visit in the far future is of a clock that was wrong.
    const waitMs = Math.abs(sinceMs) < VISIT_PAUSE_MS ? VISIT_PAUSE_MS - sinceMs : 0
    if (waitMs > patienceMs) return instantFromMs(msOf(now()) + waitMs)
    await sleep(waitMs, undefined, { signal })
    this.#jar.forget(host)
    try {
      await visit()
    } finally {
      // A visit that was denied may have set cookies that are accepted, and counts for the pause in any case.
      const row = { host, visited: now(), cookies: this.#jar.pack(host) }
      await whileBusy(now, () => storeVisit(this.#db, row))
      this.#used.set(host, row.visited)
    }
    return undefined
  }
}
