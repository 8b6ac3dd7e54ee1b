import type { DealKind } from '../../market/facts/fact.ts'
import { dayFromDMonY } from '../parsing/dates.ts'
import { type DealLayout, readDealsCsv } from '../parsing/deal-row.ts'
import type { ParsedDocument } from '../source.ts'

const LAYOUT: DealLayout = {
  exchange: 'NSE',
  headings: {
    date: 'Date',
    symbol: 'Symbol',
    securityName: 'Security Name',
    clientName: 'Client Name',
    side: 'Buy/Sell',
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
