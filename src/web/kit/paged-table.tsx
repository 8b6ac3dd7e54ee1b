import { type PageOf, rowNumbersOf, type Sorting } from '../../reports/sorted-page.ts'
import { en } from '../../texts/en.ts'
import { count } from '../../texts/format.ts'
import { orderText } from './sort-field.tsx'
import { type Column, Table, type TableProps } from './table.tsx'

interface PagedTableProps<T, K extends string> extends Omit<TableProps<T, K>, 'rows' | 'sorted'> {
  readonly columns: readonly Column<T, K>[]
  readonly of: PageOf<T>
  /** The page number in the address, which may be beyond the last page. */
  readonly requestedPage: number
  readonly sorting: Sorting<K>
  readonly href: (state: { readonly sorting: Sorting<K>; readonly page: number }) => string
}

/** One page of a table that its headings sort. */
export function PagedTable<T, K extends string>(props: PagedTableProps<T, K>) {
  const { of, requestedPage, sorting, href, ...table } = props
  const order = table.columns.find(({ key }) => key === sorting.key)?.order
  return (
    <>
      <p class="quiet small">
        {requestedPage > of.pages
          ? en.today.noSuchPage(requestedPage)
          : of.pages > 1 && en.today.pageOf(of.page, of.pages)}{' '}
        {order && en.today.sortedBy(orderText(order, sorting.descending))}
      </p>
      <Table
        {...table}
        rows={of.rows}
        sorted={{ by: sorting, href: (by) => href({ sorting: by, page: 1 }) }}
      />
      <Pager of={of} href={(page) => href({ sorting, page })} />
    </>
  )
}

/** The position in a table, and links to other pages. */
function Pager({ of, href }: { of: PageOf<unknown>; href: (page: number) => string }) {
  const { page, pages, total } = of
  if (pages === 1) return null
  const { first, last } = rowNumbersOf(of)
  return (
    <nav class="pager" aria-label={en.today.pagesOfTable}>
      {page > 1 && (
        <>
          <a href={href(1)}>{en.today.firstPage}</a>{' '}
          <a href={href(page - 1)} rel="prev">
            {en.today.previousPage}
          </a>
        </>
      )}
      <span class="quiet shown">
        {count(first)}–{count(last)} of {count(total)}
      </span>
      {page < pages && (
        <>
          <a href={href(page + 1)} rel="next">
            {en.today.nextPage}
          </a>{' '}
          <a href={href(pages)}>{en.today.lastPage}</a>
        </>
      )}
    </nav>
  )
}
