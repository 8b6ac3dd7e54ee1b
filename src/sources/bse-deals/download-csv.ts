import type { DealKind } from '../../market/facts/fact.ts'
import { dayFromDMY } from '../parsing/dates.ts'
import { type DealLayout, readDealsCsv } from '../parsing/deal-row.ts'
import type { ParsedDocument } from '../source.ts'

/** BSE prints only the short name of a security; its code means nothing to other exchanges. */
const SECURITY = 'Security Name'

/** The stars refer to footnotes of the page that the file is downloaded from. */
const LAYOUT: DealLayout = {
  exchange: 'BSE',
  headings: {
    date: 'Deal Date',
    symbol: SECURITY,
    securityName: SECURITY,
    clientName: 'Client Name',
    side: 'Deal Type *',
    quantity: 'Quantity',
    price: 'Price **',
  },
  dayFrom: dayFromDMY,
}

/** Parses the file that BSE's deal pages offer for download. It may span many days, and does not name its list. */
export const readBseDealsCsv = (body: string, kind: DealKind): ParsedDocument =>
  readDealsCsv(body, kind, LAYOUT, { known: ['Security Code'], mayLackLastLineEnd: true })
