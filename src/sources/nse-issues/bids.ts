import { addDays, type Instant, istDay } from '../../market/calendar.ts'
import type { Category } from '../../market/facts/fact.ts'
import {
  categoryOfRow,
  isHeadingRow,
  isPartOfCategory,
  multipleFrom,
  rowsBelowHeadings,
  subscriptionIn,
} from '../exchanges/bids.ts'
import {
  asObject,
  asRows,
  checkKeys,
  isObject,
  type JsonObject,
  textOf,
  textOfCells,
} from '../formats/json.ts'
import { dayFromDMonY, istMoment, momentFrom } from '../parsing/dates.ts'
import { countFrom, numberFrom } from '../parsing/numbers.ts'
import { BadCell, type CellRule, cellOf, jsonRow, parseRow, Row } from '../parsing/row.ts'
import {
  type BadRow,
  type Entry,
  type ParsedDocument,
  type ReportedSubscription,
  type Subject,
  Unreadable,
} from '../source.ts'
import { ifPrinted } from './cells.ts'

const NO_BIDS: ParsedDocument = { entries: [], rows: 0, unknownColumns: [] }

interface BidsContext {
  readonly subject: Subject
  readonly fetchedAt: Instant
  /** The number of the first row. */
  readonly firstRow: number
}

/** The figures of a row with a multiple. */
const OFFERED: CellRule<number> = {
  rule: 'times-unreadable',
  expected: 'a number',
  from: (text) => {
    const shares = numberFrom(text)
    return shares !== null && shares >= 0 ? shares : null
  },
}
const TIMES: CellRule<number> = { ...OFFERED, from: multipleFrom }

/** The bids of a row with a multiple; none where no shares are offered, or nothing is printed yet. */
export function bidsOfRow(
  row: Row,
  columns: { readonly offered: string; readonly bid: string; readonly times: string },
  said: Pick<ReportedSubscription, 'subject' | 'observedAt' | 'category' | 'book'>,
): ReportedSubscription[] {
  const [offered, printed] = [columns.offered, columns.times].map((column) => ifPrinted(row.text(column)))
  if (offered == null || printed == null) return []
  if (cellOf('the shares offered', offered, OFFERED) === 0) return []
  const timesSub = cellOf('the times subscribed', printed, TIMES)
  const bid = ifPrinted(row.text(columns.bid))
  return [subscriptionIn(row, [columns.offered, columns.bid], [offered, bid], { ...said, timesSub, printed })]
}

// The bids on both exchanges together, under `activeCat`.

const BOOK_COLUMNS = {
  number: 'srNo',
  offered: 'noOfShareOffered',
  bid: 'noOfSharesBid',
  times: 'noOfTotalMeant',
}
const BOOK = {
  required: [BOOK_COLUMNS.number, BOOK_COLUMNS.offered, BOOK_COLUMNS.times],
  known: ['category', BOOK_COLUMNS.bid],
  what: 'the table of bids on both exchanges',
}
const BOOK_TABLE = { required: [], known: ['dataList', 'updateTime', 'heading', 'symbol'], what: BOOK.what }

/** Parses the bids on both exchanges together, by category. */
export function readCombinedBook(activeCat: unknown, context: BidsContext): ParsedDocument {
  try {
    return readBook(activeCat, context)
  } catch (error) {
    // The terms of the same document are still good.
    if (error instanceof Unreadable) return unreadableBook(activeCat, context, error)
    throw error
  }
}

function readBook(activeCat: unknown, { subject, fetchedAt, firstRow }: BidsContext): ParsedDocument {
  // The value while there is no book.
  if (activeCat === null || activeCat === undefined) return NO_BIDS
  const table = asObject(activeCat, BOOK.what)
  const unknownKeys = checkKeys([table], BOOK_TABLE)
  const rows = rowsBelowHeadings(
    asRows(table.dataList ?? [], BOOK.what),
    BOOK_COLUMNS,
    (offered, times) => `${BOOK.what} has "${offered}" and "${times}" above its figures`,
  )
  const unknownColumns = [...unknownKeys, ...checkKeys(rows, BOOK)]
  if (rows.length > 0 && !('updateTime' in table)) throw new Unreadable(`${BOOK.what} has no updateTime`)
  const entriesAt = (observedAt: Instant) =>
    rows.flatMap((cells, index) =>
      parseRow(bookRow(cells, firstRow + index, subject), (row) => bookBids(row, subject, observedAt)),
    )

  const stamp = stampIn(textOf(table, 'updateTime'))
  // A table that was never filled contains zeros, which are not bids.
  if (stamp === null) return { entries: [], rows: rows.length, unknownColumns }
  const observedAt = momentOf(stamp, fetchedAt)
  const entries =
    observedAt === null ? [unreadableStamp(firstRow, subject.symbol, stamp)] : entriesAt(observedAt)
  return { entries, rows: rows.length, unknownColumns }
}

/** The rows do not name their issue, but their faults are identified by it. */
const bookRow = (cells: JsonObject, row: number, { symbol }: Subject): Row =>
  new Row({
    row,
    raw: JSON.stringify(cells),
    text: (key) => textOf(cells, key),
    rawOf: (keys) => textOfCells({ ...cells, symbol }, ['symbol', 'srNo', ...keys]),
  })

function bookBids(row: Row, subject: Subject, observedAt: Instant): ReportedSubscription[] {
  const number = row.text('srNo')
  if (isPartOfCategory(number)) return []
  const label = row.text('category')
  const category = categoryOfRow(number, label)
  if (category === null)
    throw new BadCell(
      'category-unknown',
      `row ${number ?? 'without a number'} is "${label}", a number from 1 to 6 or the Total was expected`,
    )
  return bidsOfRow(row, BOOK_COLUMNS, { subject, observedAt, category, book: 'ALL' })
}

/** Identified by its first row, which stays the same while bids come in. */
function unreadableBook(
  activeCat: unknown,
  { subject, firstRow }: BidsContext,
  fault: Unreadable,
): ParsedDocument {
  const lines = isObject(activeCat) && Array.isArray(activeCat.dataList) ? activeCat.dataList : [activeCat]
  const raw = JSON.stringify({ symbol: subject.symbol, book: lines[0] })
  const entry = { row: firstRow, raw, rule: 'book-unreadable', reason: fault.message }
  return { entries: [entry], rows: 1, unknownColumns: [] }
}

/** `null` while NSE has not filled the table. */
function stampIn(updateTime: string | null): string | null {
  const stamp = updateTime?.replace(/^(updated\s+)?as\s+on\b[\s:]*/i, '') ?? ''
  return stamp === '' || stamp === 'null' ? null : stamp
}

/** Where only a day is printed: its end, or the time of the reading if that was earlier. */
function momentOf(stamp: string, fetchedAt: Instant): Instant | null {
  const day = dayFromDMonY(stamp)
  if (day === null) return momentFrom(stamp, dayFromDMonY)
  const endOfDay = istMoment(day, 23, 59, 59)
  return endOfDay !== null && endOfDay > fetchedAt ? fetchedAt : endOfDay
}

const unreadableStamp = (row: number, symbol: string | null, stamp: string): BadRow => ({
  row,
  raw: JSON.stringify({ symbol, updateTime: stamp }),
  rule: 'time-unreadable',
  reason: `updateTime is "${stamp}", a moment such as 21-Aug-2026 17:00:00 was expected`,
})

// The bids for an SME issue, under `bidDetails`.

const SME_BIDS = {
  required: ['srNo', 'noOfshareBid', 'noofapplication'],
  known: ['category'],
  what: 'the table of bids and applications',
}
/** Later pages repeat the final book, and without a time stamp it would be of the day of the reading. */
const FINAL_BOOK_DAYS = 5
/** The classes that add up to the total; the two halves of the NII are part of theirs. */
const CLASSES: ReadonlySet<Category> = new Set(['QIB', 'NII', 'RII', 'EMP', 'SHA', 'POL'])
const COUNT: CellRule<number> = { rule: 'bids-unreadable', expected: 'a whole number', from: countFrom }

/**
 * Parses the bids for an SME issue, of which NSE has the whole book: shares and applications, but no shares offered and
 * no multiples.
 */
export function readSmeBids(bidDetails: unknown, activeCat: unknown, context: BidsContext): ParsedDocument {
  const { subject, fetchedAt } = context
  if (bidDetails === null || bidDetails === undefined) return NO_BIDS
  try {
    const rows = asRows(bidDetails, SME_BIDS.what)
    const observedAt = stampOfSameBids(rows, activeCat, fetchedAt)
    const { closeDate } = subject
    const isOver = closeDate !== null && istDay(fetchedAt) > addDays(closeDate, FINAL_BOOK_DAYS)
    return observedAt === null && isOver ? NO_BIDS : readSmeTable(rows, observedAt, context)
  } catch (error) {
    // The terms of the same document are still good.
    if (!(error instanceof Unreadable)) throw error
    return { entries: [badTable('book-unreadable', error.message, context)], rows: 1, unknownColumns: [] }
  }
}

/** The rows of institutions and of non-institutional investors, which both tables have. */
const COMPARED_ROWS = ['1', '2'] as const

/**
 * The table has no time stamp of its own. That of the other table counts if both print the same bids of institutions and
 * non-institutional investors: it often lags behind.
 */
function stampOfSameBids(
  rows: readonly JsonObject[],
  activeCat: unknown,
  fetchedAt: Instant,
): Instant | null {
  if (!isObject(activeCat) || !Array.isArray(activeCat.dataList)) return null
  const stamp = stampIn(textOf(activeCat, 'updateTime'))
  // Of rows with the same number, the last one with bids counts there, and the first one here.
  const stamped = activeCat.dataList.filter(isObject).filter((row) => textOf(row, BOOK_COLUMNS.bid) !== null)
  const isSame = (number: string) => {
    const isNumbered = (row: JsonObject) => textOf(row, 'srNo') === number
    const [here, there] = [rows.find(isNumbered), stamped.findLast(isNumbered)]
    const bids = countFrom((here && textOf(here, 'noOfshareBid')) ?? '')
    return bids !== null && bids === countFrom((there && textOf(there, BOOK_COLUMNS.bid)) ?? '')
  }
  return stamp !== null && COMPARED_ROWS.every(isSame) ? momentOf(stamp, fetchedAt) : null
}

/** Identified by its issue, because the numbers change while bids come in. */
const badTable = (rule: string, reason: string, { subject, firstRow }: BidsContext): BadRow => ({
  row: firstRow,
  raw: JSON.stringify({ symbol: subject.symbol, table: 'bidDetails' }),
  rule,
  reason,
})

function readSmeTable(
  lines: readonly JsonObject[],
  observedAt: Instant | null,
  context: BidsContext,
): ParsedDocument {
  const { subject, firstRow } = context
  const rows = lines.filter((line) => !isHeadingRow(textOf(line, 'srNo')))
  const unknownColumns = checkKeys(rows, SME_BIDS)
  const entries = rows.flatMap((cells, index) =>
    parseRow(jsonRow(cells, firstRow + index), (row) => smeBids(row, subject, observedAt)),
  )
  return { entries: withWholeTotal(entries, context), rows: rows.length, unknownColumns }
}

function smeBids(row: Row, subject: Subject, observedAt: Instant | null): ReportedSubscription[] {
  const number = row.text('srNo')
  if (isPartOfCategory(number)) return []
  const label = row.text('category')
  const category = categoryOfRow(number, label)
  // Some tables of NSE have employees in the row of the individual investors.
  if (category === null || (category === 'RII' && !/individual|retail/i.test(label ?? '')))
    throw new BadCell(
      'category-unknown',
      `row ${number ?? 'without a number'} is "${label}", which is no category`,
    )
  const [bids, applied] = [row.text('noOfshareBid'), row.text('noofapplication')]
  if (bids === null && applied === null) return []
  return [
    {
      kind: 'subscription',
      subject,
      observedAt,
      category,
      timesSub: null,
      sharesOffered: null,
      sharesBid: row.cellIfPrinted('noOfshareBid', COUNT),
      applications: row.cellIfPrinted('noofapplication', COUNT),
      book: 'NSE',
      printed: `noOfshareBid ${bids ?? '-'}, noofapplication ${applied ?? '-'}`,
    },
  ]
}

/** A book that was never filled has no classes, or only zeros: these are not bids. A total must have all classes. */
function withWholeTotal(entries: readonly Entry[], context: BidsContext): readonly Entry[] {
  const readings = entries.flatMap((entry) =>
    'said' in entry && entry.said.kind === 'subscription' ? [entry.said] : [],
  )
  const classes = readings.filter(({ category }) => CLASSES.has(category))
  const total = readings.find(({ category }) => category === 'TOTAL')
  if (classes.every(({ sharesBid }) => !sharesBid)) return entries.filter((entry) => 'rule' in entry)
  const hasIndividuals = classes.some(({ category }) => category === 'RII')
  if (!total || (hasIndividuals && addUp(classes, total))) return entries
  const reason = hasIndividuals
    ? 'the total of bidDetails is not the sum of its classes'
    : 'bidDetails has no row of individual investors'
  return [
    ...entries.filter((entry) => !('said' in entry && entry.said === total)),
    badTable('bids-incomplete', reason, context),
  ]
}

function addUp(classes: readonly ReportedSubscription[], total: ReportedSubscription): boolean {
  return (['sharesBid', 'applications'] as const).every(
    (key) => total[key] === null || total[key] === classes.reduce((sum, one) => sum + (one[key] ?? 0), 0),
  )
}
