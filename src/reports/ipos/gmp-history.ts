import type { Day } from '../../market/calendar.ts'
import type { OnOutvoted } from '../../market/facts/outvoted.ts'
import type { Owners } from '../../market/facts/publisher.ts'
import {
  disputeLimit,
  disputeReason,
  type GmpChange,
  type GmpDay,
  type GmpQuote,
  type GmpReport,
  lastChange,
  latestGmpDay,
} from '../../market/gmp/gmp.ts'
import { type Paise, percentOf, rupeesFromPaise } from '../../market/money.ts'
import type { Dispute } from '../schemas/dispute.ts'
import type { Issue } from './issues-in-view.ts'

/** The quote of a source on a day, in rupees. */
export interface GmpHistoryQuote {
  readonly source: string
  readonly gmp: number
  /** The source that counts for the same owner; `null` for a quote that counts itself. */
  readonly countedSource: string | null
}

/** The quotes of a day together, in rupees: what a page needs to show a GMP. */
export interface QuotedGmp {
  readonly day: Day
  /** The median of the owners' quotes. */
  readonly gmp: number
  readonly gmpPct: number | null
  readonly lowest: number
  readonly highest: number
  /** The gains that the lowest and the highest quote imply, in percent. */
  readonly lowestPct: number | null
  readonly highestPct: number | null
  /** The number of independent sources. */
  readonly owners: number
  readonly disputed: boolean
}

/** The grey market of one day, in rupees. */
export interface GmpHistoryDay extends QuotedGmp {
  readonly spread: number
  /** Ordered by source name. */
  readonly quotes: readonly GmpHistoryQuote[]
}

/** The last quoted day against the one before it, in rupees. */
export interface GmpHistoryChange {
  readonly since: Day
  /** The median of that day. */
  readonly before: number
  /** `null` when other owners quoted on that day. */
  readonly by: number | null
}

export interface GmpHistory {
  /** Oldest first. */
  readonly days: readonly GmpHistoryDay[]
  readonly change: GmpHistoryChange | null
}

/** The day behind `lastGmp`. */
export const lastGmpDay = (
  { listingDay }: Issue,
  reports: readonly GmpReport[],
  owners: Owners,
  onOutvoted?: OnOutvoted<GmpReport>,
): GmpDay | undefined => latestGmpDay(reports, owners, { last: listingDay }, onOutvoted)

/** The GMP day by day, up to the listing day. */
export function gmpHistory(
  quoted: readonly GmpDay[],
  { last, price }: { readonly last: Day | null; readonly price: Paise | null },
): GmpHistory {
  const days = quoted.filter(({ day }) => last === null || day <= last)
  const change = lastChange(days)
  return {
    days: days.map((day) => gmpHistoryDay(day, price)),
    change: change ? changeInRupees(change) : null,
  }
}

/** The quotes of a day, in rupees and in percent of a price. */
export function gmpHistoryDay(
  { day, median, lowest, highest, owners, disputed, spread, quotes }: GmpDay,
  price: Paise | null,
): GmpHistoryDay {
  const percentOrNull = (gmp: Paise) => (price === null ? null : percentOf(gmp, price))
  return {
    day,
    gmp: rupeesFromPaise(median),
    gmpPct: percentOrNull(median),
    lowest: rupeesFromPaise(lowest),
    highest: rupeesFromPaise(highest),
    lowestPct: percentOrNull(lowest),
    highestPct: percentOrNull(highest),
    owners,
    disputed,
    spread: rupeesFromPaise(spread),
    quotes: quotes.map(({ source, owner, gmp, counted }) => ({
      source,
      gmp: rupeesFromPaise(gmp),
      countedSource: counted ? null : countedSourceOf(owner, quotes),
    })),
  }
}

const countedSourceOf = (owner: string, quotes: readonly GmpQuote[]): string | null =>
  quotes.find((quote) => quote.counted && quote.owner === owner)?.source ?? null

const changeInRupees = ({ since, before, by }: GmpChange): GmpHistoryChange => ({
  since,
  before: rupeesFromPaise(before),
  by: by === null ? null : rupeesFromPaise(by),
})

/** How the owners' quotes of a day compare, and whether that is a dispute. In rupees. */
export const disputeReport = (day: GmpDay): Dispute => ({
  day: day.day,
  disputed: day.disputed,
  owners: day.owners,
  median: rupeesFromPaise(day.median),
  spread: rupeesFromPaise(day.spread),
  limit: rupeesFromPaise(disputeLimit(day)),
  reason: disputeReason(day),
  words: day.quotes.map(({ source, owner, gmp, counted, observedAt, reportedAt, recorded }) => ({
    source,
    owner,
    gmp: rupeesFromPaise(gmp),
    distance: rupeesFromPaise(gmp - day.median),
    counted,
    observedAt,
    reportedAt,
    recordedAt: recorded,
  })),
})
