import { dealDays } from '../../reports/deals/deal-days.ts'
import { type SymbolDeals, symbolDays, symbolDeals } from '../../reports/deals/symbol-deals.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import { MAX_TEXT_LENGTH } from '../../request/parameters.ts'
import { harmless } from '../../texts/format.ts'
import { symbolPageCard } from '../cards/page-card.tsx'
import { DealsChart } from '../charts/deals-chart.tsx'
import { CsvLink } from '../csv-link.tsx'
import { IpoLink, Name } from '../figures.tsx'
import type { Page, PageRequest } from '../page.ts'
import { DealDayList } from './deal-rows.tsx'
import { Totals, WhatDealsAre } from './deals-summary.tsx'
import { addressesOf, type DealsWalk, dealsAddress, symbolAddress } from './deals-walk.ts'
import { WalkPager } from './walk-pager.tsx'

const MOST_NAMES = 3

/** All deals in one share: chart, totals and rows. */
export async function symbolPage({ today, values: walk }: PageRequest<DealsWalk>): Promise<Page> {
  const { market, moment } = walk
  const symbol = String(walk.filter.symbol)
  const report = await symbolDeals(market.db, moment, symbol)
  const { days, next } = await dealDays(market.db, moment, walk, report.newest)
  const path = symbolAddress(symbol)
  const [name] = report.securityNames
  return {
    title: `${harmless(symbol)}: bulk and block deals`,
    description: `Bulk and block deals in ${harmless(name ?? symbol)} that NSE and BSE disclosed: who bought, who sold, how many shares, at what price.`,
    ...addressesOf(path, {}, walk),
    // Any text is a valid symbol without deals, so this is a filtered list and not a page of its own.
    ...(days.length === 0 ? { path: dealsAddress({ symbol }) } : { card: symbolPageCard(symbol) }),
    span: UNCHANGED_BY_CLOCK,
    content: (
      <>
        <p class="quiet small">
          <a href="/deals">All deals</a> / <Name>{symbol}</Name>
        </p>
        <h1>
          Deals in <Name>{symbol}</Name>
        </h1>
        <About report={report} />
        {days.length === 0 ? (
          <NoDeals symbol={symbol} />
        ) : (
          <>
            <Totals newest={report.newest} />
            {walk.after === null && (
              <section class="sheet">
                <h2>Day by day</h2>
                <DealsChart days={symbolDays(report.newest)} symbol={symbol} today={today} />
              </section>
            )}
            <DealDayList days={days} allOf="symbol" />
            <WalkPager first={path} path={path} walk={walk} next={next} />
            <CsvLink table="deals" filter={{ symbol }} />
            <p>
              <a href={dealsAddress({ symbol })}>Filter these deals by day, client, kind or side</a>
            </p>
          </>
        )}
        <WhatDealsAre />
      </>
    ),
  }
}

const About = ({ report: { securityNames, ipos } }: { report: SymbolDeals }) => (
  <p class="lead">
    {securityNames.slice(0, MOST_NAMES).map((name, i) => (
      <span key={name}>
        {i > 0 && ', also disclosed as '}
        <Name>{name}</Name>
      </span>
    ))}
    {securityNames.length > 0 && '. '}
    {ipos.map(({ slug, name }) => (
      <span key={slug}>
        IPO: <IpoLink slug={slug} name={name} />.{' '}
      </span>
    ))}
  </p>
)

const NoDeals = ({ symbol }: { symbol: string }) => (
  <>
    <p>
      No bulk or block deals in <Name>{symbol}</Name> so far. Most shares have none on most days.
    </p>
    <form class="filters" action="/deals" aria-label="Deals of another symbol">
      <label>
        Another symbol
        <input name="symbol" maxlength={MAX_TEXT_LENGTH} autocomplete="off" spellcheck={false} required />
      </label>
      <button type="submit">Show deals</button>
    </form>
  </>
)
