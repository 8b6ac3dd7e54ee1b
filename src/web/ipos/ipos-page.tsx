import { ipoTable } from '../../reports/ipos/ipo-table.ts'
import { restOfMinute } from '../../reports/moment.ts'
import type { SourceChoice } from '../../reports/sources.ts'
import { unannounced } from '../../reports/unannounced.ts'
import { Name } from '../figures.tsx'
import type { Page, PageRequest } from '../page.ts'
import { type IposState, type IposValues, iposAddress, iposJsonAddress, iposState } from './ipos-address.ts'
import { IposFilters, isFiltered } from './ipos-filters.tsx'
import { headingOf } from './ipos-heading.ts'
import { IposTable } from './ipos-table.tsx'
import { Unannounced } from './unannounced.tsx'

/** Every tracked IPO, filtered and sorted as in the address. */
export async function iposPage(
  { query, today, values }: PageRequest<IposValues>,
  sources: Pick<SourceChoice, 'known'>,
): Promise<Page> {
  const requested = iposState(values)
  const { filter, sorting, page } = requested
  const table = await ipoTable(query.market, query.moment, filter, sorting, page)
  const state = { ...requested, page: table.page }
  // A filter or a later page is about announced issues.
  const isWhole = !isFiltered(filter) && table.page === 1
  const companies = isWhole ? await unannounced(query.market.db, sources.known, query.moment.asOf) : []
  const heading = headingOf(filter, table.total)
  return {
    title: isFiltered(filter) ? heading : 'All IPOs',
    description: `${heading} with dates, price band, size, grey-market premium and subscription, sortable by each.`,
    path: iposAddress(state),
    json: iposJsonAddress(state),
    // Rows that wait change without a new market version.
    span: isWhole ? restOfMinute(query.moment.clock) : table.span,
    content: (
      <>
        <h1>
          {heading}
          {filter.q !== undefined && (
            <>
              {' '}
              with “<Name>{filter.q}</Name>”
            </>
          )}
        </h1>
        <IposFilters state={state} />
        {table.total === 0 ? (
          <Nothing state={state} tracked={table.tracked} />
        ) : (
          <IposTable table={table} requestedPage={page} state={state} today={today} />
        )}
        <Unannounced companies={companies} today={today} />
      </>
    ),
  }
}

const Nothing = ({ state, tracked }: { state: IposState; tracked: number }) =>
  tracked === 0 ? (
    <p>No IPO is known yet.</p>
  ) : (
    <p>
      Nothing matches all of this
      {state.filter.q !== undefined && '; names and symbols are searched as they are written'}.{' '}
      <a href="/ipos">Show all IPOs</a>
    </p>
  )
