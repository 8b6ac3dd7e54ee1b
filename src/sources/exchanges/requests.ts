import type { Day } from '../../market/calendar.ts'
import { asObject, asRows, type JsonObject } from '../formats/json.ts'
import { type DownloadRequest, Unreadable } from '../source.ts'

export const NSE_SITE = 'https://www.nseindia.com'
/** The page that sets the cookies for the JSON addresses. */
export const NSE_ISSUES_PAGE = `${NSE_SITE}/market-data/all-upcoming-issues-ipo`

/** A request for JSON of NSE's website, linked from one of its pages. */
export const nseRequest = (document: string, path: string, page = NSE_ISSUES_PAGE): DownloadRequest => ({
  document,
  url: `${NSE_SITE}${path}`,
  expects: 'json',
  referer: page,
  cookiesFrom: NSE_ISSUES_PAGE,
})

/** A request for a file of NSE's archives, linked from one of its pages. */
export const nseFileRequest = (document: string, path: string, page: string): DownloadRequest => ({
  document,
  url: `https://nsearchives.nseindia.com${path}`,
  expects: 'csv',
  referer: page,
})

const BSE_API = 'https://api.bseindia.com/BseIndiaAPI/api'
/** The interface answers only requests from pages of its own site. */
const BSE_SITE = 'https://www.bseindia.com'

export function bseRequest(
  document: string,
  endpoint: string,
  query: Readonly<Record<string, string>> = {},
  day?: Day,
): DownloadRequest {
  const search = new URLSearchParams(query).toString()
  return {
    document,
    url: `${BSE_API}/${endpoint}/w${search && `?${search}`}`,
    expects: 'json',
    referer: `${BSE_SITE}/`,
    origin: BSE_SITE,
    ...(day !== undefined && { day }),
  }
}

/** The rows of an answer of BSE such as `{"Table": [...]}`, which may be empty. */
export function rowsUnder(key: string, value: unknown, what = 'the answer'): readonly JsonObject[] {
  const answer = asObject(value, 'the answer')
  if (answer[key] === undefined)
    throw new Unreadable(`${what} has no ${key}; found ${Object.keys(answer).join(', ') || 'nothing'}`)
  return asRows(answer[key], key)
}
