import { HOLIDAY_SEGMENTS, type HolidaySegment } from '../../market/facts/fact.ts'
import { NSE_SITE, nseRequest } from '../nse/nse-site.ts'
import type { Source } from '../source.ts'
import { readHolidays } from './holiday-list.ts'

/** The page that shows the same lists to people. */
const PAGE = `${NSE_SITE}/resources/exchange-communication-holidays`

/** The lists of this year, and of the next once its circular is out. A day may be added a few days before it comes. */
export const nseHolidays: Source = {
  id: 'nse-holidays',
  publisher: 'nse',
  home: PAGE,
  contents: 'trading and clearing holidays',
  schedule: { words: 'at 7:30', cron: ['30 7 * * *'] },
  isDated: false,

  plan: () =>
    HOLIDAY_SEGMENTS.map((segment) => nseRequest(segment, `/api/holiday-master?type=${segment}`, PAGE)),

  read({ document, body }) {
    if (!isSegment(document)) throw new Error(`nse-holidays has no document ${document}`)
    return readHolidays(document, body)
  },
}

const isSegment = (document: string): document is HolidaySegment =>
  HOLIDAY_SEGMENTS.some((segment) => segment === document)
