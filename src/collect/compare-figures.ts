import { invariant } from '../invariant.ts'
import { addDays, END_OF_TIME, type Instant, istDay } from '../market/calendar.ts'
import { dealKey } from '../market/deals/deal.ts'
import { claimsOf } from '../market/facts/claim.ts'
import {
  BID_COUNTS,
  type DealFact,
  type Fact,
  type GmpFact,
  type SubscriptionFact,
} from '../market/facts/fact.ts'
import type { Db } from '../store/engines/db.ts'
import { gmpReports, subscriptionReports } from '../store/facts/figure-reports.ts'
import type { View } from '../store/view.ts'
import type { AnswerRow, BatchFindings, Draft, Observed } from './observation.ts'
import { type Objection, objection } from './screen.ts'

const bookKey = ({ slug, source, book, category }: SubscriptionFact) =>
  JSON.stringify([slug, source, book, category])
const FIGURES = ['timesSub', ...BID_COUNTS] as const
const dayKey = ({ slug, source, observedAt }: GmpFact) => JSON.stringify([slug, source, observedAt])

/** The earlier statements of a round's sources, for comparison. */
export class EarlierFigures {
  readonly #readings: Map<string, SubscriptionFact[]>
  readonly #quotes: Map<string, GmpFact[]>

  constructor(readings: readonly SubscriptionFact[], quotes: readonly GmpFact[]) {
    this.#readings = Map.groupBy(readings, bookKey)
    this.#quotes = Map.groupBy(quotes, dayKey)
  }

  /** The newest earlier multiple of the same book and category. */
  readingBefore(fact: SubscriptionFact): SubscriptionFact | undefined {
    return this.#newestBefore(fact, 'timesSub', true)
  }

  /** The newest earlier reading of the same book and category that has this figure, with or without a multiple. */
  #newestBefore(fact: SubscriptionFact, figure: (typeof FIGURES)[number], hasMultiple: boolean) {
    const older = (this.#readings.get(bookKey(fact)) ?? []).filter(
      (reading) =>
        reading.observedAt < fact.observedAt &&
        reading[figure] !== null &&
        (reading.timesSub !== null) === hasMultiple,
    )
    return latest(older, ({ observedAt }) => observedAt).at(-1)
  }

  /**
   * True for a reading without its own time stamp of which no figure has changed since it was last read. Whether such a
   * page is still updated cannot be seen, so that it is no reading of a later moment.
   */
  isUnchanged(fact: Fact, { said }: Observed, falls: readonly Fall[]): boolean {
    if (fact.fact !== 'subscription' || said.kind !== 'subscription') return false
    if (said.observedAt !== null || this.#isBackAfter(fact, falls)) return false
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
        fall.row.from.refused !== undefined &&
        bookKey(fall.fact) === bookKey(fact) &&
        fall.fact.observedAt > before &&
        fall.fact.observedAt < fact.observedAt,
    )
  }

  /** True for a quote on a day about which the source has a later statement: its caches may answer hours apart. */
  isOutdated(fact: Fact): boolean {
    if (fact.fact !== 'gmp' || fact.reportedAt === null) return false
    const { reportedAt } = fact
    const quotes = this.#quotes.get(dayKey(fact)) ?? []
    return quotes.some((earlier) => earlier.reportedAt !== null && earlier.reportedAt > reportedAt)
  }
}

/** A reading that fell too far to be accepted alone. */
type Fall = Draft<SubscriptionFact>

/**
 * The falls that count: two readings in a row, the first of which an earlier round has refused. Readings of 0 do not count,
 * since an exchange may empty its page.
 */
export function confirmedFalls(falls: readonly Fall[], earlier: EarlierFigures): Set<AnswerRow> {
  const groups = Map.groupBy(
    falls.filter(({ fact }) => fact.timesSub !== 0),
    ({ fact }) => JSON.stringify([bookKey(fact), earlier.readingBefore(fact)?.observedAt]),
  )
  const confirmed = [...groups.values()].filter(
    (group) =>
      group.some(({ row }) => row.from.refused !== undefined) &&
      new Set(group.map(({ fact }) => fact.observedAt)).size > 1,
  )
  return new Set(confirmed.flat().map(({ row }) => row))
}

/** History pages contain days long past. */
const DAYS_BACK = 400

/** Reads them from the store, for the issues of these figures. */
export async function readEarlierFigures(
  db: Db,
  view: View,
  figures: readonly Draft[],
  clock: Instant,
): Promise<EarlierFigures> {
  const slugsOf = (kind: 'gmp' | 'subscription') => [
    ...new Set(figures.flatMap(({ fact }) => (fact.fact === kind ? fact.slug : []))),
  ]
  const since = { from: addDays(istDay(clock), -DAYS_BACK) }
  return new EarlierFigures(
    await subscriptionReports(db, view, slugsOf('subscription')),
    await gmpReports(db, view, slugsOf('gmp'), since),
  )
}

/**
 * Resolves facts of one batch about the same figure: the newest by the source's own time stamp counts, otherwise the
 * one that was seen last. Facts that differ and cannot be ordered are all refused.
 */
export function withoutContradictions(all: readonly Draft[], findings: BatchFindings): void {
  findings.known += all.length
  for (const group of groupsOf(all)) {
    const newest = joinedReadings(newestOf(group))
    const figures = new Set(newest.map(figureOf))
    const fault = objection('contradiction', [...figures].join(' and '))
    const rest = figures.size > 1 ? newest : newest.slice(0, 1)
    findings.known -= rest.length
    if (figures.size <= 1) findings.drafts.push(...rest)
    else for (const { row, fact } of rest) findings.refuse(row, fault, 'slug' in fact ? [fact.slug] : [])
  }
}

/**
 * The rows with different multiples of one figure that `withoutContradictions` will refuse, whatever was read before.
 * They have no fault of their own; a fall is none.
 */
export function contradictoryReadings(
  judged: readonly (Draft & { readonly fault: Objection | null })[],
): Set<AnswerRow> {
  const readings = judged.filter(
    ({ row, fact, fault }) =>
      fact.fact === 'subscription' &&
      !isWithoutMultiple(fact) &&
      row.from.refused === undefined &&
      (fault === null || fault.rule === 'multiple-fell'),
  )
  const differing = [...groupsOf(readings)].filter((group) => new Set(group.map(figureOf)).size > 1)
  return new Set(differing.flat().map(({ row }) => row))
}

function* groupsOf(all: readonly Draft[]): Generator<readonly Draft[]> {
  const figures = all.filter(({ fact }) => fact.fact !== 'deal')
  yield* Map.groupBy(
    figures,
    ({ fact }) => invariant(claimsOf(fact)[0], `what a ${fact.fact} fact is about`).subject,
  ).values()
  yield* disclosedDeals(all.filter(isDeal)).map((deal) => [deal])
}

const isDeal = (draft: Draft): draft is Draft<DealFact> => draft.fact.fact === 'deal'

/**
 * Two deals are never the same figure: equal rows of one download are two deals. Equal rows of two downloads, such as
 * the latest list and the list of a day, are one disclosure: the download with the most of them decides how many there
 * are.
 */
function disclosedDeals(deals: readonly Draft<DealFact>[]): readonly Draft<DealFact>[] {
  const disclosed = new Set<Draft<DealFact>>()
  for (const equal of Map.groupBy(deals, ({ fact }) => dealKey(fact)).values()) {
    const downloads = [...Map.groupBy(equal, ({ row }) => row.from.fetch).values()]
    const most = downloads.reduce((a, b) => (b.length > a.length ? b : a))
    for (const deal of most) disclosed.add(deal)
  }
  return deals.filter((deal) => disclosed.has(deal))
}

/**
 * The multiple of a book and its applications may be in two documents of a round. They are joined when both have the
 * same number of bids; otherwise the book has changed in between, and the reading with the multiple counts.
 */
function joinedReadings(group: readonly Draft[]): readonly Draft[] {
  const bidsAlone = group.map(({ fact }) => fact).find(isWithoutMultiple)
  const others = group.filter(({ fact }) => !isWithoutMultiple(fact))
  if (bidsAlone === undefined || others.length === 0) return group
  return others.map(({ fact, row }) =>
    fact.fact === 'subscription' && fact.sharesBid === bidsAlone.sharesBid
      ? { fact: { ...fact, applications: fact.applications ?? bidsAlone.applications }, row }
      : { fact, row },
  )
}

const isWithoutMultiple = (fact: Fact): fact is SubscriptionFact =>
  fact.fact === 'subscription' && fact.timesSub === null

const newestOf = (group: readonly Draft[]): readonly Draft[] => latest(latest(group, reportedAt), seenAt)

const reportedAt = ({ fact }: Draft): Instant => (fact as Partial<GmpFact>).reportedAt ?? ''

/** The rows of one batch count as seen at one moment, after all that were refused before. */
const seenAt = ({ row }: Draft): Instant => row.from.refused?.lastSeen ?? END_OF_TIME

function latest<T>(all: readonly T[], timeOf: (one: T) => Instant): readonly T[] {
  const last = all.map(timeOf).reduce((a, b) => (a > b ? a : b), '')
  return all.filter((one) => timeOf(one) === last)
}

/** The value of the figure, without its text and address. */
function figureOf({ fact }: Draft): string {
  switch (fact.fact) {
    case 'gmp':
      return `GMP ₹${fact.gmp / 100}`
    case 'subscription':
      return fact.timesSub === null
        ? `${fact.sharesBid} bids in ${fact.applications} applications`
        : `${fact.timesSub} times`
    case 'listing':
      return `₹${fact.listingPrice / 100} on ${fact.listedOn}`
    default:
      return JSON.stringify(claimsOf(fact))
  }
}
