import { addDays, type Instant, istDay } from '../../market/calendar.ts'
import type { Category } from '../../market/facts/fact.ts'
import { asRows, checkKeys, type JsonObject, textOf } from '../formats/json.ts'
import { categoryOfRow, isHeadingRow, isPartOfCategory } from '../parsing/category-row.ts'
import { countFrom } from '../parsing/numbers.ts'
import { BadCell, type CellRule, cellIfPrinted, parseRow } from '../parsing/row.ts'
import {
  type BadRow,
  type Entry,
  type ParsedDocument,
  type ReportedSubscription,
  type Subject,
  Unreadable,
} from '../source.ts'
import { stampedBids } from './combined-book.ts'

const KEYS = {
  required: ['srNo', 'noOfshareBid', 'noofapplication'],
  known: ['category'],
  what: 'the table of bids and applications',
}
const NO_BIDS: ParsedDocument = { entries: [], rows: 0, unknownColumns: [] }
/** Later pages repeat the final book, and without a time stamp it would be of the day of the reading. */
const FINAL_BOOK_DAYS = 5
/** The classes that add up to the total; the two halves of the NII are part of theirs. */
const CLASSES: ReadonlySet<Category> = new Set(['QIB', 'NII', 'RII', 'EMP', 'SHA', 'POL'])

const COUNT: CellRule<number> = { rule: 'bids-unreadable', expected: 'a whole number', from: countFrom }

/** The rows of institutions and of non-institutional investors, which both tables have. */
const COMPARED_ROWS = ['1', '2'] as const

interface BidsContext {
  readonly subject: Subject
  readonly fetchedAt: Instant
  readonly firstRow: number
}

/**
 * Parses the bids for an SME issue, of which NSE has the whole book: shares and applications, but no shares offered and
 * no multiples. Rows are numbered from `firstRow`.
 */
export function readSmeBids(bidDetails: unknown, activeCat: unknown, context: BidsContext): ParsedDocument {
  const { subject, fetchedAt } = context
  if (bidDetails === null || bidDetails === undefined) return NO_BIDS
  try {
    const rows = asRows(bidDetails, KEYS.what)
    const observedAt = stampOf(rows, activeCat, fetchedAt)
    const { closeDate } = subject
    const isOver = closeDate !== null && istDay(fetchedAt) > addDays(closeDate, FINAL_BOOK_DAYS)
    return observedAt === null && isOver ? NO_BIDS : readTable(rows, { ...context, observedAt })
  } catch (error) {
    // The terms of the same document are still good.
    if (!(error instanceof Unreadable)) throw error
    return { entries: [badTable('book-unreadable', error.message, context)], rows: 1, unknownColumns: [] }
  }
}

/**
 * The table has no time stamp of its own. That of the other table counts if both print the same bids of institutions and
 * non-institutional investors: it often lags behind.
 */
function stampOf(rows: readonly JsonObject[], activeCat: unknown, fetchedAt: Instant): Instant | null {
  const stamped = stampedBids(activeCat, fetchedAt)
  const isSame = (number: string) => {
    const row = rows.find((one) => textOf(one, 'srNo') === number)
    const bids = [row && textOf(row, 'noOfshareBid'), stamped?.sharesBid.get(number)].map((text) =>
      countFrom(text ?? ''),
    )
    return bids[0] !== null && bids[0] === bids[1]
  }
  return stamped && COMPARED_ROWS.every(isSame) ? stamped.at : null
}

/** Identified by its issue, because the numbers change while bids come in. */
const badTable = (rule: string, reason: string, { subject, firstRow }: BidsContext): BadRow => ({
  row: firstRow,
  raw: JSON.stringify({ symbol: subject.symbol, table: 'bidDetails' }),
  rule,
  reason,
})

interface TableContext extends BidsContext {
  readonly observedAt: Instant | null
}

function readTable(lines: readonly JsonObject[], context: TableContext): ParsedDocument {
  const rows = lines.filter((line) => !isHeadingRow(textOf(line, 'srNo')))
  const unknownColumns = checkKeys(rows, KEYS)
  const entries = rows.flatMap((row, index) =>
    parseRow(context.firstRow + index, JSON.stringify(row), () => bidsIn(row, context)),
  )
  return { entries: withWholeTotal(entries, context), rows: rows.length, unknownColumns }
}

function bidsIn(row: JsonObject, { subject, observedAt }: TableContext): ReportedSubscription[] {
  const number = textOf(row, 'srNo')
  if (isPartOfCategory(number)) return []
  const category = categoryOf(number, textOf(row, 'category'))
  const [bids, applied] = [textOf(row, 'noOfshareBid'), textOf(row, 'noofapplication')]
  if (bids === null && applied === null) return []
  return [
    {
      kind: 'subscription',
      subject,
      observedAt,
      category,
      timesSub: null,
      sharesOffered: null,
      sharesBid: cellIfPrinted('noOfshareBid', bids, COUNT),
      applications: cellIfPrinted('noofapplication', applied, COUNT),
      book: 'NSE',
      printed: `noOfshareBid ${bids ?? '-'}, noofapplication ${applied ?? '-'}`,
    },
  ]
}

/** Some tables of NSE have employees in the row of the individual investors. */
function categoryOf(number: string | null, label: string | null): Category {
  const category = categoryOfRow(number, label)
  if (category !== null && (category !== 'RII' || /individual|retail/i.test(label ?? ''))) return category
  throw new BadCell(
    'category-unknown',
    `row ${number ?? 'without a number'} is "${label}", which is no category`,
  )
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
