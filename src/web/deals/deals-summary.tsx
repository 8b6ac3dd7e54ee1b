import {
  BLOCK_DEAL_MIN_CR,
  BLOCK_DEAL_MIN_CR_BEFORE,
  BLOCK_DEAL_RAISED,
  BULK_DEAL_ABOVE_PCT,
} from '../../market/deals/deal.ts'
import type { dealDays, NewestDeals } from '../../reports/deals/deal-days.ts'
import { en } from '../../texts/en.ts'
import { counted, longMonth } from '../../texts/format.ts'
import { useCopy } from '../copy/static-copy.tsx'
import { CsvLink } from '../csv-link.tsx'
import { Crore, LongDay, Name } from '../figures.tsx'
import { Figure } from '../kit/parts.tsx'
import { DealTable, type Scope } from './deal-table.tsx'
import { type DealsWalk, pageAfter } from './deals-walk.ts'

const words = en.deals

/** Explains what bulk and block deals are. */
export const WhatDealsAre = () => (
  <section class="about-deals">
    <h2>What are bulk and block deals?</h2>
    <p>
      <strong>Bulk deal:</strong> one client traded more than {BULK_DEAL_ABOVE_PCT}% of a company’s shares in
      a day. The exchange discloses it that evening. <strong>Block deal:</strong> a single large trade in a
      separate trading window of the exchange, worth at least ₹{BLOCK_DEAL_MIN_CR} crore (₹
      {BLOCK_DEAL_MIN_CR_BEFORE} crore before {longMonth(BLOCK_DEAL_RAISED)}).
    </p>
    <p>
      Greymark shows every deal as the exchange disclosed it. A trade that is in both lists is shown twice and
      counted once in totals. Bought and sold amounts are never added together: every trade has a buyer and a
      seller, though often only one of them is disclosed.
    </p>
  </section>
)

interface TotalsProps {
  /** Only on the first page. */
  readonly newest: NewestDeals | undefined
  readonly walk: DealsWalk
}

/** Totals in large figures, with the days that they cover. */
export function Totals({ newest, walk }: TotalsProps) {
  if (newest === undefined)
    return (
      <p class="quiet small">
        {words.olderDeals}. <a href={walk.first}>{words.firstHasTotals}</a>
      </p>
    )
  const { deals, sum, isCut } = newest
  const [last, first] = [deals[0], deals.at(-1)]
  if (!last || !first) return null
  return (
    <div class="sheet">
      <dl class="figures">
        <Figure label={words.bought}>
          <span class="bought">
            <Crore value={sum.boughtCr} or={words.none} />
          </span>
        </Figure>
        <Figure label={words.sold}>
          <span class="sold">
            <Crore value={sum.soldCr} or={words.none} />
          </span>
        </Figure>
      </dl>
      <p class="quiet small">
        {isCut ? words.newestOf(sum.disclosed) : counted(sum.disclosed, 'deal')},{' '}
        <LongDay day={first.tradeDate} />
        {first.tradeDate !== last.tradeDate && (
          <>
            {' '}
            {en.ipoPage.to} <LongDay day={last.tradeDate} />
          </>
        )}
        . {isCut && words.olderNotIncluded} {sum.inBothLists > 0 && `${words.inBothLists(sum.inBothLists)}.`}
      </p>
    </div>
  )
}

interface DealRowsProps {
  readonly page: Awaited<ReturnType<typeof dealDays>>
  readonly walk: DealsWalk
  readonly scope: Scope
}

/**
 * The deals of a page, with links to older deals, back to the newest, and to all of them as CSV. In a static copy only a day has
 * further pages.
 */
export const DealRows = ({ page: { days, next: older }, walk, scope }: DealRowsProps) => {
  const next = useCopy() && walk.filter.from === undefined ? null : older
  return (
    <>
      <DealTable days={days} scope={scope} />
      {(walk.after !== null || next !== null) && (
        <nav class="pager" aria-label="Pages of deals">
          {walk.after !== null && <a href={walk.first}>{words.newestDeals}</a>}
          {next === null ? (
            <span class="quiet">{words.noOlder}</span>
          ) : (
            <a href={pageAfter(walk, next)} rel="next">
              {words.olderDeals}
            </a>
          )}
        </nav>
      )}
      <CsvLink table="deals" filter={{ ...walk.filter }} />
    </>
  )
}

/** The head of the page of one share or one client. */
export const HeadOfOne = ({ title, name }: { title: string; name: string }) => (
  <>
    <p class="quiet small">
      <a href="/deals">All deals</a> / <Name>{name}</Name>
    </p>
    <h1>
      {title} <Name>{name}</Name>
    </h1>
  </>
)
