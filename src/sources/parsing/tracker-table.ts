import type { Day, Instant } from '../../market/calendar.ts'
import { isTrustType } from '../../market/issues/trusts.ts'
import type { HtmlTable } from '../formats/html-table.ts'
import { type ParsedDocument, type ReportedGmp, type Subject, UNNAMED_SUBJECT } from '../source.ts'
import { boardNamedIn, withoutBoardWords } from './board-words.ts'
import { type Aliases, findColumns } from './columns.ts'
import { dayFromDMY, type Stamp, spanFrom, stampFrom, stampOfReading } from './dates.ts'
import { quoteIn } from './gmp-cell.ts'
import { bandFrom } from './price-band.ts'
import { BadCell, parseRow } from './row.ts'

/**
 * The possible columns of a tracker's table. `dates` is a span of days, `estimate` the listing price that the quote
 * implies.
 */
export type TrackerField =
  | 'name'
  | 'gmp'
  | 'estimate'
  | 'price'
  | 'open'
  | 'close'
  | 'dates'
  | 'board'
  | 'updated'
  | 'id'

/** The text of a row's cell; `null` where the table has no such column. */
export type CellText = (field: TrackerField) => string | null

export interface TrackerLayout {
  readonly aliases: Aliases<TrackerField>
  /** Headings that are known and not read. */
  readonly ignored: readonly string[]
  /** Whether a zero in this row is a quote; throws `BadCell` when that is unclear. */
  readonly isZeroAQuote: (cell: CellText) => boolean
  /** Parses the days of `open` and `close`. */
  readonly dayFrom: (text: string, fetchedAt: Instant) => Day | null
  /** Parses a day in numbers alone in `updated`; the day comes first by default. */
  readonly dayFromNumbers?: (text: string) => Day | null
}

/** Every heading by which a table of this layout can be recognised. */
export const headingsOf = ({ aliases, ignored }: TrackerLayout): readonly string[] => [
  ...Object.values(aliases).flat(),
  ...ignored,
]

/** Parses the quotes of a tracker's table. Rows without a quote and of units of trusts are skipped. */
export function readTrackerTable(
  { headings, rows }: HtmlTable,
  layout: TrackerLayout,
  fetchedAt: Instant,
): ParsedDocument {
  const { aliases, ignored } = layout
  const { keys, unknown, missing } = findColumns<TrackerField>(headings, {
    aliases,
    required: ['name', 'gmp'],
    ignored,
  })
  return {
    entries: rows.flatMap(({ row, raw, cells, misfit }) =>
      parseRow(row, raw, () => {
        if (misfit !== null) throw new BadCell('cells-misfit', misfit)
        const cell: CellText = (field) => {
          const key = keys.get(field)
          return key === undefined ? null : (cells.get(key) ?? '')
        }
        return reportIn(cell, layout, fetchedAt)
      }),
    ),
    rows: rows.length,
    unknownColumns: unknown,
    missingColumns: missing,
  }
}

function reportIn(cell: CellText, layout: TrackerLayout, fetchedAt: Instant): readonly ReportedGmp[] {
  if (isTrustType(cell('board') ?? '')) return []
  const printed = cell('gmp') ?? ''
  const gmp = quoteIn(printed)
  if (gmp === null || (gmp === 0 && !layout.isZeroAQuote(cell))) return []
  const subject = subjectOf(cell, layout, fetchedAt)
  return [{ kind: 'gmp', subject, ...stampIn(cell, layout, fetchedAt), gmp, printed }]
}

/** An empty cell, or one with a sign for an empty value. */
const isBlank = (text: string | null): boolean => text === null || /^(₹|Rs\.?)?[\s\-–—]*$|^n\/?a$/i.test(text)

function stampIn(cell: CellText, { dayFromNumbers = dayFromDMY }: TrackerLayout, fetchedAt: Instant): Stamp {
  const text = cell('updated')
  if (text === null || isBlank(text)) return stampOfReading(fetchedAt)
  const stamp = stampFrom(text, fetchedAt, dayFromNumbers)
  if (stamp !== null) return stamp
  throw new BadCell(
    'time-unreadable',
    `"${text}" is no time stamp up to now, such as 21-Aug-2026 17:30 or 21 Aug 2026`,
  )
}

function subjectOf(cell: CellText, { dayFrom }: TrackerLayout, fetchedAt: Instant): Subject {
  const printedName = cell('name') ?? ''
  const name = withoutBoardWords(printedName)
  if (isBlank(name)) throw new BadCell('name-missing', 'the row has a quote, but no name')
  const span = spanFrom(cell('dates') ?? '', fetchedAt)
  const id = cell('id')
  return {
    ...UNNAMED_SUBJECT,
    name,
    upstreamId: isBlank(id) ? null : id,
    board: boardNamedIn(cell('board') ?? '') ?? boardNamedIn(printedName),
    openDate: dayFrom(cell('open') ?? '', fetchedAt) ?? span?.openDate ?? null,
    closeDate: dayFrom(cell('close') ?? '', fetchedAt) ?? span?.closeDate ?? null,
    ...bandFrom(cell('price') ?? ''),
  }
}
