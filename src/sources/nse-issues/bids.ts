import { addDays, type Instant, istDay } from '../../market/calendar.ts'
import type { Category } from '../../market/facts/fact.ts'
import {
  type BidForm,
  bidsOfRow,
  categoryOfRow,
  isHeadingRow,
  isPartOfCategory,
  multipleFrom,
  rowsBelowHeadings,
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
import { BadCell, cellRule, jsonRow, parseRow, Row } from '../parsing/row.ts'
import {
  type BadRow,
  type Entry,
  type ParsedDocument,
  type ReportedSubscription,
  type Subject,
  Unreadable,
} from '../source.ts'
import { ifPrinted } from './cells.ts'

export const BID_FORM: BidForm = {
  ifPrinted,
  offered: cellRule('times-unreadable', 'a number', (text) => {
    const shares = numberFrom(text)
    return shares !== null && shares >= 0 ? shares : null
  }),
  times: cellRule('times-unreadable', 'a number', multipleFrom),
  names: { offered: 'the shares offered', times: 'the times subscribed' },
}

interface BidsContext {
  readonly subject: Subject
  readonly fetchedAt: Instant
  /** The number of the first row. */
  readonly firstRow: number
}

const NO_BIDS: ParsedDocument = { entries: [], rows: 0, unknownColumns: [] }

/** The bids of a table if it is there. In an unknown layout it is a fault; the terms of the document are still good. */
function ifThere(
  table: unknown,
  read: () => ParsedDocument,
  faultOf: (reason: string) => BadRow,
): ParsedDocument {
  if (table === null || table === undefined) return NO_BIDS
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { entries: [faultOf(error.message)], rows: 1, unknownColumns: [] }
  }
}

/**
 * The category of a row, `null` for the bidders of a category by kind. Some tables have the bidders of one category in the
 * row of another: `labels` are those that a row must have.
 */
function categoryIn(
  row: Row,
  expected: string,
  labels: Readonly<Partial<Record<Category, RegExp>>> = {},
): Category | null {
  const [number, label] = [row.text('srNo'), row.text('category')]
  if (isPartOfCategory(number)) return null
  const category = categoryOfRow(number, label)
  if (category !== null && (labels[category]?.test(label ?? '') ?? true)) return category
  throw new BadCell('category-unknown', `row ${number ?? 'without a number'} is "${label}", ${expected}`)
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
export const readCombinedBook = (activeCat: unknown, context: BidsContext): ParsedDocument =>
  ifThere(
    activeCat,
    () => readBook(activeCat, context),
    (reason) => {
      const lines =
        isObject(activeCat) && Array.isArray(activeCat.dataList) ? activeCat.dataList : [activeCat]
      // Identified by its first row, which stays the same while bids come in.
      const raw = JSON.stringify({ symbol: context.subject.symbol, book: lines[0] })
      return { row: context.firstRow, raw, rule: 'book-unreadable', reason }
    },
  )

function readBook(activeCat: unknown, { subject, fetchedAt, firstRow }: BidsContext): ParsedDocument {
  const table = asObject(activeCat, BOOK.what)
  const unknownKeys = checkKeys([table], BOOK_TABLE)
  const rows = rowsBelowHeadings(
    asRows(table.dataList ?? [], BOOK.what),
    BOOK_COLUMNS,
    (offered, times) => `${BOOK.what} has "${offered}" and "${times}" above its figures`,
  )
  const unknownColumns = [...unknownKeys, ...checkKeys(rows, BOOK)]
  if (rows.length > 0 && !('updateTime' in table)) throw new Unreadable(`${BOOK.what} has no updateTime`)
  const read = { entries: [], rows: rows.length, unknownColumns }

  const stamp = stampIn(textOf(table, 'updateTime'))
  // A table that was never filled contains zeros, which are not bids.
  if (stamp === null) return read
  const observedAt = momentOf(stamp, fetchedAt)
  if (observedAt === null) {
    const reason = `updateTime is "${stamp}", a moment such as 21-Aug-2026 17:00:00 was expected`
    const raw = JSON.stringify({ symbol: subject.symbol, updateTime: stamp })
    return { ...read, entries: [{ row: firstRow, raw, rule: 'time-unreadable', reason }] }
  }
  const entries = rows.flatMap((cells, index) =>
    parseRow(bookRow(cells, firstRow + index, subject), (row) => {
      const category = categoryIn(row, 'a number from 1 to 6 or the Total was expected')
      if (category === null) return []
      return bidsOfRow(row, BOOK_COLUMNS, BID_FORM, () => ({ subject, observedAt, category, book: 'ALL' }))
    }),
  )
  return { ...read, entries }
}

/** The rows do not name their issue, but their faults are identified by it. */
const bookRow = (cells: JsonObject, row: number, { symbol }: Subject): Row =>
  new Row({
    row,
    raw: JSON.stringify(cells),
    text: (key) => textOf(cells, key),
    rawOf: (keys) => textOfCells({ ...cells, symbol }, ['symbol', 'srNo', ...keys]),
  })

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

// The bids for an SME issue, under `bidDetails`.

const SME_COLUMNS = { bids: 'noOfshareBid', applications: 'noofapplication' }
const SME_BIDS = {
  required: ['srNo', ...Object.values(SME_COLUMNS)],
  known: ['category'],
  what: 'the table of bids and applications',
}
/** Later pages repeat the final book, and without a time stamp it would be of the day of the reading. */
const FINAL_BOOK_DAYS = 5
/** The classes that add up to the total; the two halves of the NII are part of theirs. */
const CLASSES: ReadonlySet<Category> = new Set(['QIB', 'NII', 'RII', 'EMP', 'SHA', 'POL'])
const COUNT = cellRule('bids-unreadable', 'a whole number', countFrom)

/**
 * Parses the bids for an SME issue, of which NSE has the whole book: shares and applications, but no shares offered and
 * no multiples.
 */
export function readSmeBids(bidDetails: unknown, activeCat: unknown, context: BidsContext): ParsedDocument {
  const { subject, fetchedAt, firstRow } = context
  // Identified by its issue, because the numbers change while bids come in.
  const raw = JSON.stringify({ symbol: subject.symbol, table: 'bidDetails' })
  const fault = (rule: string, reason: string): BadRow => ({ row: firstRow, raw, rule, reason })
  const read = () => {
    const lines = asRows(bidDetails, SME_BIDS.what)
    const observedAt = stampOfSameBids(lines, activeCat, fetchedAt)
    const { closeDate } = subject
    const isOver = closeDate !== null && istDay(fetchedAt) > addDays(closeDate, FINAL_BOOK_DAYS)
    if (observedAt === null && isOver) return NO_BIDS
    const rows = lines.filter((line) => !isHeadingRow(textOf(line, 'srNo')))
    const unknownColumns = checkKeys(rows, SME_BIDS)
    const entries = rows.flatMap((cells, index) =>
      parseRow(jsonRow(cells, firstRow + index), (row) => smeBids(row, subject, observedAt)),
    )
    const whole = withWholeTotal(entries, (reason) => fault('bids-incomplete', reason))
    return { entries: whole, rows: rows.length, unknownColumns }
  }
  return ifThere(bidDetails, read, (reason) => fault('book-unreadable', reason))
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
    const bids = countFrom((here && textOf(here, SME_COLUMNS.bids)) ?? '')
    return bids !== null && bids === countFrom((there && textOf(there, BOOK_COLUMNS.bid)) ?? '')
  }
  return stamp !== null && COMPARED_ROWS.every(isSame) ? momentOf(stamp, fetchedAt) : null
}

function smeBids(row: Row, subject: Subject, observedAt: Instant | null): ReportedSubscription[] {
  // Some tables of NSE have employees in the row of the individual investors.
  const category = categoryIn(row, 'which is no category', { RII: /individual|retail/i })
  const [bids, applied] = [row.text(SME_COLUMNS.bids), row.text(SME_COLUMNS.applications)]
  if (category === null || (bids === null && applied === null)) return []
  return [
    {
      kind: 'subscription',
      subject,
      observedAt,
      category,
      timesSub: null,
      sharesOffered: null,
      sharesBid: row.cellIfPrinted(SME_COLUMNS.bids, COUNT),
      applications: row.cellIfPrinted(SME_COLUMNS.applications, COUNT),
      book: 'NSE',
      printed: `noOfshareBid ${bids ?? '-'}, noofapplication ${applied ?? '-'}`,
    },
  ]
}

/** A book that was never filled has no classes, or only zeros: these are not bids. A total must have all classes. */
function withWholeTotal(entries: readonly Entry[], faultOf: (reason: string) => BadRow): readonly Entry[] {
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
  return [...entries.filter((entry) => !('said' in entry && entry.said === total)), faultOf(reason)]
}

function addUp(classes: readonly ReportedSubscription[], total: ReportedSubscription): boolean {
  return (['sharesBid', 'applications'] as const).every(
    (key) => total[key] === null || total[key] === classes.reduce((sum, one) => sum + (one[key] ?? 0), 0),
  )
}
