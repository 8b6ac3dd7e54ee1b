import { addDays, type Day } from '../../market/calendar.ts'
import { asciiUpper } from '../../market/text-order.ts'
import { dealDays, newestDeals } from '../../reports/deals/deal-days.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import { en } from '../../texts/en.ts'
import { harmless } from '../../texts/format.ts'
import { written } from '../../texts/phrase.ts'
import { useCopy } from '../copy/static-copy.tsx'
import { Name, PlainDay } from '../figures.tsx'
import { Listed } from '../kit/parts.tsx'
import type { Page, PageRequest } from '../page.ts'
import { ClientLink } from './deal-table.tsx'
import { dealsHeading } from './deals-heading.ts'
import { DealRows, Totals, WhatDealsAre } from './deals-summary.tsx'
import { addressesOf, type DealsWalk, dealsAddress } from './deals-walk.ts'
import { FilterForm } from './filter-form.tsx'

const words = en.deals

const MOST_NAMES = 5

export async function dealsPage({ today, values: walk }: PageRequest<DealsWalk>): Promise<Page> {
  const { filter, market, moment } = walk
  const isFiltered = Object.keys(filter).length > 0
  // A rare name is searched for among all deals, so totals are computed only on the first page.
  const isSummed = isFiltered && walk.after === null
  const newest = isSummed ? await newestDeals(market.db, moment, filter) : undefined
  const page = await dealDays(market.db, moment, walk, newest)
  const names =
    filter.client === undefined ? [] : clientsOf(newest?.deals ?? page.days.flatMap(({ deals }) => deals))
  return {
    title: written(dealsHeading(filter, names, harmless)),
    description: words.description,
    ...addressesOf(walk),
    span: UNCHANGED_BY_CLOCK,
    content: (
      <>
        <h1>
          {dealsHeading(filter, names, (name) => (
            <Name>{name}</Name>
          ))}
        </h1>
        {newest !== undefined && names.length > 1 ? (
          <NamesMatched names={names} isCut={newest.isCut} />
        ) : (
          <p class="lead">{words.lead}</p>
        )}
        <FilterForm filter={filter} today={today} />
        <DaysInCopy today={today} />
        {isFiltered && <Totals newest={newest} walk={walk} />}
        {page.days.length === 0 ? (
          <NoDeals isFiltered={isFiltered} />
        ) : (
          <DealRows page={page} walk={walk} scope="all" />
        )}
        <WhatDealsAre />
      </>
    ),
  }
}

/** More than a copy has. */
const MOST_DAYS = 400

/** The days whose deals have a page in a static copy, which has no filters. */
function DaysInCopy({ today }: { today: Day }) {
  const copy = useCopy()
  if (copy === null) return null
  const days = Array.from({ length: MOST_DAYS }, (_, i) => addDays(today, -i)).flatMap((day) => {
    const address = dealsAddress({ from: day, to: day })
    return copy.inCopy(address) === undefined ? [] : [{ day, address }]
  })
  return days.length === 0 ? null : (
    <p>
      {en.copy.dealDays}{' '}
      <Listed
        items={days.map(({ day, address }) => (
          <a key={day} href={address}>
            <PlainDay day={day} today={today} />
          </a>
        ))}
      />
    </p>
  )
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
