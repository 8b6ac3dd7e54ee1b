import type { DownloadRequest } from '../source.ts'

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
