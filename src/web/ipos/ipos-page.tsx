import { sharesFound } from '../../reports/deals/shares.ts'
import { ipoTable } from '../../reports/ipos/ipo-table.ts'
import { issuesMeant } from '../../reports/ipos/suggestions.ts'
import { en } from '../../texts/en.ts'
import { CsvLink } from '../csv-link.tsx'
import { Name } from '../figures.tsx'
import { PagedTable } from '../kit/paged-table.tsx'
import type { Page, PageRequest } from '../page.ts'
import { DidYouMean, SharesFound } from '../search/did-you-mean.tsx'
import { LIST_COLUMNS } from './ipo-columns.tsx'
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

/** Every tracked IPO, filtered and sorted as in the address. */
export async function iposPage({ query, values }: PageRequest<IposValues>): Promise<Page> {
  const requested = iposState(values)
  const { filter, sorting, page } = requested
  const table = await ipoTable(query.market, query.moment, filter, sorting, page)
  const state = { ...requested, page: table.page }
  const { market, moment } = query
  const { q } = filter
  const isEmpty = table.total === 0
  const shares = q === undefined ? [] : await sharesFound(market.db, moment, q, { orMisspelt: isEmpty })
  const meant = q === undefined || !isEmpty ? [] : await issuesMeant(market.db, moment, q)
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
          {q !== undefined && (
            <>
              {' '}
              with “<Name>{q}</Name>”
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
        {isEmpty ? (
          <>
            <Nothing state={state} tracked={table.tracked} />
            <DidYouMean suggestions={meant} />
          </>
        ) : (
          <>
            <PagedTable
              id="ipos-table"
              label={en.today.tableOfIpos}
              columns={LIST_COLUMNS}
              of={table}
              requestedPage={page}
              sorting={state.sorting}
              href={(next) => iposAddress({ ...state, ...next })}
              isDoors
              attributes={({ slug }) => ({ 'data-slug': slug })}
            />
            <CsvLink table="ipos" filter={filterFields(filter)} />
          </>
        )}
        <SharesFound shares={shares} />
        <p class="small">
          <a href="/unannounced">{en.today.onlyTrackers}</a>
        </p>
      </>
    ),
  }
}

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
