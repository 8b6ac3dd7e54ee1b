import type { CheerioAPI } from 'cheerio/slim'
import type { Row } from '../parsing/row.ts'
import { Unreadable } from '../source.ts'
import { headingKey, rowBelow } from './csv.ts'
import { isUnseen, type MarkupNode, parseMarkup, shownText } from './markup.ts'

/** True when a page has its end, after which no more rows follow; text that some hosts append after it is harmless. */
function hasEnd(body: string): boolean {
  const lower = body.toLowerCase()
  const end = Math.max(lower.lastIndexOf('</html>'), lower.lastIndexOf('</body>'))
  if (end < 0) return lower.trimEnd().endsWith('</table>')
  const lastRow = Math.max(
    ...['<tr', '<td', '<th', '</tr', '</td', '</th'].map((tag) => lower.lastIndexOf(tag)),
  )
  return lastRow < end
}

/** Parses a whole HTML page, or throws with what was received instead. A page without its end was cut short. */
export function readPage(body: string): CheerioAPI {
  if (body.trim() === '') throw new Unreadable('the answer is empty, an HTML page was expected')
  if (!/^\s*</.test(body)) throw new Unreadable('the answer is no HTML page, which was expected')
  if (!hasEnd(body)) throw new Unreadable('the page has no end; it was cut short')
  return parseMarkup(body, true)
}

/** A table as received, from a page, a CSV or JSON. */
export interface CellTable {
  readonly headings: readonly string[]
  /** Without the heading and fillers. */
  readonly rows: readonly Row[]
}

type Line = readonly string[]

/** The table of a page with the most of these headings, and its rows. Headings may be `th` or the first row's `td`. */
export function bestTable(page: CheerioAPI, headings: readonly string[], within = 'table'): CellTable | null {
  const expected = new Set(headings.map(headingKey))
  const hitsOf = (table: CellTable) => new Set(table.headings.map(headingKey)).intersection(expected).size
  return tablesOf(page, within)
    .map((table) => ({ table, hits: hitsOf(table) }))
    .reduce((best, next) => (next.hits > best.hits ? next : best), {
      table: null as CellTable | null,
      hits: 0,
    }).table
}

/** The title of a page, by which an error page is recognised. */
export const titleOf = (page: CheerioAPI): string =>
  cellText(page('title').first().text()) || 'without a title'

/** A table while its lines are collected. */
interface OpenTable {
  readonly lines: MarkupNode[]
  isMatch: boolean
}

/**
 * The tables that a selector selects directly, by a part of them, or by an element around them. Found in one walk over
 * the visible elements, since the library takes quadratic time. In nested tables, a line belongs to the innermost one.
 */
function tablesOf(page: CheerioAPI, within: string): CellTable[] {
  const selected = new Set<MarkupNode>(page(within).toArray())
  const tables: OpenTable[] = []
  const walk = (nodes: readonly MarkupNode[], around: OpenTable | null, isWithin: boolean) => {
    for (const node of nodes) {
      if (isUnseen(node)) continue
      const isSelected = selected.has(node)
      const table = node.name === 'table' ? { lines: [], isMatch: isWithin } : around
      if (table !== null && table !== around) tables.push(table)
      if (table !== null && isSelected) table.isMatch = true
      if (node.name === 'tr') table?.lines.push(node)
      walk(node.children ?? [], table, isWithin || isSelected)
    }
  }
  walk(page.root().toArray(), null, false)
  return tables.filter(({ isMatch }) => isMatch).flatMap(({ lines }) => tableFrom(lines.map(cellsIn)) ?? [])
}

const cellsIn = ({ children = [] }: MarkupNode): Line =>
  children.filter(({ name }) => name === 'th' || name === 'td').map((cell) => cellText(shownText(cell)))

function tableFrom([head, ...rest]: readonly Line[]): CellTable | null {
  if (!head) return null
  const headings = head.map(withoutSortingMarks)
  const keys = headings.map(headingKey)
  const isFiller = (cells: Line) =>
    cells.every((text) => text === '') ||
    // An advertisement or a note across the table, and repeated headings.
    (cells.length === 1 && keys.length > 1) ||
    (cells.length === keys.length &&
      cells.every((text, column) => headingKey(withoutSortingMarks(text)) === keys[column]))
  const rows = rest
    .filter((cells) => !isFiller(cells))
    .map((cells, index) =>
      rowBelow(keys, cells, {
        row: index + 1,
        raw: cells.join(' | '),
        misfit:
          cells.length === keys.length
            ? null
            : `the row has ${cells.length} cells, the heading ${keys.length}`,
      }),
    )
  return { headings, rows }
}

const withoutSortingMarks = (heading: string): string => heading.replace(/[▲▼△▽⇅↕↑↓]/g, '').trim()

/** The text with single spaces, as a reader sees it. */
export const cellText = (text: string): string => text.replace(/[\u00A0\u200B\uFEFF\s]+/g, ' ').trim()
