import type { NewestDeals } from '../../reports/deals/deal-days.ts'
import { Count, Crore, LongDay } from '../figures.tsx'
import { sentence } from '../format.ts'
import { inBothLists } from './kinds.tsx'

/** Explains what bulk and block deals are. */
export const WhatDealsAre = () => (
  <section class="about-deals">
    <h2>What these are</h2>
    <p>
      <strong>Bulk:</strong> one client traded more than 0.5% of a company’s shares in a day. The exchange
      discloses it that evening. <strong>Block:</strong> a single large trade between two sides in a special
      window of the exchange; it must be worth at least ₹25 crore (₹10 crore before December 2025).
    </p>
    <p>
      Greymark shows every disclosure as the exchange printed it. Where a trade is in both lists, both rows
      are shown and totals count it once. What was bought and what was sold are never added to each other:
      every trade has both sides, though often only one of them is large enough to be disclosed.
    </p>
  </section>
)

/** Totals in large figures, with the days that they cover. */
export function Totals({ newest: { deals, sum, isCut } }: { newest: NewestDeals }) {
  const [last, first] = [deals[0], deals.at(-1)]
  if (!last || !first) return null
  return (
    <div class="sheet deal-totals">
      <dl class="figures">
        <div>
          <dt>bought</dt>
          <dd class="bought">
            <Crore value={sum.boughtCr} or="none" />
          </dd>
        </div>
        <div>
          <dt>sold</dt>
          <dd class="sold">
            <Crore value={sum.soldCr} or="none" />
          </dd>
        </div>
      </dl>
      <p class="quiet small">
        {isCut ? 'The newest ' : ''}
        <Count value={sum.disclosed} /> {sum.disclosed === 1 ? 'deal' : 'deals'},{' '}
        <LongDay day={first.tradeDate} />
        {first.tradeDate !== last.tradeDate && (
          <>
            {' '}
            to <LongDay day={last.tradeDate} />
          </>
        )}
        .{isCut && ' There are older ones, which these figures leave out.'}
        {sum.inBothLists > 0 && ` ${sentence(inBothLists(sum.inBothLists))}`}
      </p>
    </div>
  )
}
