import { type Instant, msOf } from '../../market/calendar.ts'

/** Visits to pages that set a host's session cookies, shared by all downloads. */
export interface Visits {
  /** The last visit to the page's host if its cookies are still valid, else a new one. */
  recent(page: URL): Promise<CookieVisit>
  /** A visit after one whose cookies the host did not accept. */
  again(page: URL, last: CookieVisit): Promise<CookieVisit>
}

export interface CookieVisit {
  readonly at: Instant
  readonly done: Promise<void>
}

/** NSE's session expires after about half an hour. */
const COOKIES_LAST_MS = 30 * 60_000

export function cookieVisits(visitPage: (page: URL) => Promise<void>, now: () => Instant): Visits {
  const lastByHost = new Map<string, CookieVisit>()

  async function begin(page: URL): Promise<CookieVisit> {
    const visit: CookieVisit = { at: now(), done: visitPage(page) }
    lastByHost.set(page.host, visit)
    try {
      await visit.done
    } catch (error) {
      if (lastByHost.get(page.host) === visit) lastByHost.delete(page.host)
      throw error
    }
    return visit
  }

  async function join(visit: CookieVisit): Promise<CookieVisit> {
    await visit.done
    return visit
  }

  return {
    recent(page) {
      const last = lastByHost.get(page.host)
      const holds = last !== undefined && msOf(now()) - msOf(last.at) <= COOKIES_LAST_MS
      return holds ? join(last) : begin(page)
    },
    again(page, last) {
      const newest = lastByHost.get(page.host)
      return newest === undefined || newest === last ? begin(page) : join(newest)
    },
  }
}
