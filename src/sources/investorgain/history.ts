import type { Day, Instant } from '../../market/calendar.ts'
import { asRows, checkKeys, type JsonObject, textOf, textOfCells } from '../formats/json.ts'
import { dayFromDMY, stampFrom, stampOf } from '../parsing/dates.ts'
import { type GmpCell, gmpFrom, quoteIn } from '../parsing/gmp-cell.ts'
import { priceFrom } from '../parsing/numbers.ts'
import { BadCell, cellOf, parseRow } from '../parsing/row.ts'
import { type DownloadedDocument, type Entry, type ParsedDocument, UNNAMED_SUBJECT } from '../source.ts'
import { saudaIn } from './beside-quote.ts'
import { responseBody } from './response-body.ts'

const REQUIRED = ['gmp_date', 'gmp']
const KNOWN = [
  ...['Seq', 'ipo_id', 'last_updated', 'max_ipo_price', 'subject_to_sauda', 'sub2', 'total', 'est_profit'],
  ...[
    'estimated_listing_price',
    'gmp_active_record_flag',
    'gmp_percent_calc',
    'gmp_rating',
    'up_down_status',
  ],
]

interface DayRow {
  readonly row: number
  readonly cells: JsonObject
  readonly day: Day | null
  readonly quote: GmpCell
}

/** Parses an issue's quotes by day. */
export function readHistory({ body, fetchedAt }: DownloadedDocument, id: string): ParsedDocument {
  const { ipoGmpData } = responseBody(body)
  // For an issue without any row yet, the site sends an empty text instead of the list.
  const all = ipoGmpData === '' ? [] : asRows(ipoGmpData, 'ipoGmpData')
  const unknownColumns = checkKeys(all, { required: REQUIRED, known: KNOWN, what: 'the history' })
  const rows = all.map((cells, index) => ({
    row: index + 1,
    cells,
    day: dayFromDMY(textOf(cells, 'gmp_date') ?? ''),
    quote: gmpFrom(textOf(cells, 'gmp') ?? ''),
  }))
  const entries = withoutLeadingZeros(lastOfEachDay(rows)).flatMap((row) => entriesOf(row, id, fetchedAt))
  return { entries, rows: rows.length, unknownColumns }
}

/** Of a day that is listed twice, the row written last counts. */
function lastOfEachDay(rows: readonly DayRow[]): DayRow[] {
  const seqOf = ({ cells }: DayRow) => Number(textOf(cells, 'Seq') ?? 0)
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

function entriesOf({ row, cells, day }: DayRow, id: string, fetchedAt: Instant): Entry[] {
  return parseRow(row, JSON.stringify(cells), (optionalPart) => {
    const ofIssue = textOf(cells, 'ipo_id') ?? id
    if (ofIssue !== id) throw new BadCell('issue-other', `ipo_id is ${ofIssue}, ${id} was requested`)
    const printed = textOf(cells, 'gmp') ?? ''
    const gmp = quoteIn(printed)
    if (gmp === null) return []
    const lastUpdated = stampFrom(textOf(cells, 'last_updated') ?? '', fetchedAt)?.reportedAt ?? null
    const stamp = cellOf('gmp_date', textOf(cells, 'gmp_date'), {
      rule: 'gmp-day',
      expected: 'a day up to today such as 27-08-2026',
      from: () => (day === null ? null : stampOf(day, lastUpdated, fetchedAt)),
    })
    const priceMax = priceFrom(textOf(cells, 'max_ipo_price') ?? '')
    const sauda = textOf(cells, 'subject_to_sauda')
    const subjectToSauda =
      sauda === null
        ? null
        : optionalPart(() => saudaIn(sauda), textOfCells(cells, ['ipo_id', 'gmp_date', 'subject_to_sauda']))
    const subject = { ...UNNAMED_SUBJECT, upstreamId: id, priceMax }
    return [
      { kind: 'gmp', subject, ...stamp, gmp, printed, ...(subjectToSauda !== null && { subjectToSauda }) },
    ]
  })
}
