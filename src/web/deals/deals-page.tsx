import { asciiUpper } from '../../market/text-order.ts'
import { dealDays, newestDeals } from '../../reports/deals/deal-days.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import { count } from '../../texts/format.ts'
import { CsvLink } from '../csv-link.tsx'
import type { Page, PageRequest } from '../page.ts'
import { ClientLink } from './client-link.tsx'
import { DealDayList } from './deal-rows.tsx'
import { dealsHeading } from './deals-heading.tsx'
import { Totals, WhatDealsAre } from './deals-summary.tsx'
import { addressesOf, type DealsWalk, dealsAddress } from './deals-walk.ts'
import { FilterForm } from './filter-form.tsx'
import { WalkPager } from './walk-pager.tsx'

const MOST_NAMES = 5

export async function dealsPage({ today, values: walk }: PageRequest<DealsWalk>): Promise<Page> {
  const { filter, market, moment } = walk
  const isFiltered = Object.keys(filter).length > 0
  // A rare name is searched for among all deals, so totals are computed only on the first page.
  const isSummed = isFiltered && walk.after === null
  const newest = isSummed ? await newestDeals(market.db, moment, filter) : undefined
  const { days, next } = await dealDays(market.db, moment, walk, newest)
  const names =
    filter.client === undefined ? [] : clientsOf(newest?.deals ?? days.flatMap(({ deals }) => deals))
  const heading = dealsHeading(filter, names)
  const pager = <WalkPager first={dealsAddress(filter)} path="/deals" walk={walk} next={next} />
  return {
    title: heading.title,
    description:
      'Bulk and block deals that NSE and BSE disclosed: who bought, who sold, how many shares, at what price.',
    ...addressesOf('/deals', filter, walk),
    span: UNCHANGED_BY_CLOCK,
    content: (
      <>
        <h1>{heading.shown}</h1>
        {newest !== undefined && names.length > 1 ? (
          <NamesMatched names={names} isCut={newest.isCut} />
        ) : (
          <p class="lead">
            Large trades that NSE and BSE disclosed: who bought, who sold, how many shares, at what price.
            Newest day first, largest deal first.
          </p>
        )}
        <FilterForm filter={filter} today={today} />
        {newest !== undefined && <Totals newest={newest} />}
        {isFiltered && !isSummed && (
          <p class="quiet small">
            Older deals. <a href={dealsAddress(filter)}>The first page has the totals.</a>
          </p>
        )}
        {days.length === 0 ? <NoDeals isFiltered={isFiltered} /> : <DealDayList days={days} />}
        {pager}
        {days.length > 0 && <CsvLink table="deals" filter={{ ...filter }} />}
        <WhatDealsAre />
      </>
    ),
  }
}

/** The distinct clients of these deals, ignoring case. */
const clientsOf = (deals: readonly { readonly clientName: string }[]): string[] => [
  ...new Map(deals.map(({ clientName }) => [asciiUpper(clientName), clientName])).values(),
]

const NamesMatched = ({ names, isCut }: { names: readonly string[]; isCut: boolean }) => (
  <p class="lead">
    {isCut ? 'At least ' : ''}
    {count(names.length)} client names match:{' '}
    {names.slice(0, MOST_NAMES).map((name, i) => (
      <span key={name}>
        {i > 0 && ', '}
        <ClientLink name={name} />
      </span>
    ))}
    {names.length > MOST_NAMES && ' and others'}.
  </p>
)

const NoDeals = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <p>
      No deals match these filters. <a href="/deals">Show all deals</a>
    </p>
  ) : (
    <p>No deals yet. The exchanges disclose them on the evening of each trading day.</p>
  )
