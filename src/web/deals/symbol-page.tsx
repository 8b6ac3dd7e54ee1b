import { dealDays } from '../../reports/deals/deal-days.ts'
import {
  type ClientSum,
  clientSums,
  type SymbolDeals,
  symbolDays,
  symbolDeals,
} from '../../reports/deals/symbol-deals.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import { MAX_TEXT_LENGTH } from '../../request/parameters.ts'
import { en } from '../../texts/en.ts'
import { harmless } from '../../texts/format.ts'
import { symbolPageCard } from '../cards/page-card.tsx'
import { DealsChart } from '../charts/deals-chart.tsx'
import { CsvLink } from '../csv-link.tsx'
import { IpoLink, Name } from '../figures.tsx'
import { Section } from '../kit/parts.tsx'
import { type Column, Table } from '../kit/table.tsx'
import type { Page, PageRequest } from '../page.ts'
import { ClientLink, DealTable, traded } from './deal-table.tsx'
import { Totals, WalkPager, WhatDealsAre } from './deals-summary.tsx'
import { addressesOf, type DealsWalk, dealsAddress, symbolAddress } from './deals-walk.ts'

const words = en.deals

const MOST_NAMES = 3
/** Fewer days are no trend: the rows say it all. */
const FEWEST_DAYS_DRAWN = 5

/** All deals in one share: chart, totals and rows. */
export async function symbolPage({ today, values: walk }: PageRequest<DealsWalk>): Promise<Page> {
  const { market, moment } = walk
  const symbol = String(walk.filter.symbol)
  const report = await symbolDeals(market.db, moment, symbol)
  const { days, next } = await dealDays(market.db, moment, walk, report.newest)
  const path = symbolAddress(symbol)
  const drawn = symbolDays(report.newest)
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
            {walk.after === null && drawn.length >= FEWEST_DAYS_DRAWN && (
              <section class="sheet">
                <h2>Day by day</h2>
                <DealsChart days={drawn} symbol={symbol} today={today} />
              </section>
            )}
            {walk.after === null && <ByClient newest={report.newest} />}
            <DealTable days={days} scope="symbol" />
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

/** More clients would hide the deals themselves. */
const MOST_CLIENTS = 10

/** What each client bought and sold of this share; not for a single one. */
function ByClient({ newest }: Pick<SymbolDeals, 'newest'>) {
  const sums = clientSums(newest)
  return sums.length < 2 ? null : (
    <Section title={words.byClient} note={words.withinDeals}>
      <Table
        label={words.byClient}
        columns={[CLIENT_NAME, ...traded(words.bothWays)]}
        rows={sums.slice(0, MOST_CLIENTS)}
        isDoors
      />
    </Section>
  )
}

const CLIENT_NAME: Column<ClientSum> = {
  key: 'client',
  label: words.client,
  cell: ({ clientName }) => <ClientLink name={clientName} />,
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
