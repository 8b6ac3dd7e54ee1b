import type { Day } from '../../market/calendar.ts'
import { asObject, asRows, type JsonObject } from '../formats/json.ts'
import { type DownloadRequest, Unreadable } from '../source.ts'

const API = 'https://api.bseindia.com/BseIndiaAPI/api'
/** The interface answers only requests from pages of its own site. */
const SITE = 'https://www.bseindia.com'

export function bseRequest(
  document: string,
  endpoint: string,
  query: Readonly<Record<string, string>> = {},
  day?: Day,
): DownloadRequest {
  const search = new URLSearchParams(query).toString()
  return {
    document,
    url: `${API}/${endpoint}/w${search && `?${search}`}`,
    expects: 'json',
    referer: `${SITE}/`,
    origin: SITE,
    ...(day !== undefined && { day }),
  }
}

/** The rows of `{"Table": [...]}`, which may be empty. */
export function rowsOfTable(value: unknown): readonly JsonObject[] {
  const { Table: table, ...rest } = asObject(value, 'the answer')
  if (table === undefined)
    throw new Unreadable(`the answer has no Table; found ${Object.keys(rest).join(', ') || 'nothing'}`)
  return asRows(table, 'Table')
}
