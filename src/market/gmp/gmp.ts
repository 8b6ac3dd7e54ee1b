import { type Day, dayNumber } from '../calendar.ts'
import { compareRecorded, type GmpFact, type Recorded } from '../facts/fact.ts'
import type { OnOutvoted } from '../facts/outvoted.ts'
import type { Owners } from '../facts/publisher.ts'
import { type Holidays, previousTradingDay } from '../holidays.ts'
import { divideRounded, type Paise } from '../money.ts'
import { compareText } from '../text-order.ts'

export type GmpReport = Recorded<GmpFact>

/** The last quote of a source on its own day, and whether it is the one that counts for its owner. */
export interface GmpQuote
  extends Pick<GmpReport, 'id' | 'source' | 'gmp' | 'observedAt' | 'reportedAt' | 'recorded'> {
  readonly owner: string
  readonly counted: boolean
}

/** The grey market of one day: one vote per owner, which may be a quote of the days before that still counts. */
export interface GmpDay {
  readonly day: Day
  /** Ordered by source name. All of one owner are of the same day. */
  readonly quotes: GmpQuote[]
  readonly owners: number
  /** Those of them that quoted on the day itself. */
  readonly ownersOfDay: number
  readonly median: Paise
  readonly lowest: Paise
  readonly highest: Paise
  /** The highest minus the lowest owner's quote. */
  readonly spread: Paise
  readonly disputed: boolean
}

/** The median. For an even count it is the mean of the middle two, rounded to the paisa. */
export function medianOf(amounts: readonly Paise[]): Paise {
  const median = medianOfSorted(amounts.toSorted((a, b) => a - b))
  if (median === undefined) throw new RangeError('no values to take the median of')
  return median
}

/** The same of ascending values; `undefined` for none. */
export function medianOfSorted(sorted: ArrayLike<number>): number | undefined {
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return lower === undefined || upper === undefined ? undefined : divideRounded(lower + upper, 2)
}

/**
 * The first day whose quotes may still count on a day: a quote counts until the end of the next trading day of the main
 * exchange, or until its owner quotes again.
 */
export const firstCountedDay = (day: Day, holidays: Holidays): Day => previousTradingDay(day, holidays)

/** Combines the quotes that count on a day, of each owner those of its most recent day; `undefined` if there are none. */
export function gmpDay(
  day: Day,
  reports: readonly GmpReport[],
  owners: Owners,
  holidays: Holidays,
  onOutvoted?: OnOutvoted<GmpReport>,
): GmpDay | undefined {
  const first = firstCountedDay(day, holidays)
  const counting = reports.filter(({ observedAt }) => observedAt >= first && observedAt <= day)
  const lastDays = new Map<string, Day>()
  for (const { source, observedAt } of counting) {
    const owner = owners.of(source)
    if (observedAt > (lastDays.get(owner) ?? '')) lastDays.set(owner, observedAt)
  }
  const isOfLastDay = ({ source, observedAt }: GmpReport) => lastDays.get(owners.of(source)) === observedAt
  if (onOutvoted) for (const report of counting) if (!isOfLastDay(report)) onOutvoted(report, 'earlier-day')
  const lastReports = lastReportPerSource(counting.filter(isOfLastDay), onOutvoted)
  if (lastReports.length === 0) return undefined

  const votes = new Map<string, GmpReport>()
  for (const report of lastReports) {
    const owner = owners.of(report.source)
    const rival = votes.get(owner)
    // The reports are sorted by source name, so on equal times the later name wins.
    if (!rival || report.recorded >= rival.recorded) votes.set(owner, report)
    if (rival) onOutvoted?.(report.recorded >= rival.recorded ? rival : report, 'same-owner')
  }
  const amounts = [...votes.values()].map((vote) => vote.gmp)
  const median = medianOf(amounts)
  const [lowest, highest] = [Math.min(...amounts), Math.max(...amounts)]
  const spread = highest - lowest
  return {
    day,
    quotes: lastReports.map((report) => {
      const { id, source, gmp, observedAt, reportedAt, recorded } = report
      const owner = owners.of(source)
      return {
        id,
        source,
        owner,
        gmp,
        observedAt,
        reportedAt,
        recorded,
        counted: votes.get(owner) === report,
      }
    }),
    owners: votes.size,
    ownersOfDay: [...lastDays.values()].filter((last) => last === day).length,
    median,
    lowest,
    highest,
    spread,
    disputed: isDisputed({ owners: votes.size, median, spread }),
  }
}

/** The quote of each source for a day: its last report of that day. */
function lastReportPerSource(reports: readonly GmpReport[], onOutvoted?: OnOutvoted<GmpReport>): GmpReport[] {
  const last = new Map<string, GmpReport>()
  for (const report of reports.toSorted(compareRecorded)) {
    const earlier = last.get(report.source)
    if (earlier) onOutvoted?.(earlier, 'later-word')
    last.set(report.source, report)
  }
  return [...last.values()].sort((a, b) => compareText(a.source, b.source))
}

/** All days with reports, oldest first. */
export function gmpDays(reports: readonly GmpReport[], owners: Owners, holidays: Holidays): GmpDay[] {
  const byDay = Map.groupBy(reports, ({ observedAt }) => observedAt)
  const days = [...byDay.keys()].sort(compareText)
  return days.flatMap((day, i) => {
    const first = firstCountedDay(day, holidays)
    const counting: GmpReport[] = []
    for (let at = i, counted = day; counted >= first; counted = days[--at] ?? '')
      counting.push(...(byDay.get(counted) ?? []))
    return gmpDay(day, counting, owners, holidays) ?? []
  })
}

/** The most recent day with reports, not after `last` (the listing day) and not before `first`. */
export function latestGmpDay(
  reports: readonly GmpReport[],
  owners: Owners,
  holidays: Holidays,
  { first, last }: { first?: Day; last: Day | null },
  onOutvoted?: OnOutvoted<GmpReport>,
): GmpDay | undefined {
  let day: Day = ''
  for (const { observedAt } of reports)
    if (observedAt > day && observedAt >= (first ?? '') && (last === null || observedAt <= last))
      day = observedAt
  const found = day === '' ? undefined : gmpDay(day, reports, owners, holidays, onOutvoted)
  if (onOutvoted) {
    const firstCounted = day === '' ? '' : firstCountedDay(day, holidays)
    for (const report of reports) {
      if (last !== null && report.observedAt > last) onOutvoted(report, 'after-listing')
      else if (report.observedAt < firstCounted) onOutvoted(report, 'earlier-day')
    }
  }
  return found
}

/** The median of the last quoted day beside that of the quoted day before it. */
export interface GmpChange {
  readonly since: Day
  /** The median of that day. */
  readonly before: Paise
  /** The difference of the two medians; `null` when other owners quoted on that day, which makes it no move of prices. */
  readonly by: Paise | null
}

/** Compares the last day with the previous day with quotes; `undefined` when there is only one day. */
export function lastChange(
  days: readonly Pick<GmpDay, 'day' | 'median' | 'quotes'>[],
): GmpChange | undefined {
  const [before, last] = days.slice(-2)
  if (!before || !last) return undefined
  const isSameOwners = ownersOf(before).symmetricDifference(ownersOf(last)).size === 0
  return { since: before.day, before: before.median, by: isSameOwners ? last.median - before.median : null }
}

const ownersOf = ({ quotes }: Pick<GmpDay, 'quotes'>): Set<string> =>
  new Set(quotes.map(({ owner }) => owner))

/** A single owner has nobody to disagree with. */
export const MIN_OWNERS_TO_DISPUTE = 2
/** Owners that differ by more than this share of the premium are in dispute. */
export const DISPUTED_SHARE_OF_PREMIUM = 0.5

/** Why the quotes of a day are in dispute, or why they are not. */
export const DISPUTE_REASONS = ['one-owner', 'agree', 'spread-above-half', 'any-spread-at-zero'] as const
type DisputeReason = (typeof DISPUTE_REASONS)[number]

type Votes = Pick<GmpDay, 'owners' | 'median' | 'spread'>

/** The widest spread that is not a dispute. Spreads are whole paise, so rounding down changes nothing. */
export const disputeLimit = ({ median }: Pick<Votes, 'median'>): Paise =>
  Math.floor(Math.abs(median) * DISPUTED_SHARE_OF_PREMIUM)

export function disputeReason(votes: Votes): DisputeReason {
  if (votes.owners < MIN_OWNERS_TO_DISPUTE) return 'one-owner'
  if (votes.spread <= disputeLimit(votes)) return 'agree'
  return votes.median === 0 ? 'any-spread-at-zero' : 'spread-above-half'
}

/** True when the owners' quotes differ by more than half the premium. At a premium of 0 any spread is a dispute. */
export function isDisputed(votes: Votes): boolean {
  const reason = disputeReason(votes)
  return reason === 'spread-above-half' || reason === 'any-spread-at-zero'
}

const HIGHEST_GMP_PER_PRICE = 3

/** The rule by which a GMP is implausible beside the price of a share; `null` when it is plausible. */
export function gmpFault(gmp: Paise, price: Paise): 'gmp-too-high' | 'gmp-too-low' | null {
  if (gmp > HIGHEST_GMP_PER_PRICE * price) return 'gmp-too-high'
  return gmp < -price ? 'gmp-too-low' : null
}

/** A GMP older than this many days is no longer used for today. */
export const FRESH_GMP_DAYS = 3

/** The age of a GMP in days, 0 on its own day. */
export const gmpAge = (day: Day, today: Day): number => dayNumber(today) - dayNumber(day)

/** True when a GMP is too old to calculate rupees from it. */
export const isOldGmp = (day: Day, today: Day): boolean => gmpAge(day, today) > FRESH_GMP_DAYS
