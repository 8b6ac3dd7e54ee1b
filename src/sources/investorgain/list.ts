import { addDays, type Day, type Instant } from '../../market/calendar.ts'
import type { Board } from '../../market/facts/fact.ts'
import { isTrustType } from '../../market/issues/trusts.ts'
import { cellText } from '../formats/html-table.ts'
import { asRows, checkKeys, type JsonObject, textOf, textOfCells } from '../formats/json.ts'
import { parseMarkup, textWithout } from '../formats/markup.ts'
import { boardNamedIn, withoutBoardWords } from '../parsing/board-words.ts'
import { dayFromIso, type Stamp, stampFrom, stampOfReading } from '../parsing/dates.ts'
import { quoteIn } from '../parsing/gmp-cell.ts'
import { priceFrom } from '../parsing/numbers.ts'
import { BadCell, cellOf, parseRow } from '../parsing/row.ts'
import {
  type DownloadedDocument,
  type Entry,
  type ParsedDocument,
  type Subject,
  UNNAMED_SUBJECT,
} from '../source.ts'
import { rangeIn } from './beside-quote.ts'
import { responseBody } from './response-body.ts'

const REQUIRED = ['Name', 'GMP', '~id', 'Updated-On']
/** Columns are added, removed and renamed: the newest name first. */
const PRICE = ['Price (₹)', 'Price']
const CATEGORY = ['~IPO_Category', '~ipo_category1']
const STATUS = '~ipo_status1'
const OPEN = '~Srt_Open'
const CLOSE = '~Srt_Close'
/** Sic. */
const LISTING = '~Str_Listing'
const PLAIN_NAME = '~ipo_name'
const KNOWN = [
  ...PRICE,
  ...CATEGORY,
  ...[STATUS, OPEN, CLOSE, PLAIN_NAME, 'Rating', 'Sub', 'IPO Size', 'IPO Size (₹ in cr)', 'Lot', '~P/E'],
  ...['Open', 'Close', 'BoA Dt', 'Listing', 'Anchor', 'GMP(L/H) (₹)', 'Est Listing', '~Srt_BoA_Dt'],
  ...[LISTING, '~orderby1', '~max_gmp1', '~urlrewrite_folder_name', '~Display_Order'],
  ...['~Highlight_Row', '~gmp_percent_calc'],
]

/** Parses the day's quotes of all issues of a month, with markup in the cells. */
export function readQuoteList({ body, fetchedAt }: DownloadedDocument): ParsedDocument {
  const rows = rowsOf(responseBody(body))
  const unknownColumns = checkKeys(rows, { required: REQUIRED, known: KNOWN, what: 'the report' })
  const entries = rows.flatMap((row, index) => entriesOf(row, index + 1, fetchedAt))
  return { entries, rows: rows.length, unknownColumns }
}

/**
 * Parses a list of a past month for the numbers of its issues only: its quotes are also in their histories, where they
 * have a year.
 */
export function readPastList({ body }: DownloadedDocument): ParsedDocument {
  const rows = rowsOf(responseBody(body))
  const unknownColumns = checkKeys(rows, { required: REQUIRED, known: KNOWN, what: 'the report' })
  const entries = rows.flatMap((row, index) =>
    parseRow(index + 1, JSON.stringify(row), () =>
      isOfTrust(row)
        ? []
        : [{ kind: 'terms', subject: subjectOf(row), terms: {}, onlyKnown: { listedOn: null, name: null } }],
    ),
  )
  return { entries, rows: rows.length, unknownColumns }
}

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
    .filter((row) => !isOfTrust(row))
    .map((row) => ({ id: textOf(row, '~id') ?? '', isListed: isListed(row), lastDay: lastDayOf(row) }))
    // The id becomes part of an address.
    .filter(({ id }) => /^\d+$/.test(id))
  return {
    leads: [...new Map(leads.map((lead) => [lead.id, lead])).values()],
    pages: Number(textOf(whole, 'totalPages') ?? 1),
  }
}

/** An issue whose day of listing is not printed has listed by then. */
const LISTED_AFTER_CLOSING_DAYS = 14

function lastDayOf(row: JsonObject): Day | null {
  const [listing, close] = [LISTING, CLOSE].map((key) => dayFromIso(textOf(row, key) ?? ''))
  return listing ?? (close ? addDays(close, LISTED_AFTER_CLOSING_DAYS) : null)
}

const rowsOf = (whole: JsonObject) => asRows(whole.reportTableData, 'reportTableData')

/** `L@120.00 (20.00%)` after the name is the price at which it listed. */
const isListed = (row: JsonObject): boolean =>
  /\bL@/.test(textOf(row, 'Name') ?? '') || textOf(row, STATUS) === 'LP'

/** The category of a row, and the badges beside its name. */
function typesOf(row: JsonObject): readonly string[] {
  const cell = parseMarkup(textOf(row, 'Name') ?? '')
  const badges = cell('.badge').toArray()
  return [firstOf(row, CATEGORY) ?? '', ...badges.map((badge) => cellText(cell(badge).text()))]
}

const isOfTrust = (row: JsonObject): boolean => typesOf(row).some(isTrustType)

function entriesOf(row: JsonObject, number: number, fetchedAt: Instant): Entry[] {
  return parseRow(number, JSON.stringify(row), (optionalPart) => {
    if (isOfTrust(row)) return []
    const { amount, printed, beside } = gmpCellOf(textOf(row, 'GMP') ?? '')
    const gmp = quoteIn(amount)
    // The text around the bold figure may be its sign, or the rest of it.
    if (quoteIn(printed) !== gmp)
      throw new BadCell('gmp-contradiction', `"${printed}" differs from its bold part "${amount}"`)
    if (gmp === null) return []
    const subject = subjectOf(row)
    if (subject.name === null && subject.upstreamId === null)
      throw new BadCell('issue-unnamed', 'the row has neither a name nor an id')
    const stamp = stampOf(row, fetchedAt)
    const range = optionalPart(() => rangeIn(beside), textOfCells(row, ['~id', 'GMP']))
    return [{ kind: 'gmp', subject, ...stamp, gmp, printed, ...range }]
  })
}

function stampOf(row: JsonObject, fetchedAt: Instant): Stamp {
  const updated = textIn(textOf(row, 'Updated-On') ?? '')
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

function subjectOf(row: JsonObject): Subject {
  const cell = parseMarkup(textOf(row, 'Name') ?? '')
  const linked = cellText(cell('a').first().text())
  const name =
    linked ||
    textIn(textOf(row, PLAIN_NAME) ?? '') ||
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
    name: withoutBoardWords(name) || null,
    upstreamId: textOf(row, '~id'),
    board: boards.find((board) => board !== null) ?? boardNamedIn(name),
    openDate: dayFromIso(textOf(row, OPEN) ?? ''),
    closeDate: dayFromIso(textOf(row, CLOSE) ?? ''),
    priceMax: priceFrom(firstOf(row, PRICE) ?? ''),
  }
}

/** Here `IPO` alone means the mainboard. */
const boardOf = (text: string): Board | null => (text === 'IPO' ? 'MAINBOARD' : boardNamedIn(text))

const firstOf = (row: JsonObject, keys: readonly string[]): string | null =>
  keys.map((key) => textOf(row, key)).find((text) => text !== null) ?? null

const textIn = (markup: string): string => cellText(parseMarkup(markup).text())
