import type { AskHost, Question } from './ask-host.ts'
import type { HttpAnswer } from './exchange.ts'
import { redirectTarget } from './upstream-address.ts'
import { RedirectFault, UpstreamFault, wordsAbout } from './upstream-fault.ts'

export interface Followed {
  /** The original address that answered in the end. */
  readonly url: URL
  readonly answer: HttpAnswer
}

export interface Way {
  readonly base: string
  readonly askHost: AskHost
  /** Throws when an address may not be read. */
  readonly admit: (url: URL) => Promise<void>
}

const REDIRECTS = [301, 302, 303, 307, 308]
/** RFC 9309 wants five for robots.txt; no upstream needs more. */
const MAX_REDIRECTS = 5
/** BSE sends whom it does not like to `error_Bse.html`. */
const ERROR_PAGE = /\/(error|access-?denied|blocked)([._\d-][^/]*)?\/?$/i

export async function followRedirects(start: URL, question: Question, way: Way): Promise<Followed> {
  if (start.protocol !== 'https:') throw new UpstreamFault('refused', `${start.href} is no https address`)
  let url = start
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    await way.admit(url)
    const answer = await way.askHost(url, question)
    if (!REDIRECTS.includes(answer.status)) return { url, answer }
    url = nextOf(url, answer, way.base)
  }
  throw new RedirectFault('changed', wordsAbout(start, `more than ${MAX_REDIRECTS} redirects`))
}

function nextOf(url: URL, { status, headers }: HttpAnswer, base: string): URL {
  const location = headers.get('location')
  if (location === null) {
    throw new RedirectFault('changed', wordsAbout(url, `HTTP ${status} without a Location`))
  }
  const next = redirectTarget(base, url, location)
  if (!next) {
    throw new RedirectFault(
      'refused',
      wordsAbout(url, `redirected to ${location}, which is no https address`),
    )
  }
  if (ERROR_PAGE.test(next.pathname)) {
    throw new RedirectFault('refused', wordsAbout(url, `sent to the error page ${next.pathname}`))
  }
  return next
}
