import type { DealKind } from '../../market/facts/fact.ts'
import { type DealLayout, readDealsCsv } from '../exchanges/deals.ts'
import { nseFileRequest } from '../exchanges/requests.ts'
import { dayFromDMonY } from '../parsing/dates.ts'
import type { ParsedDocument, Source } from '../source.ts'

const LAYOUT: DealLayout = {
  exchange: 'NSE',
  headings: {
    tradeDate: 'Date',
    symbol: 'Symbol',
    securityName: 'Security Name',
    clientName: 'Client Name',
    dealType: 'Buy/Sell',
    quantity: 'Quantity Traded',
    price: 'Trade Price / Wght. Avg. Price',
  },
  dayFrom: dayFromDMonY,
}

/** The line that replaces deals on a day without any. */
const NO_RECORDS = /^[",\s]*no records[",\s]*$/i

/** Parses NSE's disclosed deals, both from its archive and from the download of its website. */
export const readNseDealsCsv = (body: string, kind: DealKind): ParsedDocument =>
  NO_RECORDS.test(body)
    ? { entries: [], rows: 0, unknownColumns: [] }
    : readDealsCsv(body, kind, LAYOUT, { known: ['Remarks'], filler: NO_RECORDS })

const PAGE = 'https://www.nseindia.com/report-detail/display-bulk-and-block-deals'

const KIND_OF: Readonly<Record<string, DealKind>> = { bulk: 'BULK', block: 'BLOCK' }

/** The two lists of the newest trading day. Until the evening they are still those of the day before. */
export const nseDeals: Source = {
  id: 'nse-deals',
  publisher: 'nse',
  home: PAGE,
  contents: 'bulk and block deals',
  schedule: {
    words: 'at 18:30, 19:30, 20:30 and 22:00',
    cron: ['30 18-20 * * *', '0 22 * * *'],
  },
  isDated: false,
  dealsFile: { heading: 'symbol', read: readNseDealsCsv },

  plan: () => Object.keys(KIND_OF).map((list) => nseFileRequest(list, `/content/equities/${list}.csv`, PAGE)),

  read({ document, body }) {
    const kind = KIND_OF[document]
    if (kind === undefined) throw new Error(`nse-deals has no document ${document}`)
    return readNseDealsCsv(body, kind)
  },
}
