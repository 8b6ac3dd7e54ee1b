import { dealDays, type NewestDeals, newestDeals } from '../../reports/deals/deal-days.ts'
import { type ShareDay, shareDays } from '../../reports/deals/deal-sums.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import type { SourceChoice } from '../../reports/sources.ts'
import { Problem } from '../../request/problems.ts'
import { en } from '../../texts/en.ts'
import { harmless } from '../../texts/format.ts'
import { CsvLink } from '../csv-link.tsx'
import { LongDay, Name } from '../figures.tsx'
import { Section } from '../kit/parts.tsx'
import { type Column, Table } from '../kit/table.tsx'
import type { Page, PageRequest } from '../page.ts'
import { Corrections } from './corrections.tsx'
import { DealTable, ShareLink, traded } from './deal-table.tsx'
import { Totals, WalkPager, WhatDealsAre } from './deals-summary.tsx'
import { addressesOf, type DealsWalk, dealsAddress } from './deals-walk.ts'

const words = en.deals

interface ClientPageOptions {
  /** The setting `CONTACT`. */
  readonly contact: string
  readonly sources: SourceChoice
}

/** All deals that were disclosed under one name: by share and day, and row by row. */
export async function clientPage(
  { values: walk }: PageRequest<DealsWalk>,
  { contact, sources }: ClientPageOptions,
): Promise<Page> {
  const { market, moment } = walk
  const name = String(walk.filter.clientName)
  // Totals are computed only on the first page.
  const newest = walk.after === null ? await newestDeals(market.db, moment, walk.filter) : undefined
  const { days, next } = await dealDays(market.db, moment, walk, newest)
  if (days.length === 0)
    throw new Problem('NOT_FOUND', 'no bulk or block deal of a client with exactly this name is known')
  return {
    title: `Deals of ${harmless(name)}`,
    description: `Bulk and block deals that NSE and BSE disclosed under the name ${harmless(name)}: what was bought and sold, by share and day.`,
    ...addressesOf(walk),
    noindex: true,
    span: UNCHANGED_BY_CLOCK,
    content: (
      <>
        <p class="quiet small">
          <a href="/deals">All deals</a> / <Name>{name}</Name>
        </p>
        <h1>
          Deals of <Name>{name}</Name>
        </h1>
        <p class="lead">
          What NSE and BSE disclosed under exactly this name. Several clients can have the same name, and one
          client can appear under several spellings.
        </p>
        {newest === undefined ? (
          <p class="quiet small">
            Older deals. <a href={walk.first}>The first page has the totals.</a>
          </p>
        ) : (
          <>
            <Totals newest={newest} />
            <ByShareAndDay newest={newest} />
          </>
        )}
        <DealTable days={days} scope="client" />
        <WalkPager walk={walk} next={next} />
        <CsvLink table="deals" filter={{ clientName: name }} />
        <p>
          <a href={dealsAddress({ clientName: name })}>Filter these deals by day, symbol, kind or side</a>
        </p>
        <Corrections contact={contact} sources={sources.known} />
        <WhatDealsAre />
      </>
    ),
  }
}

/** More rows would hide the deals themselves. */
const MOST_SHARE_DAYS = 50

/** What the client bought and sold, by share and day, with the difference. */
function ByShareAndDay({ newest }: { newest: NewestDeals }) {
  const rows = shareDays(newest)
  return (
    <Section title={words.byShareAndDay} note={words.withinDeals}>
      <Table
        label={words.byShareAndDay}
        columns={[SHARE_AND_DAY, ...traded(words.inAndOut)]}
        rows={rows.slice(0, MOST_SHARE_DAYS)}
        isDoors
      />
      <p class="quiet small">
        {words.netNote} {(newest.isCut || rows.length > MOST_SHARE_DAYS) && words.olderLeftOut}
      </p>
    </Section>
  )
}

const SHARE_AND_DAY: Column<ShareDay> = {
  key: 'share',
  label: words.share,
  cell: ({ symbol, exchange, day }) => (
    <>
      <ShareLink symbol={symbol} />{' '}
      <small>
        <LongDay day={day} />, {exchange}
      </small>
    </>
  ),
}
