import type { Day } from '../../market/calendar.ts'
import { netShares } from '../../market/deals/deal.ts'
import type { Exchange } from '../../market/facts/fact.ts'
import type { StoredDeal } from '../../store/deals/deals.ts'
import type { Db } from '../../store/engines/db.ts'
import type { Moment } from '../moment.ts'
import { completeDays, type DealSum, dealSum, type NewestDeals, newestDeals } from './deal-days.ts'

/** What a client bought and sold of one share on one day and exchange, within disclosed deals. */
export interface ClientShareDay {
  readonly day: Day
  readonly symbol: string
  readonly securityName: string
  readonly exchange: Exchange
  readonly sum: DealSum
  /** Shares bought minus shares sold. */
  readonly net: number
}

export interface ClientDeals {
  readonly newest: NewestDeals
  /** Newest day first, within a day the share with the largest deal first. */
  readonly shareDays: readonly ClientShareDay[]
  /** True when there are more than these. */
  readonly hasMoreShareDays: boolean
}

/** The most rows of the summary of a client. */
const MOST_SHARE_DAYS = 50

/** The newest deals of a client, whose name must be exactly this one, and what they add up to by share and day. */
export async function clientDeals(db: Db, moment: Moment, clientName: string): Promise<ClientDeals> {
  const newest = await newestDeals(db, moment, { clientName })
  const days = completeDays(newest)
  const shareDays = days.flatMap(([, deals]) => [...Map.groupBy(deals, shareOf).values()].flatMap(shareDay))
  return {
    newest,
    shareDays: shareDays.slice(0, MOST_SHARE_DAYS),
    hasMoreShareDays: newest.isCut || shareDays.length > MOST_SHARE_DAYS,
  }
}

/** Equal symbols of two exchanges may be different shares. */
const shareOf = ({ exchange, symbol }: StoredDeal): string => `${exchange} ${symbol}`

function shareDay(deals: readonly StoredDeal[]): ClientShareDay[] {
  const [first] = deals
  if (!first) return []
  const { tradeDate, symbol, securityName, exchange } = first
  const sum = dealSum(deals)
  return [{ day: tradeDate, symbol, securityName, exchange, sum, net: netShares(sum) }]
}
