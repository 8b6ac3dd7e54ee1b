import type { Instant } from '../../market/calendar.ts'
import { type Category, MULTIPLE_ALONE } from '../../market/facts/fact.ts'
import {
  asObject,
  asRows,
  checkKeys,
  isObject,
  type JsonObject,
  textOf,
  textOfCells,
} from '../formats/json.ts'
import { bidCounts } from '../offer/bid-counts.ts'
import { categoryOfRow, isHeadingRow, isPartOfCategory } from '../parsing/category-row.ts'
import { dayFromDMonY, istMoment, momentFrom } from '../parsing/dates.ts'
import { BadCell, type OptionalPart, parseRow } from '../parsing/row.ts'
import { type BadRow, type Observation, type ParsedDocument, type Subject, Unreadable } from '../source.ts'
import { ifPrinted, timesSubscribed } from './cell-rules.ts'

const KEYS = {
  required: ['srNo', 'noOfShareOffered', 'noOfTotalMeant'],
  known: ['category', 'noOfSharesBid'],
  what: 'the table of bids on both exchanges',
}
const TABLE_KEYS = { required: [], known: ['dataList', 'updateTime', 'heading', 'symbol'], what: KEYS.what }
const NO_BIDS: ParsedDocument = { entries: [], rows: 0, unknownColumns: [] }

interface BookContext {
  readonly subject: Subject
  readonly fetchedAt: Instant
  readonly firstRow: number
}

/** Parses the bids on both exchanges together, by category. Rows are numbered from `firstRow`. */
export function readCombinedBook(activeCat: unknown, context: BookContext): ParsedDocument {
  try {
    return readTable(activeCat, context)
  } catch (error) {
    // The terms of the same document are still good.
    if (error instanceof Unreadable) return unreadableBook(activeCat, context, error)
    throw error
  }
}

function readTable(activeCat: unknown, { subject, fetchedAt, firstRow }: BookContext): ParsedDocument {
  // The value while there is no book.
  if (activeCat === null || activeCat === undefined) return NO_BIDS
  const table = asObject(activeCat, KEYS.what)
  const unknownKeys = checkKeys([table], TABLE_KEYS)
  const lines = asRows(table.dataList ?? [], KEYS.what)
  lines.filter(isHeading).forEach(checkHeading)
  const rows = lines.filter((line) => !isHeading(line))
  const unknownColumns = [...unknownKeys, ...checkKeys(rows, KEYS)]
  if (rows.length > 0 && !('updateTime' in table)) throw new Unreadable(`${KEYS.what} has no updateTime`)
  const entriesAt = (observedAt: Instant) =>
    rows.flatMap((row, index) =>
      parseRow(firstRow + index, JSON.stringify(row), (optionalPart) =>
        observationsIn(row, subject, observedAt, optionalPart),
      ),
    )

  const stamp = stampIn(textOf(table, 'updateTime'))
  // A table that was never filled contains zeros, which are not bids.
  if (stamp === null) return { entries: [], rows: rows.length, unknownColumns }
  const observedAt = momentOf(stamp, fetchedAt)
  const entries =
    observedAt === null ? [unreadableStamp(firstRow, subject.symbol, stamp)] : entriesAt(observedAt)
  return { entries, rows: rows.length, unknownColumns }
}

const isHeading = (line: JsonObject): boolean => isHeadingRow(textOf(line, 'srNo'))

/** The first row names the contents of the keys: if they no longer fit, the figures may be others. */
function checkHeading(heading: JsonObject): void {
  const [offered, times] = [
    textOf(heading, 'noOfShareOffered') ?? '',
    textOf(heading, 'noOfTotalMeant') ?? '',
  ]
  if (!/offered|reserved/i.test(offered) || !/times/i.test(times))
    throw new Unreadable(
      `${KEYS.what} has "${offered}" and "${times}" above its figures, shares offered and times were expected`,
    )
}

/** Identified by its first row, which stays the same while bids come in. */
function unreadableBook(
  activeCat: unknown,
  { subject, firstRow }: BookContext,
  fault: Unreadable,
): ParsedDocument {
  const lines = isObject(activeCat) && Array.isArray(activeCat.dataList) ? activeCat.dataList : [activeCat]
  const raw = JSON.stringify({ symbol: subject.symbol, book: lines[0] })
  const entry = { row: firstRow, raw, rule: 'book-unreadable', reason: fault.message }
  return { entries: [entry], rows: 1, unknownColumns: [] }
}

/** The shares bid for by row number, and the moment that the table is of; `null` while it is not filled or unreadable. */
export function stampedBids(
  activeCat: unknown,
  fetchedAt: Instant,
): { readonly at: Instant; readonly sharesBid: ReadonlyMap<string, string> } | null {
  if (!isObject(activeCat) || !Array.isArray(activeCat.dataList)) return null
  const stamp = stampIn(textOf(activeCat, 'updateTime'))
  const at = stamp === null ? null : momentOf(stamp, fetchedAt)
  if (at === null) return null
  const rows = activeCat.dataList
    .filter(isObject)
    .map((row) => [textOf(row, 'srNo'), textOf(row, 'noOfSharesBid')])
  return { at, sharesBid: new Map(rows.filter((row): row is [string, string] => !row.includes(null))) }
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

function observationsIn(
  row: JsonObject,
  subject: Subject,
  observedAt: Instant,
  optionalPart: OptionalPart,
): Observation[] {
  const number = textOf(row, 'srNo')
  if (isPartOfCategory(number)) return []
  const category = categoryOf(number, textOf(row, 'category'))
  const printed = textOf(row, 'noOfTotalMeant')
  const offered = textOf(row, 'noOfShareOffered')
  const timesSub = timesSubscribed(offered, printed)
  if (printed === null || timesSub === null) return []
  const bid = ifPrinted(textOf(row, 'noOfSharesBid'))
  const columns = ['noOfShareOffered', 'noOfSharesBid'] as const
  const counts =
    optionalPart(
      () => bidCounts(columns, [offered, bid], timesSub),
      textOfCells({ ...row, symbol: subject.symbol }, ['symbol', 'srNo', 'noOfShareOffered']),
    ) ?? MULTIPLE_ALONE
  return [
    {
      ...{ kind: 'subscription', subject, observedAt, category, timesSub, ...counts },
      ...{ book: 'ALL', printed },
    },
  ]
}

function categoryOf(number: string | null, label: string | null): Category {
  const category = categoryOfRow(number, label)
  if (category !== null) return category
  throw new BadCell(
    'category-unknown',
    `row ${number ?? 'without a number'} is "${label}", a number from 1 to 6 or the Total was expected`,
  )
}
