import { bestTable, readPage, titleOf } from '../formats/html-table.ts'
import { type DownloadedDocument, type ParsedDocument, Unreadable } from '../source.ts'
import { headingsOf, readTrackerTable, type TrackerLayout } from './tracker-table.ts'

/** Parses the quotes of a tracker's page: of the table within `within` that has the most of the headings. */
export function readTrackerPage(
  { body, fetchedAt }: DownloadedDocument,
  layout: TrackerLayout,
  within = 'table',
): ParsedDocument {
  const page = readPage(body)
  const table = bestTable(page, headingsOf(layout), within)
  if (table === null) {
    const where = within === 'table' ? '' : ` at ${within}`
    const names = Object.values(layout.aliases).map(([first]) => first)
    throw new Unreadable(
      `the page "${titleOf(page)}" has no table${where} with headings such as ${names.join(', ')}`,
    )
  }
  const reading = readTrackerTable(table, layout, fetchedAt)
  // A page whose rows are filled in by a script looks like this; it does not mean that there are no quotes.
  if (table.rows.length === 0)
    throw new Unreadable(`the table has no rows below its headings ${table.headings.join(', ')}`)
  return reading
}
