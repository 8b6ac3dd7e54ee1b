import type { Day } from '../../market/calendar.ts'
import { MULTIPLE_ALONE, type Terms } from '../../market/facts/fact.ts'
import { outcomeOfName } from '../../market/issues/names.ts'
import { asRows, checkKeys, type JsonObject, readJson, textOf, textOfCells } from '../formats/json.ts'
import { bidCounts } from '../offer/bid-counts.ts'
import { dayFromDMonY } from '../parsing/dates.ts'
import { checkOutcome } from '../parsing/issue-name.ts'
import { type CellRule, cellIfPrinted, cellOf, type OptionalPart, parseRow } from '../parsing/row.ts'
import type { Observation, ParsedDocument, Subject } from '../source.ts'
import { BAND, DAY, ifPrinted, PRICE, SHARES, timesSubscribed } from './cell-rules.ts'
import { type NseIssueName, nseTerms, subjectOf } from './issue-terms.ts'
import { boardOfSeries, isFirstOffer } from './scope.ts'

/** The keys of a list by their contents; several keys for one value are tried in order. */
interface Layout {
  readonly name: readonly string[]
  readonly series: string
  readonly openDate: string
  readonly closeDate: string
  readonly band: readonly string[]
  readonly required: readonly string[]
  readonly known: readonly string[]
}

const COMING = {
  name: ['companyName'],
  series: 'series',
  openDate: 'issueStartDate',
  closeDate: 'issueEndDate',
  band: ['issuePrice', 'priceBand'],
  required: ['companyName', 'symbol', 'series', 'issueStartDate', 'issueEndDate'],
  // The size is not read: it is a number of shares, without the anchor's part once that is allotted.
  known: ['status', 'issuePrice', 'priceBand', 'issueSize', 'lotSize', 'isBse', 'category', 'srNo', 'sr_no'],
} as const

const LAYOUTS = {
  current: { ...COMING, required: [...COMING.required, 'noOfSharesOffered', 'noOfsharesBid', 'noOfTime'] },
  upcoming: { ...COMING, known: [...COMING.known, 'noOfSharesOffered', 'noOfsharesBid', 'noOfTime'] },
  past: {
    name: ['company', 'companyName'],
    series: 'securityType',
    openDate: 'ipoStartDate',
    closeDate: 'ipoEndDate',
    band: ['priceRange'],
    required: [
      'company',
      'symbol',
      'securityType',
      'ipoStartDate',
      'ipoEndDate',
      'priceRange',
      'issuePrice',
      'listingDate',
    ],
    known: ['companyName', 'htmSym', 'linkRemovalDate'],
  },
} as const satisfies Record<string, Layout>

export type List = keyof typeof LAYOUTS
export const isList = (document: string): document is List => Object.hasOwn(LAYOUTS, document)

/** What is needed to request the details of a listed issue. */
export interface ListedIssue {
  readonly named: NseIssueName
  readonly closeDate: Day | null
}

export function readNseList(list: List, body: string): ParsedDocument {
  const { rows, unknownColumns } = rowsOf(list, body)
  const entries = rows.flatMap((cells, index) =>
    parseRow(index + 1, JSON.stringify(cells), (optionalPart) => observationsIn(list, cells, optionalPart)),
  )
  return { entries, rows: rows.length, unknownColumns }
}

/** The issues of a list. A row in which only other cells are unreadable is included. */
export function issuesIn(list: List, body: string): ListedIssue[] {
  const { closeDate } = LAYOUTS[list]
  return rowsOf(list, body).rows.flatMap((cells) => {
    const named = issueNamedIn(list, cells)
    return named === null ? [] : [{ named, closeDate: dayFromDMonY(textOf(cells, closeDate) ?? '') }]
  })
}

function rowsOf(list: List, body: string) {
  const json = readJson(body)
  const what = `the list of ${list} issues`
  const isWrapped = typeof json === 'object' && json !== null && 'data' in json
  const rows = asRows(isWrapped ? json.data : json, what)
  return { rows, unknownColumns: checkKeys(rows, { ...LAYOUTS[list], what }) }
}

function observationsIn(list: List, cells: JsonObject, optionalPart: OptionalPart): Observation[] {
  const { name, series } = LAYOUTS[list]
  const printedName = cellOf(name[0], textIn(cells, name), NAME)
  cellOf(series, textOf(cells, series), SERIES)
  const named = issueNamedIn(list, cells)
  if (named === null) return []
  optionalPart(() => checkOutcome(name[0], printedName), textOfCells(cells, ['symbol', ...name]))
  const printed = termsIn(list, cells, optionalPart)
  const subject = subjectOf(named, printed)
  const terms: Observation = { kind: 'terms', subject, terms: nseTerms(named, printed) }
  if (list !== 'current' || named.board !== 'SME') return [terms]
  const book = ['symbol', 'noOfSharesOffered', 'noOfTime']
  const readings = optionalPart(() => wholeBook(subject, cells, optionalPart), textOfCells(cells, book))
  return [terms, ...(readings ?? [])]
}

const anyText = (text: string) => text
const NAME: CellRule<string> = { rule: 'name-missing', expected: 'the name of a company', from: anyText }
const SERIES: CellRule<string> = { rule: 'series-missing', expected: 'a series such as EQ', from: anyText }

const textIn = (cells: JsonObject, keys: readonly string[]): string | null =>
  keys.map((key) => ifPrinted(textOf(cells, key))).find((text) => text !== null) ?? null

/** `null` for anything but a first offer of shares. */
function issueNamedIn(list: List, cells: JsonObject): NseIssueName | null {
  const layout = LAYOUTS[list]
  const name = textIn(cells, layout.name)
  const symbol = textOf(cells, 'symbol')
  const board = boardOfSeries(textOf(cells, layout.series))
  if (name === null || board === null || !isFirstOffer(name, symbol)) return null
  return { ...outcomeOfName(name), board, symbol, isin: null }
}

function termsIn(list: List, cells: JsonObject, optionalPart: OptionalPart): Partial<Terms> {
  const layout = LAYOUTS[list]
  const cell = <T>(key: string, rule: CellRule<T>) => cellIfPrinted(key, ifPrinted(textOf(cells, key)), rule)
  const optional = <T>(keys: readonly string[], read: () => T) =>
    optionalPart(read, textOfCells(cells, ['symbol', ...keys]))
  return {
    // Half a period is not reported: combined with the other half of an earlier statement it would make one that was
    // never printed.
    ...optional([layout.openDate, layout.closeDate], () => ({
      openDate: cell(layout.openDate, DAY),
      closeDate: cell(layout.closeDate, DAY),
    })),
    ...optional(layout.band, () => cellIfPrinted(layout.band[0], textIn(cells, layout.band), BAND)),
    ...(list === 'past' && {
      issuePrice: optional(['issuePrice'], () => cell('issuePrice', PRICE)),
      listingDate: optional(['listingDate'], () => cell('listingDate', DAY)),
    }),
    ...(list === 'upcoming' && { lotSize: optional(['lotSize'], () => cell('lotSize', SHARES)) }),
  }
}

/** NSE has the whole book of an SME issue; of others only its own part, and the detail has both exchanges'. */
function wholeBook(subject: Subject, cells: JsonObject, optionalPart: OptionalPart): Observation[] {
  const printed = textOf(cells, 'noOfTime')
  const offered = textOf(cells, 'noOfSharesOffered')
  const timesSub = timesSubscribed(offered, printed)
  if (printed === null || timesSub === null) return []
  const columns = ['noOfSharesOffered', 'noOfsharesBid'] as const
  const bid = ifPrinted(textOf(cells, 'noOfsharesBid'))
  const counts =
    optionalPart(
      () => bidCounts(columns, [offered, bid], timesSub),
      textOfCells(cells, ['symbol', 'noOfSharesOffered']),
    ) ?? MULTIPLE_ALONE
  return [
    {
      ...{ kind: 'subscription', subject, observedAt: null, category: 'TOTAL', timesSub, ...counts },
      ...{ book: 'NSE', printed },
    },
  ]
}
