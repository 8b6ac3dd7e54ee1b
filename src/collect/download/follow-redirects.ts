import type { Fault } from '../../store/tables.ts'
import { privateHostFault } from './public-address.ts'
import type { HostRequest, RequestHost } from './request-host.ts'
import type { HttpResponse } from './send-request.ts'
import { redirectTarget } from './upstream-address.ts'
import { EndlessRedirects, messageAbout, RedirectFault, UpstreamFault } from './upstream-fault.ts'

export interface Followed {
  /** The original address that answered in the end. */
  readonly url: URL
  readonly answer: HttpResponse
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
): Promise<Followed> {
  if (start.protocol !== 'https:') throw new UpstreamFault('refused', `${start.href} is no https address`)
  const why = start.host === request.ownHost ? undefined : privateHostFault(start)
  if (why !== undefined) throw new UpstreamFault('refused', messageAbout(start, why))
  let url = start
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    await options.admit(url, request)
    const answer = await options.requestHost(url, request)
    if (!REDIRECTS.includes(answer.status)) return { url, answer }
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
