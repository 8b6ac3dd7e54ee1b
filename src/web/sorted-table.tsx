import type { Sorting } from '../reports/sorted-page.ts'

/** A column that a table can be sorted by. */
export interface SortColumn<K extends string> {
  readonly key: K
  readonly label: string
  /** What the two orders are in words, upwards and downwards. */
  readonly orders: readonly [up: string, down: string]
  /** Whether the first click sorts downwards, as one mostly wants of figures. */
  readonly downFirst?: boolean
  readonly isFigure?: boolean
}

/** As the address has it. */
export const sortText = <K extends string>({ key, descending }: Sorting<K>): string =>
  `${descending ? '-' : ''}${key}`

/** `Listed, latest first` */
export const sortWords = <K extends string>(
  columns: readonly SortColumn<K>[],
  sorting: Sorting<K>,
): string => {
  const column = columns.find(({ key }) => key === sorting.key)
  return column ? `${column.label}, ${column.orders[sorting.descending ? 1 : 0]}` : ''
}

interface SortedProps<K extends string> {
  readonly columns: readonly SortColumn<K>[]
  readonly sorting: Sorting<K>
}

/** The headings of a table, each a link that sorts by its column, or turns the order around. */
export const SortedHeadings = <K extends string>({
  columns,
  sorting,
  href,
}: SortedProps<K> & { readonly href: (sorting: Sorting<K>) => string }) => (
  <thead>
    <tr>
      {columns.map(({ key, label, orders, downFirst = false, isFigure = false }) => {
        const isSorted = key === sorting.key
        const next = { key, descending: isSorted ? !sorting.descending : downFirst }
        const words = orders[sorting.descending ? 1 : 0]
        return (
          <th
            key={key}
            scope="col"
            class={isFigure ? 'figure' : undefined}
            aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : undefined}
          >
            <a href={href(next)} rel="nofollow" title={`sort: ${orders[next.descending ? 1 : 0]}`}>
              {label}
              {isSorted && (
                <>
                  {' '}
                  <span aria-hidden="true">{sorting.descending ? '▼' : '▲'}</span>
                  <span class="unseen"> ({words})</span>
                </>
              )}
            </a>
          </th>
        )
      })}
    </tr>
  </thead>
)

/** The same choice where the headings have no room. It also carries the order through a form. */
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
            {sortWords(columns, { key, descending })}
          </option>
        )),
      )}
    </select>
  </label>
)
