import type { ComponentChildren } from 'preact'
import type { PageOf, Sorting } from '../reports/sorted-page.ts'
import { count } from '../texts/format.ts'
import { Pager } from './pager.tsx'
import { type SortColumn, type SortedState, sortDescription, sortText } from './sort-columns.ts'
import { WideTable } from './wide-table.tsx'

interface SortedProps<K extends string> {
  readonly columns: readonly SortColumn<K>[]
  readonly sorting: Sorting<K>
}

interface SortedTableProps<K extends string, T> extends SortedProps<K> {
  readonly id: string
  /** The content of the table, for screen readers. */
  readonly label: string
  readonly of: PageOf<T>
  /** The page number in the address, which may be beyond the last page. */
  readonly requestedPage: number
  readonly href: (state: SortedState<K>) => string
  /** A further note about the table. */
  readonly note?: ComponentChildren
  readonly row: (item: T) => ComponentChildren
}

/** One page of a table that its headings sort. */
export const SortedTable = <K extends string, T>(props: SortedTableProps<K, T>) => {
  const { id, label, columns, sorting, of, requestedPage, href, note, row } = props
  return (
    <>
      <p class="quiet small about-table">
        {pageText(of, requestedPage)}Sorted by {sortDescription(columns, sorting)}.{note && <> {note}</>}
      </p>
      <WideTable label={label} id={id} look="sorted">
        <Headings columns={columns} sorting={sorting} href={(next) => href({ sorting: next, page: 1 })} />
        <tbody>{of.rows.map(row)}</tbody>
      </WideTable>
      <Pager of={of} href={(page) => href({ sorting, page })} />
    </>
  )
}

/** An old link may lead to a page that the table no longer has. */
function pageText({ page, pages }: PageOf<unknown>, requestedPage: number): string {
  if (requestedPage > pages) return `There is no page ${count(requestedPage)}; this is the last one. `
  return pages > 1 ? `Page ${count(page)} of ${count(pages)}. ` : ''
}

interface HeadingsProps<K extends string> extends SortedProps<K> {
  readonly href: (sorting: Sorting<K>) => string
}

/** Headings as links that sort by their column, or reverse the order. */
const Headings = <K extends string>({ columns, sorting, href }: HeadingsProps<K>) => (
  <thead>
    <tr>
      {columns.map(({ key, label, orders, downFirst = false, isFigure = false }) => {
        const isSorted = key === sorting.key
        const next = { key, descending: isSorted ? !sorting.descending : downFirst }
        const order = orders[sorting.descending ? 1 : 0]
        return (
          <th
            key={key}
            scope="col"
            class={isFigure ? 'figure' : undefined}
            aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : undefined}
          >
            <a href={href(next)} rel="nofollow" title={`Sort: ${orders[next.descending ? 1 : 0]}`}>
              {label}
              {isSorted && (
                <>
                  {' '}
                  <span aria-hidden="true">{sorting.descending ? '▼' : '▲'}</span>
                  <span class="unseen"> ({order})</span>
                </>
              )}
            </a>
          </th>
        )
      })}
    </tr>
  </thead>
)

/** The same choice as a field, where there is no room for headings. It also keeps the order when a form is sent. */
export const SortField = <K extends string>({ columns, sorting }: SortedProps<K>) => (
  <label class="sort-field">
    Sort by
    <select name="sort">
      {columns.flatMap(({ key, downFirst = false }) =>
        [downFirst, !downFirst].map((descending) => (
          <option
            key={`${key} ${descending}`}
            value={sortText({ key, descending })}
            selected={key === sorting.key && descending === sorting.descending}
          >
            {sortDescription(columns, { key, descending })}
          </option>
        )),
      )}
    </select>
  </label>
)
