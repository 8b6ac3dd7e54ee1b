import type { Fault } from '../../store/tables.ts'
import { privateHostFault } from './public-address.ts'
import { type HostRequest, type RequestHost, upstreamAddress } from './request-host.ts'
import type { HttpResponse } from './send-request.ts'
import { EndlessRedirects, messageAbout, RedirectFault, UpstreamFault } from './upstream-fault.ts'

/** The answer at the end of all redirects. */
export interface FinalResponse extends HttpResponse {
  /** The original address that answered. */
  readonly url: URL
}

export interface RedirectOptions {
  readonly base: string
  readonly requestHost: RequestHost
  /** Throws when an address may not be requested. */
  readonly admit: (url: URL, request: HostRequest) => Promise<void>
}

const REDIRECTS = [301, 302, 303, 307, 308]
/** RFC 9309 requires five for robots.txt; no upstream needs more. */
const MAX_REDIRECTS = 5
/** BSE redirects unwanted clients to `error_Bse.html`. */
const ERROR_PAGE = /\/(error|access-?denied|blocked)([._\d-][^/]*)?\/?$/i

export async function followRedirects(
  start: URL,
  request: HostRequest,
  options: RedirectOptions,
): Promise<FinalResponse> {
  if (start.protocol !== 'https:') throw new UpstreamFault('refused', `${start.href} is no https address`)
  const why = start.host === request.ownHost ? undefined : privateHostFault(start)
  if (why !== undefined) throw new UpstreamFault('refused', messageAbout(start, why))
  let url = start
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    await options.admit(url, request)
    const answer = await options.requestHost(url, request)
    if (!REDIRECTS.includes(answer.status)) return { ...answer, url }
    url = nextOf(url, answer, options.base, request.ownHost)
  }
  throw new EndlessRedirects('changed', messageAbout(start, `more than ${MAX_REDIRECTS} redirects`))
}

function nextOf(url: URL, { status, headers }: HttpResponse, base: string, ownHost?: string): URL {
  const fault = (kind: Fault, message: string) => new RedirectFault(kind, messageAbout(url, message))
  const { location } = headers
  if (location === undefined) throw fault('changed', `HTTP ${status} without a Location`)
  const next = redirectTarget(base, url, location)
  if (!next) throw fault('refused', `redirected to ${location}, which is no https address`)
  const { host, pathname, username, password } = next
  if (username !== '' || password !== '')
    throw fault('refused', `redirected to ${host} with a user name or password in the address`)
  if (ERROR_PAGE.test(pathname)) throw fault('refused', `sent to the error page ${pathname}`)
  // An upstream must not redirect us to addresses that only this machine or its network can reach.
  const why = host === ownHost ? undefined : privateHostFault(next)
  if (why !== undefined) throw fault('refused', `redirected to ${host}${pathname}; ${why}`)
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
