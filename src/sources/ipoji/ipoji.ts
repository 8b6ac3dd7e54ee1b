import type { CheerioAPI } from 'cheerio/slim'
import type { Day, Instant } from '../../market/calendar.ts'
import { isTrustType } from '../../market/issues/names.ts'
import type { Paise } from '../../market/money.ts'
import { cellText, readPage, titleOf } from '../formats/html-table.ts'
import type { JsonObject } from '../formats/json.ts'
import { firstWithin } from '../formats/markup.ts'
import { dayFromMonDY, type Stamp, stampFrom, stampOfReading } from '../parsing/dates.ts'
import { bandFrom } from '../parsing/numbers.ts'
import { BadCell, cellOf, type Row, readJsonRows } from '../parsing/row.ts'
import { boardNamedIn, nameWithoutBoard, quoteIn } from '../parsing/tracker-cells.ts'
import {
  type DownloadedDocument,
  type ParsedDocument,
  type ReportedGmp,
  type Source,
  type Subject,
  UNNAMED_SUBJECT,
  Unreadable,
} from '../source.ts'

const PAGE = 'https://ipoji.com/ipo-gmp'

export const ipoji: Source = {
  id: 'ipoji',
  publisher: 'IPO Ji',
  home: PAGE,
  contents: 'GMP quotes',
  schedule: { words: 'every 2 hours from 9:10 to 23:10', cron: ['10 9-23/2 * * *'] },
  isDated: false,
  plan: () => [{ document: 'gmp', url: PAGE, expects: 'html' }],
  read: readQuotes,
}

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
  return readJsonRows(rows, { required: REQUIRED, known: KNOWN, what: 'the table' }, (row) =>
    quotesOf(row, fetchedAt),
  )
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

function quotesOf(row: Row, fetchedAt: Instant): ReportedGmp[] {
  if (isTrustType(row.text('data-type') ?? '')) return []
  const printed = row.text('GMP') ?? ''
  const gmp = agreedQuote(row, printed)
  if (gmp === null) return []
  return [{ kind: 'gmp', subject: subjectOf(row), ...stampOf(row, fetchedAt), gmp, printed }]
}

/** The attributes and the cell must agree, or the row cannot be trusted. */
function agreedQuote(row: Row, printed: string): Paise | null {
  const shown = quoteIn(printed)
  const inAttributes = row.text('data-hasgmp') === 'true' ? quoteIn(row.text('data-gmp') ?? '') : null
  if (shown === inAttributes) return shown
  const attributes = `data-hasgmp "${row.text('data-hasgmp') ?? ''}" and data-gmp "${row.text('data-gmp') ?? ''}"`
  throw new BadCell('gmp-contradiction', `GMP shows "${printed}" beside ${attributes}; the same was expected`)
}

function subjectOf(row: Row): Subject {
  const name = row.text('data-name')
  if (name === null) throw new BadCell('issue-unnamed', 'the row has a quote, but no data-name')
  const [openDate, closeDate] = daysIn(row.text(DATES) ?? '')
  return {
    ...UNNAMED_SUBJECT,
    name: nameWithoutBoard(name),
    upstreamId: row.text('data-rowurl'),
    board: boardNamedIn(row.text('data-type') ?? ''),
    openDate,
    closeDate,
    ...bandFrom(row.text('Price Band') ?? ''),
  }
}

/** `Mar 11, 2031 – Mar 13, 2031`. */
function daysIn(text: string): readonly [Day | null, Day | null] {
  const [open = '', close = ''] = text.split(/\s[-–—]\s/)
  return [dayFromMonDY(open), dayFromMonDY(close)]
}

function stampOf(row: Row, fetchedAt: Instant): Stamp {
  const updated = row.text(UPDATED)
  if (updated === null || /^[-–—]+$/.test(updated)) return stampOfReading(fetchedAt)
  return cellOf(UPDATED, row.text(MOMENT) ?? updated, {
    rule: 'updated-unreadable',
    expected: 'a moment up to now such as 2026-08-19T15:00:00.000Z',
    from: (text) => stampFrom(text, fetchedAt),
  })
}
