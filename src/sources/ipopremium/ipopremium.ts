import { dayFromMonDY } from '../parsing/dates.ts'
import { readTrackerTable, type TrackerLayout } from '../parsing/tracker-table.ts'
import type { Source } from '../source.ts'

const HOME = 'https://www.ipopremium.in/'

/** The board is in brackets after the name: `Acme Foods Ltd. (NSE SME)`. */
const LAYOUT: TrackerLayout = {
  format: 'html',
  // The page is built by a script; the same table is in its noscript element.
  table: '#table_ajax',
  aliases: {
    name: ['Company Name'],
    gmp: ['GMP Rumors *', 'GMP Rumors*', 'GMP Rumors', 'GMP'],
    open: ['Open', 'Open Date'],
    close: ['Close', 'Close Date'],
    price: ['Price', 'Price Band'],
  },
  ignored: ['Lot Size', 'Issue Size (cr)', 'LM', 'Allotment Date', 'Listing Date', 'Action'],
  // The site prints 0 for every issue without a quote.
  isZeroAQuote: () => false,
  dayFrom: dayFromMonDY,
}

export const ipopremium: Source = {
  id: 'ipopremium',
  publisher: 'IPO Premium',
  home: HOME,
  contents: 'GMP quotes',
  schedule: { words: 'every 2 hours from 9:30 to 23:30', cron: ['30 9-23/2 * * *'] },
  isDated: false,
  plan: () => [{ document: 'gmp', url: HOME, expects: 'html' }],
  read: (answer) => readTrackerTable(answer, LAYOUT),
}
