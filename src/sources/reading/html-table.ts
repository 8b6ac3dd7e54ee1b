import { type CheerioAPI, load } from 'cheerio'
import { Unreadable } from '../source.ts'
import { headingKey } from './csv.ts'

/** A whole HTML page, or says what came instead. A page without its end was cut short. */
export function readPage(body: string): CheerioAPI {
  if (body.trim() === '') throw new Unreadable('the answer is empty, an HTML page was expected')
  if (!/<\/(html|body|table)>\s*(<!--[\s\S]*?-->\s*)*$/i.test(body.trimEnd()))
    throw new Unreadable('the page has no end; it was cut short')
  return load(body)
}

export interface TableRow {
  /** Counted from 1, the heading aside. */
  readonly row: number
  readonly raw: string
  /** By `headingKey`. */
  readonly cells: ReadonlyMap<string, string>
  readonly links: readonly string[]
}

/** The table of a page that has the most of these headings, with its rows. Headings may be `th` or the first row's `td`. */
export function bestTable(
  page: CheerioAPI,
  headings: readonly string[],
  within = 'table',
): { readonly headings: readonly string[]; readonly rows: readonly TableRow[] } | null {
  const wanted = new Set(headings.map(headingKey))
  let best: { found: string[]; rows: TableRow[]; hits: number } | null = null
  for (const table of page(within).toArray()) {
    const lines = page(table)
      .find('tr')
      .toArray()
      .map((line) => ({
        cells: page(line)
          .children('th, td')
          .toArray()
          .map((cell) => cellText(page(cell).text())),
        links: page(line)
          .find('a[href]')
          .toArray()
          .map((link) => page(link).attr('href') ?? ''),
      }))
    const [head, ...rest] = lines
    if (!head) continue
    const keys = head.cells.map(headingKey)
    const hits = keys.filter((key) => wanted.has(key)).length
    if (hits <= (best?.hits ?? 0)) continue
    const rows = rest.map(({ cells, links }, index) => ({
      row: index + 1,
      raw: cells.join(' | '),
      cells: new Map(keys.map((key, column) => [key, cells[column] ?? ''])),
      links,
    }))
    best = { found: head.cells, rows, hits }
  }
  return best === null ? null : { headings: best.found, rows: best.rows }
}

/** Text as a reader sees it. Sorting arrows and the like in headings are left to the caller. */
export const cellText = (text: string): string => text.replace(/[\u00A0\s]+/g, ' ').trim()
