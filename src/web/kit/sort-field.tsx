import type { Sorting } from '../../reports/sorted-page.ts'
import { en } from '../../texts/en.ts'
import type { Column, ColumnOrder } from './table.tsx'

/** The order as a parameter of the address. */
export const sortText = <K extends string>({ key, descending }: Sorting<K>): string =>
  `${descending ? '-' : ''}${key}`

/** The state of a table that its address stores. */
export interface SortedState<K extends string> {
  readonly sorting: Sorting<K>
  readonly page: number
}

/** The parameters of the address, without defaults. */
export const sortedFields = <K extends string>(
  { sorting, page }: SortedState<K>,
  standard: Sorting<K>,
): { sort: string | undefined; page: number | undefined } => ({
  sort: sortText(sorting) === sortText(standard) ? undefined : sortText(sorting),
  page: page === 1 ? undefined : page,
})

/** `listing day, latest first` */
export const orderText = ({ by, ways }: ColumnOrder, descending: boolean): string =>
  `${by}, ${ways[descending ? 1 : 0]}`

interface SortFieldProps<K extends string> {
  readonly columns: readonly Column<never, string>[]
  readonly sorting: Sorting<K>
  /** The order of an address without this parameter. */
  readonly standard: Sorting<K>
}

/**
 * The order of a table as a field, where there is no room for headings, or where they lack an order. It also keeps the order
 * when a form is sent.
 */
export const SortField = <K extends string>({ columns, sorting, standard }: SortFieldProps<K>) => (
  <label class="sort-field">
    {en.today.sortBy}
    <select name="sort">
      {columns.flatMap(({ key, order }) =>
        order === undefined
          ? []
          : [order.downFirst ?? false, !order.downFirst].map((descending) => (
              <option
                key={`${key} ${descending}`}
                value={
                  key === standard.key && descending === standard.descending
                    ? ''
                    : sortText({ key, descending })
                }
                selected={key === sorting.key && descending === sorting.descending}
              >
                {orderText(order, descending)}
              </option>
            )),
      )}
    </select>
  </label>
)
