import { msOf } from '../../market/calendar.ts'
import type { CookieJar } from './cookies.ts'
import { privateHostFault } from './public-address.ts'
import {
  type DocumentHeaders,
  type DownloadOptions,
  hostRequester,
  type RequestAttempt,
  upstreamAddress,
} from './request-host.ts'
import { type RobotsFile, readRobots } from './robots.ts'
import type { HttpResponse } from './send-request.ts'
import { messageAbout, RedirectFault, UpstreamFault } from './upstream-fault.ts'

/** The answer at the end of all redirects. */
export interface FinalResponse extends HttpResponse {
  /** The original address that answered. */
  readonly url: URL
}

const REDIRECTS = [301, 302, 303, 307, 308]
/** RFC 9309 requires five for robots.txt; no upstream needs more. */
const MAX_REDIRECTS = 5
/** RFC 9309, 2.4: not longer than a day. */
const ROBOTS_LAST_MS = 24 * 3_600_000

/**
 * Returns a function that requests an address and those that it redirects to, as far as the `robots.txt` of their hosts
 * allow it.
 */
export function addressReader({ upstreamBase, ...options }: DownloadOptions, jar: CookieJar) {
  const base = upstreamBase === '' ? '' : new URL(upstreamBase).href.replace(/\/+$/, '')
  const { requestHost, slowDown } = hostRequester({ ...options, upstreamBase: base }, jar)
  /** By host and introduction: a host may answer one of them only. */
  const robots = new Map<string, { readonly readMs: number; readonly file: Promise<RobotsFile> }>()

  async function follow(
    start: URL,
    attempt: RequestAttempt,
    headers: DocumentHeaders,
    admit?: (url: URL) => Promise<void>,
  ): Promise<FinalResponse> {
    if (start.protocol !== 'https:') throw new UpstreamFault('refused', `${start.href} is no https address`)
    const why = start.host === attempt.ownHost ? undefined : privateHostFault(start)
    if (why !== undefined) throw new UpstreamFault('refused', messageAbout(start, why))
    let url = start
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      await admit?.(url)
      const answer = await requestHost(url, attempt, headers)
      if (!REDIRECTS.includes(answer.status)) return { ...answer, url }
      url = nextAddress(url, answer, base, attempt.ownHost)
    }
    const message = messageAbout(start, `more than ${MAX_REDIRECTS} redirects`)
    throw new RedirectFault('changed', message, 'redirected without end')
  }

  /** Throws when the `robots.txt` of its host does not allow us to read an address. */
  async function obeyRobots(url: URL, attempt: RequestAttempt): Promise<void> {
    const key = `${url.host} ${attempt.agent}`
    const nowMs = msOf(options.now())
    const last = robots.get(key)
    const current =
      last && nowMs - last.readMs < ROBOTS_LAST_MS
        ? last
        : { readMs: nowMs, file: loadRobots(url.host, attempt) }
    robots.set(key, current)
    const { isAllowed } = await current.file.catch((error) => {
      // While the rules cannot be read, nothing is downloaded (RFC 9309, 2.3.1.4); the next request tries again.
      if (robots.get(key) === current) robots.delete(key)
      throw error
    })
    if (!isAllowed(url)) throw new UpstreamFault('refused', messageAbout(url, 'robots.txt does not allow it'))
  }

  async function loadRobots(host: string, attempt: RequestAttempt): Promise<RobotsFile> {
    const url = new URL(`https://${host}/robots.txt`)
    const answer = await follow(url, shared(attempt), { accept: 'text/plain' }).catch((error: unknown) => {
      if (error instanceof RedirectFault) return undefined
      throw error
    })
    // RFC 9309, 2.3.1.3: where there is no robots.txt, everything may be read.
    const file = readRobots(url, answer?.status === 200 ? answer.body : new Uint8Array())
    slowDown(host, file.crawlDelayMs)
    return file
  }

  return (url: URL, attempt: RequestAttempt, headers: DocumentHeaders) =>
    follow(url, attempt, headers, (each) => obeyRobots(each, attempt))
}

/** For a page that several downloads need: the abort of one of them does not end it. */
export const shared = (attempt: RequestAttempt): RequestAttempt => ({ ...attempt, signal: undefined })

/** BSE redirects unwanted clients to `error_Bse.html`. */
const ERROR_PAGE = /\/(error|access-?denied|blocked)([._\d-][^/]*)?\/?$/i

function nextAddress(url: URL, { status, headers }: HttpResponse, base: string, ownHost?: string): URL {
  const refused = (message: string) =>
    new RedirectFault('refused', messageAbout(url, message), 'redirected to an error page')
  const { location } = headers
  if (location === undefined)
    throw new RedirectFault('changed', messageAbout(url, `HTTP ${status} without a Location`))
  const next = redirectTarget(base, url, location)
  if (!next) throw refused(`redirected to ${location}, which is no https address`)
  const { host, pathname, username, password } = next
  if (username !== '' || password !== '')
    throw refused(`redirected to ${host} with a user name or password in the address`)
  if (ERROR_PAGE.test(pathname)) throw refused(`sent to the error page ${pathname}`)
  // An upstream must not redirect us to addresses that only this machine or its network can reach.
  const why = host === ownHost ? undefined : privateHostFault(next)
  if (why !== undefined) throw refused(`redirected to ${host}${pathname}; ${why}`)
  return next
}

/** A host name with a top-level domain in letters, unlike `v1.0` or `data`. */
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(:\d+)?$/i

/**
 * The original address of a `Location` header; `undefined` when it is no https address. A mirror may pass on its
 * upstream's header, or replace it by its own address.
 */
export function redirectTarget(base: string, from: URL, location: string): URL | undefined {
  const target = originalOf(base, from, location) ?? parse(location, from.href)
  return target?.protocol === 'https:' ? target : undefined
}

function originalOf(base: string, from: URL, location: string): URL | undefined {
  if (base === '') return undefined
  const target = parse(location, upstreamAddress(base, from))
  if (!target?.href.startsWith(`${base}/`)) return undefined
  const [host = '', ...path] = target.href.slice(base.length + 1).split('/')
  // A dotted name at the end of an address is a file: `/index.html`.
  return HOST.test(host) && path.length > 0 ? parse(`https://${host}/${path.join('/')}`) : undefined
}

const parse = (text: string, relativeTo?: string): URL | undefined => URL.parse(text, relativeTo) ?? undefined
