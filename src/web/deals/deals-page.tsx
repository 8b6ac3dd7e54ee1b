import { asciiUpper } from '../../market/text-order.ts'
import { dealDays, newestDeals } from '../../reports/deals/deal-days.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import { en } from '../../texts/en.ts'
import { CsvLink } from '../csv-link.tsx'
import { Listed } from '../kit/parts.tsx'
import type { Page, PageRequest } from '../page.ts'
import { ClientLink, DealTable } from './deal-table.tsx'
import { dealsHeading } from './deals-heading.tsx'
import { Totals, WalkPager, WhatDealsAre } from './deals-summary.tsx'
import { addressesOf, type DealsWalk } from './deals-walk.ts'
import { FilterForm } from './filter-form.tsx'

const words = en.deals

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
  return {
    title: heading.title,
    description: words.description,
    ...addressesOf(walk),
    span: UNCHANGED_BY_CLOCK,
    content: (
      <>
        <h1>{heading.shown}</h1>
        {newest !== undefined && names.length > 1 ? (
          <NamesMatched names={names} isCut={newest.isCut} />
        ) : (
          <p class="lead">{words.lead}</p>
        )}
        <FilterForm filter={filter} today={today} />
        {newest !== undefined && <Totals newest={newest} />}
        {isFiltered && !isSummed && (
          <p class="quiet small">
            {words.olderDeals}. <a href={walk.first}>{words.firstHasTotals}</a>
          </p>
        )}
        {days.length === 0 ? <NoDeals isFiltered={isFiltered} /> : <DealTable days={days} />}
        <WalkPager walk={walk} next={next} />
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
    {words.namesMatch(names.length, isCut)}{' '}
    <Listed items={names.slice(0, MOST_NAMES).map((name) => <ClientLink key={name} name={name} />)} />
    {names.length > MOST_NAMES && ` ${words.andOthers}`}.
  </p>
)

const NoDeals = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <p>
      {words.noMatch} <a href="/deals">{words.showAll}</a>
    </p>
  ) : (
    <p>{words.noDeals}</p>
  )
