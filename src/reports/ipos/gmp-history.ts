import type { Day } from '../../market/calendar.ts'
import { disputeLimit, disputeReason, type GmpDay, type GmpQuote, lastChange } from '../../market/gmp/gmp.ts'
import { type Paise, percentOf, rupeesFromPaise, rupeesOrNull } from '../../market/money.ts'
import type { Dispute } from '../schemas/dispute.ts'

/** The grey market of one day, in rupees: what a page needs to show a GMP. */
export type GmpHistoryDay = ReturnType<typeof gmpHistoryDay>

/** The GMP day by day, up to the listing day. */
export function gmpHistory(
  quoted: readonly GmpDay[],
  { last, price }: { readonly last: Day | null; readonly price: Paise | null },
) {
  const days = quoted.filter(({ day }) => last === null || day <= last)
  const change = lastChange(days)
  return {
    /** Oldest first. */
    days: days.map((day) => gmpHistoryDay(day, price)),
    /** The last quoted day against the one before it; `by` is `null` when other owners quoted on that day. */
    change: change
      ? { since: change.since, before: rupeesFromPaise(change.before), by: rupeesOrNull(change.by) }
      : null,
  }
}

/** The quotes of a day, in rupees and in percent of a price. */
export function gmpHistoryDay(
  { day, median, lowest, highest, owners, ownersOfDay, disputed, spread, quotes }: GmpDay,
  price: Paise | null,
) {
  const percentOrNull = (gmp: Paise) => (price === null ? null : percentOf(gmp, price))
  return {
    day,
    /** The median of the owners' quotes. */
    gmp: rupeesFromPaise(median),
    gmpPct: percentOrNull(median),
    lowest: rupeesFromPaise(lowest),
    highest: rupeesFromPaise(highest),
    /** The gains that the lowest and the highest quote imply, in percent. */
    lowestPct: percentOrNull(lowest),
    highestPct: percentOrNull(highest),
    /** The number of independent sources, and of those that quoted on the day itself. */
    owners,
    ownersOfDay,
    disputed,
    spread: rupeesFromPaise(spread),
    /** Ordered by source name. */
    quotes: quotes.map(({ source, owner, gmp, observedAt, counted }) => ({
      source,
      /** The day itself, or an earlier one whose quote still counts. */
      observedAt,
      gmp: rupeesFromPaise(gmp),
      /** The source that counts for the same owner; `null` for a quote that counts itself. */
      countedSource: counted ? null : countedSourceOf(owner, quotes),
    })),
  }
}

const countedSourceOf = (owner: string, quotes: readonly GmpQuote[]): string | null =>
  quotes.find((quote) => quote.counted && quote.owner === owner)?.source ?? null

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
