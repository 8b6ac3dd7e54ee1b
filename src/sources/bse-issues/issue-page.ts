import type { Day } from '../../market/calendar.ts'
import { dayFromDMonY } from '../reading/days.ts'
import { asObject, asRows, checkKeys, type JsonObject, readJson, textOf } from '../reading/json.ts'
import { countFrom } from '../reading/numbers.ts'
import { BadCell, type CellRule, cellIfPrinted, cellOf, hearRow } from '../reading/row.ts'
import { printedTerms } from '../reading/terms.ts'
import { type Answer, NOBODY, type Reading, type TermsSaid, Unreadable } from '../source.ts'
import { checkPeriod, IPO_NUMBER, NAME } from './issue-cells.ts'
import { ISSUE_PAGE_LAYOUT } from './issue-page-layout.ts'
import { amountOf, bandOf } from './price-cells.ts'

interface Period {
  readonly openDate: Day
  readonly closeDate: Day
}

const PERIOD: CellRule<Period> = {
  rule: 'issue-period',
  expected: 'a period such as 21 Aug 2026 to 25 Aug 2026',
  from: (text) => {
    const [openDate = null, closeDate = null, ...more] = text.split(/\s+to\s+/i).map(dayFromDMonY)
    return openDate !== null && closeDate !== null && more.length === 0 ? { openDate, closeDate } : null
  },
}
const SECURITY_TYPE: CellRule<string> = {
  rule: 'security-type',
  expected: 'a type of security',
  from: (text) => text,
}
const LOT: CellRule<number> = { rule: 'market-lot', expected: 'a number of shares', from: countFrom }
const MINIMUM_BID: CellRule<number> = { rule: 'minimum-bid', expected: 'a number of shares', from: countFrom }

/** Reads the page of one issue. The size that it prints is left aside: a count of shares, with or without the anchors'. */
export function readIssuePage({ document, body }: Answer): Reading {
  const { IPONO_0: page, ...rest } = asObject(readJson(body), 'the answer')
  if (page === undefined)
    throw new Unreadable(`the page has no IPONO_0; found ${Object.keys(rest).join(', ') || 'nothing'}`)
  const rows = asRows(page, 'IPONO_0')
  const unknownColumns = checkKeys(rows, ISSUE_PAGE_LAYOUT)
  const asked = document.split('/')[1] ?? ''
  const entries = rows.flatMap((row, index) =>
    hearRow(index + 1, JSON.stringify(row), () => (isEquity(row) ? [pageTerms(row, asked)] : [])),
  )
  return { entries, rows: rows.length, unknownColumns }
}

const isEquity = (row: JsonObject): boolean =>
  cellOf('Security_Type', textOf(row, 'Security_Type'), SECURITY_TYPE).toLowerCase() === 'equity'

function pageTerms(row: JsonObject, asked: string): TermsSaid {
  const upstreamId = cellOf('IPO_NO', textOf(row, 'IPO_NO'), IPO_NUMBER)
  if (upstreamId !== asked)
    throw new BadCell('ipo-number', `the page is that of issue ${upstreamId}, issue ${asked} was asked for`)
  const name = cellOf('ScripName', textOf(row, 'ScripName'), NAME)
  const symbol = textOf(row, 'Symbol')
  const { openDate = null, closeDate = null } =
    cellIfPrinted('Issue_Period', textOf(row, 'Issue_Period'), PERIOD) ?? {}
  checkPeriod(openDate, closeDate)
  const band = bandOf(row, 'Price_Band')
  return {
    kind: 'terms',
    subject: { ...NOBODY, name, symbol, upstreamId, openDate, closeDate, ...band },
    terms: {
      name,
      exchanges: ['BSE'],
      ...printedTerms({
        symbol,
        openDate,
        closeDate,
        ...band,
        faceValue: amountOf(row, 'Face_Value', 'face-value'),
        ...lotsOf(row),
      }),
    },
  }
}

function lotsOf(row: JsonObject): { readonly lotSize: number | null; readonly minLots: number | null } {
  const lot = cellIfPrinted('Market_Lot', textOf(row, 'Market_Lot'), LOT) ?? 0
  const minimum = cellIfPrinted('Minimum_Bid_Quantity', textOf(row, 'Minimum_Bid_Quantity'), MINIMUM_BID) ?? 0
  // A lot is worth ten thousand rupees and more; BSE prints 1 for both while the lot is not known.
  if (lot <= 1) return { lotSize: null, minLots: null }
  return { lotSize: lot, minLots: minimum > 0 && minimum % lot === 0 ? minimum / lot : null }
}
