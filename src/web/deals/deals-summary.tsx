import {
  BLOCK_DEAL_MIN_CR,
  BLOCK_DEAL_MIN_CR_BEFORE,
  BLOCK_DEAL_RAISED,
  BULK_DEAL_ABOVE_PCT,
} from '../../market/deals/deal.ts'
import type { NewestDeals } from '../../reports/deals/deal-days.ts'
import { longMonth, sentence } from '../../texts/format.ts'
import { Count, Crore, LongDay } from '../figures.tsx'
import { inBothLists } from './kinds.tsx'

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
        .{isCut && ' Older deals are not included.'}
        {sum.inBothLists > 0 && ` ${sentence(inBothLists(sum.inBothLists))}`}
      </p>
    </div>
  )
}
