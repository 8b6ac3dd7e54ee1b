import { slugOfName } from '../../market/issues/names.ts'
import { ipoTable } from '../../reports/ipos/ipo-table.ts'
import { type Suggestion, suggestions } from '../../reports/ipos/suggestions.ts'
import type { MarketQuery } from '../../request/market-query.ts'
import { CsvLink } from '../csv-link.tsx'
import { Name } from '../figures.tsx'
import type { Page, PageRequest } from '../page.ts'
import { DidYouMean } from '../search/did-you-mean.tsx'
import {
  filterFields,
  type IposState,
  type IposValues,
  iposAddress,
  iposJsonAddress,
  iposState,
} from './ipos-address.ts'
import { IposFilters, isFiltered } from './ipos-filters.tsx'
import { headingOf } from './ipos-heading.ts'
import { IposTable } from './ipos-table.tsx'

/** Every tracked IPO, filtered and sorted as in the address. */
export async function iposPage({ query, today, values }: PageRequest<IposValues>): Promise<Page> {
  const requested = iposState(values)
  const { filter, sorting, page } = requested
  const table = await ipoTable(query.market, query.moment, filter, sorting, page)
  const state = { ...requested, page: table.page }
  const meant = table.total === 0 ? await meantBy(filter.q, query) : []
  const heading = headingOf(filter, table.total)
  return {
    title: isFiltered(filter) ? heading : 'All IPOs',
    description: `${heading} with dates, price band, size, grey-market premium and subscription, sortable by each.`,
    path: iposAddress(state),
    json: iposJsonAddress(state),
    span: table.span,
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
        {filter.status && filter.status.includes('CLOSED') !== filter.status.includes('LISTED') && (
          <p class="quiet small">
            Until its listing price is known, an IPO counts as closed here. In JSON and CSV it is listed as
            soon as trading begins on its listing day.
          </p>
        )}
        {table.total === 0 ? (
          <>
            <Nothing state={state} tracked={table.tracked} />
            <DidYouMean suggestions={meant} />
          </>
        ) : (
          <>
            <IposTable table={table} requestedPage={page} state={state} today={today} />
            <CsvLink table="ipos" filter={filterFields(filter)} />
          </>
        )}
        <p class="small">
          Not announced by an exchange yet: <a href="/unannounced">companies that only trackers mention</a>
        </p>
      </>
    ),
  }
}

/** IPOs with a name like the one that was looked for. */
const meantBy = (q: string | undefined, { market, moment }: MarketQuery): Promise<Suggestion[]> =>
  q === undefined ? Promise.resolve([]) : suggestions(market.db, moment, slugOfName(q))

const Nothing = ({ state, tracked }: { state: IposState; tracked: number }) =>
  tracked === 0 ? (
    <p>No IPO is known yet.</p>
  ) : (
    <p>
      No IPO matches this filter
      {state.filter.q !== undefined && '; check the spelling of the name or symbol'}.{' '}
      <a href="/ipos">Show all IPOs</a>
    </p>
  )
