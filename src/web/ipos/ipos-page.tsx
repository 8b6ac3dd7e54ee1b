import { type ShareWithDeals, sharesFound } from '../../reports/deals/shares.ts'
import { ipoTable } from '../../reports/ipos/ipo-table.ts'
import { issuesMeant, type Suggestion } from '../../reports/ipos/suggestions.ts'
import type { MarketQuery } from '../../request/market-query.ts'
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
  const found = filter.q === undefined ? NOTHING_ELSE : await foundBeside(filter.q, query, table.total === 0)
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
            <DidYouMean suggestions={found.ipos} />
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
        <SharesFound shares={found.shares} />
        <p class="small">
          <a href="/unannounced">{en.today.onlyTrackers}</a>
        </p>
      </>
    ),
  }
}

/** What a search finds beside the IPOs of the list. */
interface FoundBeside {
  readonly ipos: readonly Suggestion[]
  readonly shares: readonly ShareWithDeals[]
}

const NOTHING_ELSE: FoundBeside = { ipos: [], shares: [] }

async function foundBeside(
  q: string,
  { market, moment }: MarketQuery,
  isListEmpty: boolean,
): Promise<FoundBeside> {
  return {
    ipos: isListEmpty ? await issuesMeant(market.db, moment, q) : [],
    shares: await sharesFound(market.db, moment, q, { orMisspelt: isListEmpty }),
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
