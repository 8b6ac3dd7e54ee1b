import { addDays, istDay } from '../../market/calendar.ts'
import { BID_COUNTS, type GmpFact, type Recorded, type SubscriptionFact } from '../../market/facts/fact.ts'
import type { ReportedSubscription } from '../../sources/source.ts'
import type { Db } from '../../store/engines/db.ts'
import { gmpReportsBetween, subscriptionReports } from '../../store/facts/figure-reports.ts'
import type { View } from '../../store/view.ts'
import type { ParsedRow } from '../parsed-row.ts'

const bookKey = ({ slug, source, book, category }: SubscriptionFact) =>
  JSON.stringify([slug, source, book, category])
const FIGURES = ['timesSub', ...BID_COUNTS] as const
type Figure = (typeof FIGURES)[number]
const dayKey = ({ slug, source, observedAt }: GmpFact) => JSON.stringify([slug, source, observedAt])

/** The earlier statements of a round's sources, for comparison. */
export class PreviousStatements {
  readonly #readings: Map<string, Recorded<SubscriptionFact>[]>
  readonly #quotes: Map<string, Recorded<GmpFact>[]>

  constructor(readings: readonly Recorded<SubscriptionFact>[], quotes: readonly Recorded<GmpFact>[]) {
    this.#readings = Map.groupBy(readings, bookKey)
    this.#quotes = Map.groupBy(quotes, dayKey)
  }

  /** The newest earlier multiple of the same book and category. */
  readingBefore(fact: SubscriptionFact): SubscriptionFact | undefined {
    return this.#newestBefore(fact, 'timesSub', true)
  }

  /** The newest earlier reading of the same book and category that has this figure, with or without a multiple. */
  #newestBefore(fact: SubscriptionFact, figure: Figure, hasMultiple: boolean): SubscriptionFact | undefined {
    const older = (this.#readings.get(bookKey(fact)) ?? []).filter(
      (reading) =>
        reading.observedAt < fact.observedAt &&
        reading[figure] !== null &&
        (reading.timesSub !== null) === hasMultiple,
    )
    return older.toSorted((a, b) => (a.observedAt < b.observedAt ? -1 : 1)).at(-1)
  }

  /**
   * True for a reading without its own time stamp of which no figure has changed since it was last read. Whether such a
   * page is still updated cannot be seen, so that it is no reading of a later moment.
   */
  isUnchanged(fact: SubscriptionFact, { observedAt }: ReportedSubscription, falls: readonly Fall[]): boolean {
    if (observedAt !== null || this.#isBackAfter(fact, falls)) return false
    // Bids with and without a multiple are printed in different tables, which may differ for days.
    const hasMultiple = fact.timesSub !== null
    const printed = FIGURES.filter((figure) => fact[figure] !== null)
    return printed.every((figure) => this.#newestBefore(fact, figure, hasMultiple)?.[figure] === fact[figure])
  }

  /** True when a fall was read since the figures were last read: that they are back is a new reading. */
  #isBackAfter(fact: SubscriptionFact, falls: readonly Fall[]): boolean {
    const before = this.readingBefore(fact)?.observedAt ?? ''
    return falls.some(
      (fall) =>
        fact.timesSub !== null &&
        fall.parsed.refusal !== undefined &&
        bookKey(fall.fact) === bookKey(fact) &&
        fall.fact.observedAt > before &&
        fall.fact.observedAt < fact.observedAt,
    )
  }

  /** True when the source has a later statement on that day: its caches may answer hours apart. */
  isOutdated(fact: GmpFact): boolean {
    const { reportedAt } = fact
    if (reportedAt === null) return false
    const quotes = this.#quotes.get(dayKey(fact)) ?? []
    return quotes.some((earlier) => earlier.reportedAt !== null && earlier.reportedAt > reportedAt)
  }
}

/** A reading that fell too far to be accepted alone. */
interface Fall {
  readonly parsed: ParsedRow
  readonly fact: SubscriptionFact
}

/**
 * The falls that count: two readings in a row, the first of which an earlier round has refused. Readings of 0 do not count,
 * since an exchange may empty its page.
 */
export function confirmedFalls(falls: readonly Fall[], previous: PreviousStatements): Set<ParsedRow> {
  const fromOneReading = ({ fact }: Fall) =>
    JSON.stringify([bookKey(fact), previous.readingBefore(fact)?.observedAt])
  const groups = Map.groupBy(
    falls.filter(({ fact }) => fact.timesSub !== 0),
    fromOneReading,
  )
  const confirmed = [...groups.values()].filter(
    (group) =>
      group.some(({ parsed }) => parsed.refusal !== undefined) &&
      new Set(group.map(({ fact }) => fact.observedAt)).size > 1,
  )
  return new Set(confirmed.flat().map(({ parsed }) => parsed))
}

/** History pages contain days long past. */
const DAYS_BACK = 400

export async function readPreviousStatements(
  db: Db,
  view: View,
  { subscribed, quoted, clock }: { subscribed: string[]; quoted: string[]; clock: string },
): Promise<PreviousStatements> {
  return new PreviousStatements(
    await subscriptionReports(db, view, subscribed),
    await gmpReportsBetween(db, view, quoted, { from: addDays(istDay(clock), -DAYS_BACK) }),
  )
}
