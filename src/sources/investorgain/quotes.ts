import { addDays, type Day, type Instant } from '../../market/calendar.ts'
import type { Board } from '../../market/facts/fact.ts'
import { isTrustType } from '../../market/issues/names.ts'
import type { Paise } from '../../market/money.ts'
import { cellText } from '../formats/html-table.ts'
import { asObject, asRows, checkKeys, type JsonObject, readJson, textOf } from '../formats/json.ts'
import { parseMarkup, textWithout } from '../formats/markup.ts'
import { dayFromDMY, dayFromIso, type Stamp, stampFrom, stampOf, stampOfReading } from '../parsing/dates.ts'
import { priceFrom } from '../parsing/numbers.ts'
import { BadCell, cellOf, jsonRow, parseRow, type Row, readJsonRows } from '../parsing/row.ts'
import { boardNamedIn, type GmpCell, gmpFrom, nameWithoutBoard, quoteIn } from '../parsing/tracker-cells.ts'
import {
  type DownloadedDocument,
  type ParsedDocument,
  type ReportedGmp,
  type Subject,
  UNNAMED_SUBJECT,
  Unreadable,
} from '../source.ts'

/** The body of a successful call. A retired address also answers with status 200, and reports it in `msg`. */
export function responseBody(body: string): JsonObject {
  const whole = asObject(readJson(body), 'the answer')
  if (String(whole.msg) === '1') return whole
  const reported = ['msg', 'error']
    .filter((key) => key in whole)
    .map((key) => `${key} ${JSON.stringify(whole[key])}`)
  throw new Unreadable(`the host answered ${reported.join(', ') || 'no msg at all'}; msg 1 was expected`)
}

// The quotes of a month.

/** Columns are added, removed and renamed: the newest name first. */
const PRICE = ['Price (₹)', 'Price']
const CATEGORY = ['~IPO_Category', '~ipo_category1']
const STATUS = '~ipo_status1'
const OPEN = '~Srt_Open'
const CLOSE = '~Srt_Close'
/** Sic. */
const LISTING = '~Str_Listing'
const PLAIN_NAME = '~ipo_name'
const LIST = {
  what: 'the report',
  naming: ['~id'],
  required: ['Name', 'GMP', '~id', 'Updated-On'],
  known: [
    ...PRICE,
    ...CATEGORY,
    ...[STATUS, OPEN, CLOSE, PLAIN_NAME, 'Rating', 'Sub', 'IPO Size', 'IPO Size (₹ in cr)', 'Lot', '~P/E'],
    ...['Open', 'Close', 'BoA Dt', 'Listing', 'Anchor', 'GMP(L/H) (₹)', 'Est Listing', '~Srt_BoA_Dt'],
    ...[LISTING, '~orderby1', '~max_gmp1', '~urlrewrite_folder_name', '~Display_Order'],
    ...['~Highlight_Row', '~gmp_percent_calc'],
  ],
}

/** Parses the day's quotes of all issues of a month, with markup in the cells. */
export const readQuoteList = ({ body, fetchedAt }: DownloadedDocument): ParsedDocument =>
  readJsonRows(rowsOf(responseBody(body)), LIST, (row) => quotesIn(row, fetchedAt))

/**
 * Parses a list of a past month for the numbers of its issues only: its quotes are also in their histories, where they
 * have a year.
 */
export const readPastList = ({ body }: DownloadedDocument): ParsedDocument =>
  readJsonRows(rowsOf(responseBody(body)), LIST, (row) =>
    isOfTrust(row)
      ? []
      : [{ kind: 'terms', subject: subjectOf(row), terms: {}, onlyKnown: { listedOn: null, name: null } }],
  )

/** An issue in a list: the site's number of it, and its last day there. */
interface Lead {
  readonly id: string
  readonly isListed: boolean
  readonly lastDay: Day | null
}

/** The issues of a list, and the number of its pages. */
export function leadsOf(body: string): { readonly leads: readonly Lead[]; readonly pages: number } {
  const whole = responseBody(body)
  const leads = rowsOf(whole)
    .map((cells, index) => jsonRow(cells, index + 1))
    .filter((row) => !isOfTrust(row))
    .map((row) => ({ id: row.text('~id') ?? '', isListed: isListed(row), lastDay: lastDayOf(row) }))
    // The id becomes part of an address.
    .filter(({ id }) => /^\d+$/.test(id))
  return {
    leads: [...new Map(leads.map((lead) => [lead.id, lead])).values()],
    pages: Number(textOf(whole, 'totalPages') ?? 1),
  }
}

/** An issue whose day of listing is not printed has listed by then. */
const LISTED_AFTER_CLOSING_DAYS = 14

function lastDayOf(row: Row): Day | null {
  const [listing, close] = [LISTING, CLOSE].map((key) => dayFromIso(row.text(key) ?? ''))
  return listing ?? (close ? addDays(close, LISTED_AFTER_CLOSING_DAYS) : null)
}

const rowsOf = (whole: JsonObject) => asRows(whole.reportTableData, 'reportTableData')

/** `L@120.00 (20.00%)` after the name is the price at which it listed. */
const isListed = (row: Row): boolean => /\bL@/.test(row.text('Name') ?? '') || row.text(STATUS) === 'LP'

/** The category of a row, and the badges beside its name. */
function typesOf(row: Row): readonly string[] {
  const cell = parseMarkup(row.text('Name') ?? '')
  const badges = cell('.badge').toArray()
  return [firstOf(row, CATEGORY) ?? '', ...badges.map((badge) => cellText(cell(badge).text()))]
}

const isOfTrust = (row: Row): boolean => typesOf(row).some(isTrustType)

function quotesIn(row: Row, fetchedAt: Instant): ReportedGmp[] {
  if (isOfTrust(row)) return []
  const { amount, printed, beside } = gmpCellOf(row.text('GMP') ?? '')
  const gmp = quoteIn(amount)
  // The text around the bold figure may be its sign, or the rest of it.
  if (quoteIn(printed) !== gmp)
    throw new BadCell('gmp-contradiction', `"${printed}" differs from its bold part "${amount}"`)
  if (gmp === null) return []
  const subject = subjectOf(row)
  if (subject.name === null && subject.upstreamId === null)
    throw new BadCell('issue-unnamed', 'the row has neither a name nor an id')
  const stamp = updatedAt(row, fetchedAt)
  const range = row.optional(['GMP'], () => rangeIn(beside))
  return [{ kind: 'gmp', subject, ...stamp, gmp, printed, ...range }]
}

function updatedAt(row: Row, fetchedAt: Instant): Stamp {
  const updated = textIn(row.text('Updated-On') ?? '')
  if (updated === '') return stampOfReading(fetchedAt)
  return cellOf('Updated-On', updated, {
    rule: 'updated-unreadable',
    expected: 'a time up to now such as 12-Mar 18:05',
    from: (text) => stampFrom(text, fetchedAt),
  })
}

/** `₹<b>30</b> (25.00%)<br><b>20 ↓ / 35 ↑</b>`: after the break are the lowest and the highest quote so far. */
function gmpCellOf(markup: string): {
  readonly amount: string
  readonly printed: string
  readonly beside: string
} {
  const [first = '', second = ''] = markup.split(/<br\b[^>]*>?/i)
  const printed = textIn(first)
  const bold = parseMarkup(first)('b').first()
  return { amount: bold.length > 0 ? cellText(bold.text()) : printed, printed, beside: textIn(second) }
}

function subjectOf(row: Row): Subject {
  const cell = parseMarkup(row.text('Name') ?? '')
  const linked = cellText(cell('a').first().text())
  const name =
    linked ||
    textIn(row.text(PLAIN_NAME) ?? '') ||
    cellText(
      cell
        .root()
        .toArray()
        .map((root) => textWithout(root, 'span'))
        .join(''),
    )
  const boards = typesOf(row).map(boardOf)
  return {
    ...UNNAMED_SUBJECT,
    name: nameWithoutBoard(name) || null,
    upstreamId: row.text('~id'),
    board: boards.find((board) => board !== null) ?? boardNamedIn(name),
    openDate: dayFromIso(row.text(OPEN) ?? ''),
    closeDate: dayFromIso(row.text(CLOSE) ?? ''),
    priceMax: priceFrom(firstOf(row, PRICE) ?? ''),
  }
}

/** Here `IPO` alone means the mainboard. */
const boardOf = (text: string): Board | null => (text === 'IPO' ? 'MAINBOARD' : boardNamedIn(text))

const firstOf = (row: Row, keys: readonly string[]): string | null =>
  keys.map((key) => row.text(key)).find((text) => text !== null) ?? null

const textIn = (markup: string): string => cellText(parseMarkup(markup).text())

interface QuoteRange {
  readonly printedLow: Paise
  readonly printedHigh: Paise
}

/** `46 ↓ / 55 ↑`: the lowest and the highest quote so far. Dashes and zeros stand for none. Throws `BadCell` otherwise. */
export function rangeIn(text: string): QuoteRange | null {
  if (text === '') return null
  const [low = '', high = '', ...more] = text.split('/').map((part) => part.trim())
  const [printedLow, printedHigh] = [amountBefore(low, '↓'), amountBefore(high, '↑')]
  if (more.length === 0 && printedLow === null && printedHigh === null) return null
  if (
    more.length > 0 ||
    typeof printedLow !== 'number' ||
    typeof printedHigh !== 'number' ||
    printedLow > printedHigh
  )
    throw new BadCell('range-unreadable', `"${text}" is no range such as 46 ↓ / 55 ↑`)
  return printedLow === 0 && printedHigh === 0 ? null : { printedLow, printedHigh }
}

/** `null` for a dash; `undefined` when it is neither that nor an amount. */
function amountBefore(text: string, arrow: string): Paise | null | undefined {
  if (!text.endsWith(arrow)) return undefined
  const read = gmpFrom(text.slice(0, -arrow.length))
  if (read.kind === 'nonsense') return undefined
  return read.kind === 'quote' ? read.gmp : null
}

// The quotes of an issue by day.

const HISTORY = {
  what: 'the history',
  naming: ['ipo_id', 'gmp_date'],
  required: ['gmp_date', 'gmp'],
  known: [
    ...['Seq', 'ipo_id', 'last_updated', 'max_ipo_price', 'subject_to_sauda', 'sub2', 'total', 'est_profit'],
    ...['estimated_listing_price', 'gmp_active_record_flag', 'gmp_percent_calc', 'gmp_rating'],
    'up_down_status',
  ],
}

interface DayRow {
  readonly row: Row
  readonly day: Day | null
  readonly quote: GmpCell
}

/** Parses an issue's quotes by day. */
export function readHistory({ body, fetchedAt }: DownloadedDocument, id: string): ParsedDocument {
  const { ipoGmpData } = responseBody(body)
  // For an issue without any row yet, the site sends an empty text instead of the list.
  const all = ipoGmpData === '' ? [] : asRows(ipoGmpData, 'ipoGmpData')
  const unknownColumns = checkKeys(all, HISTORY)
  const days = all.map((cells, index) => {
    const row = jsonRow(cells, index + 1, HISTORY.naming)
    return { row, day: dayFromDMY(row.text('gmp_date') ?? ''), quote: gmpFrom(row.text('gmp') ?? '') }
  })
  const entries = withoutLeadingZeros(lastOfEachDay(days)).flatMap(({ row, day }) =>
    parseRow(row, () => quoteOfDay(row, day, id, fetchedAt)),
  )
  return { entries, rows: all.length, unknownColumns }
}

/** Of a day that is listed twice, the row written last counts. */
function lastOfEachDay(rows: readonly DayRow[]): DayRow[] {
  const seqOf = ({ row }: DayRow) => Number(row.text('Seq') ?? 0)
  const last = new Map<Day, DayRow>()
  for (const row of rows) {
    const rival = row.day === null ? undefined : last.get(row.day)
    if (row.day !== null && (!rival || seqOf(row) > seqOf(rival))) last.set(row.day, row)
  }
  return rows.filter((row) => row.day === null || last.get(row.day) === row)
}

/** Before the first quote of an issue the site prints zeros, which are not quotes. */
function withoutLeadingZeros(rows: readonly DayRow[]): DayRow[] {
  const isZero = ({ quote }: DayRow) => quote.kind === 'quote' && quote.gmp === 0
  const isAmount = ({ quote }: DayRow) => quote.kind === 'quote' && quote.gmp !== 0
  const firstQuoted = rows
    .filter(isAmount)
    .map(({ day }) => day)
    .reduce((first, day) => (first === null || (day !== null && day < first) ? day : first), null)
  return rows.filter((row) => row.day === null || !isZero(row) || isAfter(row.day, firstQuoted))
}

const isAfter = (day: Day, other: Day | null): boolean => other !== null && other < day

function quoteOfDay(row: Row, day: Day | null, id: string, fetchedAt: Instant): ReportedGmp[] {
  const ofIssue = row.text('ipo_id') ?? id
  if (ofIssue !== id) throw new BadCell('issue-other', `ipo_id is ${ofIssue}, ${id} was requested`)
  const printed = row.text('gmp') ?? ''
  const gmp = quoteIn(printed)
  if (gmp === null) return []
  const lastUpdated = stampFrom(row.text('last_updated') ?? '', fetchedAt)?.reportedAt ?? null
  const stamp = row.cell('gmp_date', {
    rule: 'gmp-day',
    expected: 'a day up to today such as 27-08-2026',
    from: () => (day === null ? null : stampOf(day, lastUpdated, fetchedAt)),
  })
  const subject = { ...UNNAMED_SUBJECT, upstreamId: id, priceMax: priceFrom(row.text('max_ipo_price') ?? '') }
  const subjectToSauda = row.optional(['subject_to_sauda'], () => saudaIn(row.text('subject_to_sauda') ?? ''))
  return [
    { kind: 'gmp', subject, ...stamp, gmp, printed, ...(subjectToSauda !== null && { subjectToSauda }) },
  ]
}

/** The price of a whole application. A zero or a dash stands for none. Throws `BadCell` for another text. */
export function saudaIn(text: string): Paise | null {
  const read = gmpFrom(text)
  if (read.kind === 'none' || (read.kind === 'quote' && read.gmp === 0)) return null
  if (read.kind === 'quote' && read.gmp > 0) return read.gmp
  throw new BadCell('sauda-unreadable', `subject_to_sauda is "${text}", an amount in rupees was expected`)
}
