import type { Instant } from '../../market/calendar.ts'
import type { Category } from '../../market/fact.ts'
import { dayFromDMonY, istMoment } from '../reading/days.ts'
import { asObject, asRows, checkKeys, type JsonObject, textOf } from '../reading/json.ts'
import { BadCell, hearRow } from '../reading/row.ts'
import type { Misheard, Observation, Reading, Subject } from '../source.ts'
import { timesSubscribed } from './times.ts'

/** Labels repeat and mislead; only the numbers of the rows tell the categories apart. */
const CATEGORY_OF_NUMBER: ReadonlyMap<string, Category> = new Map([
  ['1', 'QIB'],
  ['2', 'NII'],
  ['2.1', 'BNII'],
  ['2.2', 'SNII'],
  ['3', 'RII'],
  ['4', 'EMP'],
  ['5', 'SHA'],
  ['6', 'POL'],
])
const SUB_ROW = /^[\d.]+\s*\([a-z]\)$/i
const HEADING = /^sr\.?\s*no\.?$/i

const KEYS = {
  required: ['srNo', 'noOfShareOffered', 'noOfTotalMeant'],
  known: ['category', 'noOfSharesBid'],
  what: 'the table of bids on both exchanges',
}
const TABLE_KEYS = {
  required: ['dataList', 'updateTime'],
  known: ['heading', 'symbol'],
  what: KEYS.what,
}

/** The bids on both exchanges together, category by category. Rows are counted on from `firstRow`. */
export function readCombinedBook(
  activeCat: unknown,
  { subject, fetchedAt, firstRow }: { subject: Subject; fetchedAt: Instant; firstRow: number },
): Reading {
  if (activeCat === null) return { entries: [], rows: 0, unknownColumns: [] }
  const table = asObject(activeCat, KEYS.what)
  checkKeys([table], TABLE_KEYS)
  const rows = asRows(table.dataList, KEYS.what).filter((row) => !HEADING.test(textOf(row, 'srNo') ?? ''))
  const unknownColumns = checkKeys(rows, KEYS)
  const hear = (observedAt: Instant) =>
    rows.flatMap((row, index) =>
      hearRow(firstRow + index, JSON.stringify(row), () => observationsIn(row, subject, observedAt)),
    )

  const stamp = stampIn(textOf(table, 'updateTime'))
  // A table that was never filled holds zeros, which are not bids.
  if (stamp === null) return { entries: [], rows: rows.length, unknownColumns }
  const observedAt = momentFrom(stamp, fetchedAt)
  const entries = observedAt === null ? [unreadableStamp(firstRow, stamp)] : hear(observedAt)
  return { entries, rows: rows.length, unknownColumns }
}

/** `null` while NSE has not filled the table. */
function stampIn(updateTime: string | null): string | null {
  const stamp = updateTime?.replace(/^updated as on\s*/i, '') ?? ''
  return stamp === '' || stamp === 'null' ? null : stamp
}

/** `21-Aug-2026 17:00:00`, `07th May 2026 at 17.00 hrs`, or only a day: then its end, or the reading if that came first. */
function momentFrom(stamp: string, fetchedAt: Instant): Instant | null {
  const [, printedDay = '', hours, minutes, seconds = '0'] =
    /^(.*?\d{4})(?:\s+(?:at\s+)?(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\s*(?:hrs|IST)\.?)?)?$/i.exec(stamp) ??
    []
  const day = dayFromDMonY(printedDay)
  if (hours !== undefined) return istMoment(day, Number(hours), Number(minutes), Number(seconds))
  const endOfDay = istMoment(day, 23, 59, 59)
  return endOfDay !== null && endOfDay > fetchedAt ? fetchedAt : endOfDay
}

const unreadableStamp = (row: number, stamp: string): Misheard => ({
  row,
  raw: stamp,
  rule: 'time-unreadable',
  reason: `updateTime is "${stamp}", a moment such as 21-Aug-2026 17:00:00 was expected`,
})

function observationsIn(row: JsonObject, subject: Subject, observedAt: Instant): Observation[] {
  const number = textOf(row, 'srNo')
  if (number !== null && SUB_ROW.test(number)) return []
  const category = categoryOf(number, textOf(row, 'category'))
  const printed = textOf(row, 'noOfTotalMeant')
  const timesSub = timesSubscribed(textOf(row, 'noOfShareOffered'), printed)
  if (printed === null || timesSub === null) return []
  return [{ kind: 'subscription', subject, observedAt, category, timesSub, book: 'ALL', printed }]
}

function categoryOf(number: string | null, label: string | null): Category {
  const category = number === null ? label === 'Total' && 'TOTAL' : CATEGORY_OF_NUMBER.get(number)
  if (category) return category
  throw new BadCell(
    'category-unknown',
    `row ${number ?? 'without a number'} is "${label}", a number from 1 to 6 or the Total was expected`,
  )
}
