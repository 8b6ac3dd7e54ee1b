import { type Instant, msOf } from '../../market/calendar.ts'
import { isSendable } from './send-request.ts'

/** Cookies in memory, reduced to what upstreams need: all requests are https, and only the host reads them. */
export interface CookieJar {
  store(from: URL, setCookies: readonly string[]): void
  /** The value of the `Cookie` header, `undefined` for none. */
  headerFor(url: URL): string | undefined
  /** Removes the cookies that would be sent to this host. */
  forget(host: string): void
  /** The cookies that would be sent to this host as JSON, and back. */
  pack(host: string): string
  unpack(json: string): void
}

export interface Cookie {
  readonly name: string
  readonly value: string
  /** The host that set it, or the domain that it named. */
  readonly domain: string
  readonly isForSubdomains: boolean
  readonly path: string
  readonly endsMs: number
}

/**
 * A host that sets a new name with each answer would fill the memory. 50 is the minimum that browsers store (RFC 6265,
 * 6.1).
 */
const MAX_COOKIES_PER_DOMAIN = 50
/** RFC 6265, 6.1. */
const MAX_COOKIE_LENGTH = 4096

export function cookieJar(now: () => Instant): CookieJar {
  let cookies: readonly Cookie[] = []

  function put(cookie: Cookie): void {
    const others = cookies.filter((other) => !isSameCookie(other, cookie))
    const ofDomain = others.filter(({ domain }) => domain === cookie.domain)
    const oldest = ofDomain.length >= MAX_COOKIES_PER_DOMAIN ? ofDomain[0] : undefined
    cookies = [...others.filter((other) => other !== oldest), cookie]
  }

  return {
    store(from, setCookies) {
      for (const text of setCookies) {
        const cookie = readCookie(text, from, msOf(now()))
        if (cookie) put(cookie)
      }
    },
    headerFor({ hostname, pathname }) {
      const nowMs = msOf(now())
      cookies = cookies.filter(({ endsMs }) => endsMs > nowMs)
      const sent = cookies.filter((cookie) => isForHost(cookie, hostname) && isBelow(pathname, cookie.path))
      return sent.length === 0 ? undefined : sent.map(({ name, value }) => `${name}=${value}`).join('; ')
    },
    forget(host) {
      cookies = cookies.filter((cookie) => !isForHost(cookie, host))
    },
    pack: (host) => JSON.stringify(cookies.filter((cookie) => isForHost(cookie, host))),
    unpack(json) {
      // A cookie without an end has an infinite one, which JSON writes as null.
      for (const cookie of JSON.parse(json) as Cookie[])
        put({ ...cookie, endsMs: cookie.endsMs ?? Number.POSITIVE_INFINITY })
    },
  }
}

/** A cookie from a `Set-Cookie` header; `undefined` when it is invalid, or for a domain that the host may not set. */
export function readCookie(text: string, from: URL, nowMs: number): Cookie | undefined {
  const [pair = '', ...parts] = text.split(';')
  const [name, value] = splitAt(pair)
  if (name === '' || !pair.includes('=')) return undefined
  // A lenient parser passes on control characters, with which no request can be sent.
  if (pair.length > MAX_COOKIE_LENGTH || !isSendable(pair)) return undefined
  const attributes = new Map(parts.map(splitAt).map(([key, setting]) => [key.toLowerCase(), setting]))
  const named = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase()
  // A name without a dot is a top-level domain.
  if (named !== '' && !(named.includes('.') && isBelowDomain(from.hostname, named))) return undefined
  const path = attributes.get('path') ?? ''
  return {
    name,
    value,
    domain: named === '' ? from.hostname : named,
    isForSubdomains: named !== '',
    path: path.startsWith('/') ? path : from.pathname.slice(0, from.pathname.lastIndexOf('/') + 1),
    endsMs: endOf(attributes, nowMs),
  }
}

function endOf(attributes: ReadonlyMap<string, string>, nowMs: number): number {
  const maxAge = attributes.get('max-age') ?? ''
  if (/^-?\d+$/.test(maxAge)) return nowMs + Number(maxAge) * 1000
  const expires = Date.parse(attributes.get('expires') ?? '')
  return Number.isNaN(expires) ? Number.POSITIVE_INFINITY : expires
}

function splitAt(part: string): [string, string] {
  const at = part.indexOf('=')
  return at < 0 ? [part.trim(), ''] : [part.slice(0, at).trim(), part.slice(at + 1).trim()]
}

const isSameCookie = (a: Cookie, b: Cookie) => a.name === b.name && a.domain === b.domain && a.path === b.path

const isBelowDomain = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

const isForHost = ({ domain, isForSubdomains }: Cookie, host: string) =>
  isForSubdomains ? isBelowDomain(host, domain) : host === domain

const isBelow = (pathname: string, path: string) =>
  pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
