import { dealDays, type NewestDeals, newestDeals } from '../../reports/deals/deal-days.ts'
import { clientSums, symbolDays } from '../../reports/deals/deal-sums.ts'
import { iposOfSymbol } from '../../reports/deals/shares.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import { MAX_TEXT_LENGTH } from '../../request/parameters.ts'
import { en } from '../../texts/en.ts'
import { harmless } from '../../texts/format.ts'
import { symbolPageCard } from '../cards/page-card.tsx'
import { areEnoughPoints } from '../charts/chart.tsx'
import { DealsChart } from '../charts/deals-chart.tsx'
import { LiveOnly, useCopy } from '../copy/static-copy.tsx'
import { IpoLink, Name } from '../figures.tsx'
import { Section } from '../kit/parts.tsx'
import { type Column, Table } from '../kit/table.tsx'
import type { Page, PageRequest } from '../page.ts'
import { ClientLink, traded } from './deal-table.tsx'
import { DealRows, HeadOfOne, Totals, WhatDealsAre } from './deals-summary.tsx'
import { addressesOf, type DealsWalk, dealsAddress } from './deals-walk.ts'

const words = en.deals

const MOST_NAMES = 3

/** All deals in one share: chart, totals and rows. */
export async function symbolPage({ today, values: walk }: PageRequest<DealsWalk>): Promise<Page> {
  const { market, moment } = walk
  const symbol = String(walk.filter.symbol)
  const newest = await newestDeals(market.db, moment, walk.filter)
  const page = await dealDays(market.db, moment, walk, newest)
  const ipos = await iposOfSymbol(market.db, moment, symbol)
  const drawn = symbolDays(newest)
  return {
    title: `${harmless(symbol)}: bulk and block deals`,
    description: `Bulk and block deals in ${harmless(newest.deals[0]?.securityName ?? symbol)} that NSE and BSE disclosed: who bought, who sold, how many shares, at what price.`,
    ...addressesOf(walk),
    // Any text is a valid symbol without deals, so this is a filtered list and not a page of its own.
    ...(page.days.length === 0 ? { path: dealsAddress({ symbol }) } : { card: symbolPageCard(symbol) }),
    span: UNCHANGED_BY_CLOCK,
    content: (
      <>
        <HeadOfOne title="Deals in" name={symbol} />
        <p class="lead">
          <Names newest={newest} />
          {ipos.map(({ slug, name }) => (
            <span key={slug}>
              IPO: <IpoLink slug={slug} name={name} />.{' '}
            </span>
          ))}
        </p>
        {page.days.length === 0 ? (
          <NoDeals symbol={symbol} />
        ) : (
          <>
            <Totals newest={newest} walk={walk} />
            {walk.after === null && areEnoughPoints(drawn.length) && (
              <section class="sheet">
                <h2>Day by day</h2>
                <DealsChart days={drawn} symbol={symbol} today={today} />
              </section>
            )}
            {walk.after === null && <ByClient newest={newest} />}
            <DealRows page={page} walk={walk} scope="symbol" />
            <LiveOnly path={dealsAddress({ symbol })}>
              <p>
                <a href={dealsAddress({ symbol })}>Filter these deals by day, client, kind or side</a>
              </p>
            </LiveOnly>
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
function ByClient({ newest }: { newest: NewestDeals }) {
  const sums = clientSums(newest)
  const copy = useCopy()
  return sums.length < 2 ? null : (
    <Section title={words.byClient} note={words.withinDeals}>
      <Table
        label={words.byClient}
        columns={[CLIENT_NAME, ...traded(words.bothWays)]}
        rows={sums.slice(0, MOST_CLIENTS)}
        isDoors={copy === null}
      />
    </Section>
  )
}

const CLIENT_NAME: Column<{ readonly clientName: string }> = {
  key: 'client',
  label: words.client,
  cell: ({ clientName }) => <ClientLink name={clientName} />,
}

/** As the exchanges print it, the newest first; more than one where a name changed or two companies share a symbol. */
function Names({ newest }: { newest: NewestDeals }) {
  const names = [...new Set(newest.deals.map(({ securityName }) => securityName))]
  return (
    <>
      {names.slice(0, MOST_NAMES).map((name, i) => (
        <span key={name}>
          {i > 0 && ', also disclosed as '}
          <Name>{name}</Name>
        </span>
      ))}
      {names.length > 0 && '. '}
    </>
  )
}

const NoDeals = ({ symbol }: { symbol: string }) => (
  <>
    <p>
      No bulk or block deals in <Name>{symbol}</Name> so far. Most shares have none on most days.
    </p>
    <LiveOnly>
      <form class="filters" action="/deals" aria-label="Deals of another symbol">
        <label>
          Another symbol
          <input name="symbol" maxlength={MAX_TEXT_LENGTH} autocomplete="off" spellcheck={false} required />
        </label>
        <button type="submit">Show deals</button>
      </form>
    </LiveOnly>
  </>
)
