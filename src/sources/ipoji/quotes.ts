import type { CheerioAPI } from 'cheerio/slim'
import type { Day, Instant } from '../../market/calendar.ts'
import { isTrustType } from '../../market/issues/trusts.ts'
import type { Paise } from '../../market/money.ts'
import { cellText, readPage, titleOf } from '../formats/html-table.ts'
import { checkKeys, type JsonObject, textOf } from '../formats/json.ts'
import { firstWithin } from '../formats/markup.ts'
import { boardNamedIn, withoutBoardWords } from '../parsing/board-words.ts'
import { dayFromMonDY, type Stamp, stampFrom, stampOfReading } from '../parsing/dates.ts'
import { quoteIn } from '../parsing/gmp-cell.ts'
import { bandFrom } from '../parsing/price-band.ts'
import { BadCell, cellOf, parseRow } from '../parsing/row.ts'
import {
  type DownloadedDocument,
  type ParsedDocument,
  type ReportedGmp,
  type Subject,
  UNNAMED_SUBJECT,
  Unreadable,
} from '../source.ts'

const ROWS = 'tr.gmp-row'
const DATES = 'Open – Close'
const UPDATED = 'Last Updated'
/** The machine-readable moment of the last column. */
const MOMENT = 'datetime'
const REQUIRED = [
  ...['data-name', 'data-type', 'data-hasgmp', 'data-gmp', 'data-rowurl'],
  ...['Price Band', 'GMP', DATES, UPDATED],
]
const KNOWN = [
  ...['data-status', 'data-pct', 'data-indicative', MOMENT],
  ...['IPO', 'Type', 'GMP %', 'Indicative Listing', 'Status'],
]

/**
 * Parses the quotes of the page. Its rows repeat what they show as attributes; each cell has its heading as a label.
 */
export function readQuotes({ body, fetchedAt }: DownloadedDocument): ParsedDocument {
  const page = readPage(body)
  const rows = page(ROWS)
    .toArray()
    .map((row) => labelled(page, page(row)))
  if (rows.length === 0)
    throw new Unreadable(`the page "${titleOf(page)}" has no ${ROWS}, in which the quotes were expected`)
  const unknownColumns = checkKeys(rows, { required: REQUIRED, known: KNOWN, what: 'the table' })
  const entries = rows.flatMap((row, index) =>
    parseRow(index + 1, JSON.stringify(row), () => quotesOf(row, fetchedAt)),
  )
  return { entries, rows: rows.length, unknownColumns }
}

function labelled(page: CheerioAPI, row: ReturnType<CheerioAPI>): JsonObject {
  const attributes = Object.entries(row.attr() ?? {}).filter(([name]) => name.startsWith('data-'))
  const columns = row.children('td').toArray()
  const labelOf = (cell: (typeof columns)[number]) => cell.attribs['data-label'] ?? 'without a label'
  const cells = columns.map((cell) => [labelOf(cell), cellText(page(cell).text())])
  const moment = columns
    .filter((cell) => labelOf(cell) === UPDATED)
    .flatMap((cell) => firstWithin(cell, 'time')?.attribs?.[MOMENT] ?? [])[0]
  return Object.fromEntries([...attributes, ...cells, ...(moment === undefined ? [] : [[MOMENT, moment]])])
}

function quotesOf(row: JsonObject, fetchedAt: Instant): ReportedGmp[] {
  if (isTrustType(textOf(row, 'data-type') ?? '')) return []
  const printed = textOf(row, 'GMP') ?? ''
  const gmp = agreedQuote(row, printed)
  if (gmp === null) return []
  return [{ kind: 'gmp', subject: subjectOf(row), ...stampOf(row, fetchedAt), gmp, printed }]
}

/** The attributes and the cell must agree, or the row cannot be trusted. */
function agreedQuote(row: JsonObject, printed: string): Paise | null {
  const shown = quoteIn(printed)
  const inAttributes = textOf(row, 'data-hasgmp') === 'true' ? quoteIn(textOf(row, 'data-gmp') ?? '') : null
  if (shown === inAttributes) return shown
  const attributes = `data-hasgmp "${row['data-hasgmp']}" and data-gmp "${row['data-gmp']}"`
  throw new BadCell('gmp-contradiction', `GMP shows "${printed}" beside ${attributes}; the same was expected`)
}

function subjectOf(row: JsonObject): Subject {
  const name = textOf(row, 'data-name')
  if (name === null) throw new BadCell('issue-unnamed', 'the row has a quote, but no data-name')
  const [openDate, closeDate] = daysIn(textOf(row, DATES) ?? '')
  return {
    ...UNNAMED_SUBJECT,
    name: withoutBoardWords(name),
    upstreamId: textOf(row, 'data-rowurl'),
    board: boardNamedIn(textOf(row, 'data-type') ?? ''),
    openDate,
    closeDate,
    ...bandFrom(textOf(row, 'Price Band') ?? ''),
  }
}

/** `Mar 11, 2031 – Mar 13, 2031`. */
function daysIn(text: string): readonly [Day | null, Day | null] {
  const [open = '', close = ''] = text.split(/\s[-–—]\s/)
  return [dayFromMonDY(open), dayFromMonDY(close)]
}

function stampOf(row: JsonObject, fetchedAt: Instant): Stamp {
  const updated = textOf(row, UPDATED)
  if (updated === null || /^[-–—]+$/.test(updated)) return stampOfReading(fetchedAt)
  return cellOf(UPDATED, textOf(row, MOMENT) ?? updated, {
    rule: 'updated-unreadable',
    expected: 'a moment up to now such as 2026-08-19T15:00:00.000Z',
    from: (text) => stampFrom(text, fetchedAt),
  })
}
