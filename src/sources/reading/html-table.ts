import { type CheerioAPI, load } from 'cheerio/slim'
import { Unreadable } from '../source.ts'
import { headingKey } from './csv.ts'

/** A page's end, after which no more of a table comes; what some hosts append behind it does no harm. */
const END = /<\/(html|body)>(?![\s\S]*<\/?t[rdh]\b)|<\/table>\s*$/i

/** A whole HTML page, or says what came instead. A page without its end was cut short. */
export function readPage(body: string): CheerioAPI {
  if (body.trim() === '') throw new Unreadable('the answer is empty, an HTML page was expected')
  if (!/^\s*(\uFEFF\s*)?</.test(body)) throw new Unreadable('the answer is no HTML page, which was expected')
  if (!END.test(body)) throw new Unreadable('the page has no end; it was cut short')
  // Without scripting, what is meant for readers without scripts (noscript) is part of the page.
  return load(body, { scriptingEnabled: false })
}

export interface TableRow {
  /** Counted from 1, the heading and fillers aside. */
  readonly row: number
  readonly raw: string
  /** By `headingKey`; empty where the row has no such cell. */
  readonly cells: ReadonlyMap<string, string>
  /** Why its cells may stand under the wrong headings, or `null`: such a row is to be misheard, not read. */
  readonly misfit: string | null
  readonly links: readonly string[]
}

export interface Table {
  readonly headings: readonly string[]
  readonly rows: readonly TableRow[]
}

interface Line {
  readonly cells: readonly string[]
  readonly links: readonly string[]
}

type Selected = ReturnType<CheerioAPI>

/** The table of a page that has the most of these headings, with its rows. Headings may be `th` or the first row's `td`. */
export function bestTable(page: CheerioAPI, headings: readonly string[], within = 'table'): Table | null {
  const wanted = new Set(headings.map(headingKey))
  const hitsOf = (table: Table) => new Set(table.headings.map(headingKey)).intersection(wanted).size
  return tablesOf(page, within)
    .map((table) => ({ table, hits: hitsOf(table) }))
    .reduce((best, next) => (next.hits > best.hits ? next : best), { table: null as Table | null, hits: 0 })
    .table
}

/** The title of a page, to tell an error page by. */
export const titleOf = (page: CheerioAPI): string =>
  cellText(page('title').first().text()) || 'without a title'

function tablesOf(page: CheerioAPI, within: string): Table[] {
  // A selector may lead to a table, to its parts, or to what stands around it.
  const selected = page(within)
  const tables = selected.closest('table').add(selected.find('table')).toArray()
  return tables.flatMap((table) => tableFrom(linesOf(page, page(table))) ?? [])
}

function linesOf(page: CheerioAPI, table: Selected): Line[] {
  return table
    .find('tr')
    .filter((_, line) => page(line).closest('table').is(table))
    .toArray()
    .map((line) => ({
      cells: page(line)
        .children('th, td')
        .toArray()
        .map((cell) => shownText(page(cell))),
      links: page(line)
        .find('a[href]')
        .toArray()
        .map((link) => page(link).attr('href') ?? ''),
    }))
}

function tableFrom([head, ...rest]: readonly Line[]): Table | null {
  if (!head) return null
  const headings = head.cells.map(withoutSortingMarks)
  const keys = headings.map(headingKey)
  const isFiller = ({ cells }: Line) =>
    cells.every((text) => text === '') ||
    // An advertisement or a note across the table, and headings said again.
    (cells.length === 1 && keys.length > 1) ||
    (cells.length === keys.length &&
      cells.every((text, column) => headingKey(withoutSortingMarks(text)) === keys[column]))
  const rows = rest
    .filter((line) => !isFiller(line))
    .map(({ cells, links }, index) => ({
      row: index + 1,
      raw: cells.join(' | '),
      cells: new Map(keys.map((key, column) => [key, cells[column] ?? ''])),
      misfit:
        cells.length === keys.length ? null : `the row has ${cells.length} cells, the heading ${keys.length}`,
      links,
    }))
  return { headings, rows }
}

const withoutSortingMarks = (heading: string): string => heading.replace(/[▲▼△▽⇅↕↑↓]/g, '').trim()

/** Elements whose text a reader sees apart from what is before it: `₹5<sup>1</sup>` is not 51. */
const SET_APART = 'br, p, div, li, sup, sub, small'

function shownText(cell: Selected): string {
  const copy = cell.clone()
  copy.find('script, style, template').remove()
  copy.find(SET_APART).before(' ').after(' ')
  return cellText(copy.text())
}

/** Text with single spaces, as a reader sees it. */
export const cellText = (text: string): string => text.replace(/[\u00A0\u200B\uFEFF\s]+/g, ' ').trim()
