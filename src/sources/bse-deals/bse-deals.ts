import type { Day } from '../../market/calendar.ts'
import type { DealKind } from '../../market/facts/fact.ts'
import { type DealLayout, dealHeadingsOf, dealIn, readDealsCsv } from '../exchanges/deals.ts'
import { bseRequest, rowsUnder } from '../exchanges/requests.ts'
import { readJson } from '../formats/json.ts'
import { dayFromDMY } from '../parsing/dates.ts'
import { BadCell, readJsonRows } from '../parsing/row.ts'
import type { DownloadedDocument, DownloadRequest, ParsedDocument, Source } from '../source.ts'

const LISTS = [
  { name: 'bulk', kind: 'BULK', endpoint: 'BulkDeal_Beta' },
  { name: 'block', kind: 'BLOCK', endpoint: 'BlockDeal_Beta' },
] as const satisfies readonly { name: string; kind: DealKind; endpoint: string }[]

const LAYOUT: DealLayout = {
  exchange: 'BSE',
  headings: {
    tradeDate: 'DEAL_DATE',
    symbol: 'ScripName',
    securityName: 'ScripName',
    clientName: 'CLIENT_NAME',
    dealType: 'TRANSACTION_TYPE',
    quantity: 'QUANTITY',
    price: 'PRICE',
  },
  dayFrom: dayFromDMY,
}

const LIST_KEYS = {
  what: 'the list of deals',
  required: dealHeadingsOf(LAYOUT),
  known: ['SCRIP_CODE', 'SENDTOWEBSITE'],
}

/** BSE prints only the short name of a security; its code means nothing to other exchanges. */
const SECURITY = 'Security Name'

/** The stars refer to footnotes of the page that the file is downloaded from. */
const DOWNLOAD_LAYOUT: DealLayout = {
  exchange: 'BSE',
  headings: {
    tradeDate: 'Deal Date',
    symbol: SECURITY,
    securityName: SECURITY,
    clientName: 'Client Name',
    dealType: 'Deal Type *',
    quantity: 'Quantity',
    price: 'Price **',
  },
  dayFrom: dayFromDMY,
}

/** Parses the file that BSE's deal pages offer for download. It may span many days, and does not name its list. */
export const readBseDealsCsv = (body: string, kind: DealKind): ParsedDocument =>
  readDealsCsv(body, kind, DOWNLOAD_LAYOUT, { known: ['Security Code'], mayLackLastLineEnd: true })

/** The bulk and block deals that BSE discloses in the evening. */
export const bseDeals: Source = {
  id: 'bse-deals',
  publisher: 'bse',
  home: 'https://www.bseindia.com/markets/equity/EQReports/bulk_deals.aspx',
  contents: 'bulk and block deals',
  schedule: {
    words: 'at 18:30, 19:30, 21:00 and 22:30',
    cron: ['30 18,19,22 * * *', '0 21 * * *'],
  },
  isDated: true,
  dealsFile: { heading: 'securitycode', read: readBseDealsCsv },
  plan: ({ days }) => (days.length === 0 ? latest() : days.flatMap(ofDay)),
  read,
}

const latest = (): DownloadRequest[] => LISTS.map(({ name, endpoint }) => bseRequest(name, endpoint))

function ofDay(day: Day): DownloadRequest[] {
  const requested = day.split('-').reverse().join('')
  return LISTS.map(({ name, endpoint }) =>
    bseRequest(`${name}/${day}`, endpoint, { strDate: requested, endDate: requested }, day),
  )
}

function read({ document, day, body }: DownloadedDocument): ParsedDocument {
  const kind = kindOf(document)
  return readJsonRows(rowsUnder('Table', readJson(body)), LIST_KEYS, (row) => {
    const said = dealIn(row, kind, LAYOUT)
    const { tradeDate } = said.deal
    if (day !== null && tradeDate !== day)
      throw new BadCell('deal-day', `the deal is of ${tradeDate}, those of ${day} were requested`)
    return [said]
  })
}

function kindOf(document: string): DealKind {
  const list = LISTS.find(({ name }) => name === document.split('/')[0])
  if (list) return list.kind
  throw new Error(`bse-deals has no document ${document}`)
}
