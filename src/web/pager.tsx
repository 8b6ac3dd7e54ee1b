import { type PageOf, rowNumbersOf } from '../reports/sorted-page.ts'
import { count } from '../texts/format.ts'

/** The position in a table, and links to other pages. */
export function Pager({ of, href }: { of: PageOf<unknown>; href: (page: number) => string }) {
  const { page, pages, total } = of
  if (pages === 1) return null
  const { first, last } = rowNumbersOf(of)
  return (
    <nav class="pager" aria-label="Pages of the table">
      {page > 1 && (
        <span>
          <a href={href(1)}>First</a>{' '}
          <a href={href(page - 1)} rel="prev">
            Previous
          </a>
        </span>
      )}
      <span class="shown">
        {count(first)}–{count(last)} of {count(total)}
      </span>
      {page < pages && (
        <span>
          <a href={href(page + 1)} rel="next">
            Next
          </a>{' '}
          <a href={href(pages)}>Last</a>
        </span>
      )}
    </nav>
  )
}
