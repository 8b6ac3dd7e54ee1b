import { BadCell } from '../parsing/row.ts'
import { type CellText, readTrackerTable, type TrackerLayout } from '../parsing/tracker-table.ts'
import type { Source } from '../source.ts'

const PAGE = 'https://ipowatch.in/ipo-grey-market-premium-latest-ipo-gmp/'

/** The headings of 2025, of early 2026 and since; the page has several tables, of which this is the widest. */
const LAYOUT: TrackerLayout = {
  format: 'html',
  aliases: {
    name: ['IPO Name', 'Stock / IPO', 'Company', 'Company Name', 'IPO'],
    gmp: ['IPO GMP', 'GMP'],
    price: ['Price Band', 'IPO Price', 'Price'],
    estimate: ['Est. Listing', 'Est Listing', 'Estimated Listing', 'Gain', 'Listing Gain', 'Est. Gain'],
    dates: ['Date', 'IPO Date', 'Dates'],
    board: ['Type', 'IPO Type'],
    updated: ['Last Updated', 'Updated', 'Updated On'],
  },
  ignored: ['Trend', 'Review', 'Status', 'Subject', 'Kostak'],
  isZeroAQuote,
  // Its days are in one column, as a span.
  dayFrom: () => null,
}

/** The site also prints `₹0` for no quote, and then leaves the estimate empty: `₹- (0.00%)`, `₹- (-%)`, `-%`. */
function isZeroAQuote(cell: CellText): boolean {
  const estimate = cell('estimate')
  if (estimate === null)
    throw new BadCell('zero-unclear', 'a zero without a column for the estimate: it may be no quote')
  return /\d/.test(estimate.replace(/\([^()]*\)/g, ''))
}

export const ipowatch: Source = {
  id: 'ipowatch',
  publisher: 'IPOWatch',
  home: PAGE,
  contents: 'GMP quotes',
  schedule: { words: 'every 2 hours from 9:20 to 23:20', cron: ['20 9-23/2 * * *'] },
  isDated: false,
  plan: () => [{ document: 'gmp', url: PAGE, expects: 'html' }],
  read: (answer) => readTrackerTable(answer, LAYOUT),
}
