import { invariant } from '../../invariant.ts'
import { END_OF_TIME, type Instant } from '../../market/calendar.ts'
import { dealKey } from '../../market/deals/deal.ts'
import { claimsOf } from '../../market/facts/claim.ts'
import type { DealFact, Fact, GmpFact, SubscriptionFact } from '../../market/facts/fact.ts'
import type { DraftFact, Interpretation, ParsedRow, RefusedParsedRow } from '../parsed-row.ts'
import { type Objection, objection } from '../screen/refusal-rules.ts'

/**
 * Resolves facts of one round about the same figure: the newest by the source's own time stamp counts, otherwise the
 * one that was seen last. Facts that differ and cannot be ordered are all refused.
 */
export function settleContradictions(all: readonly DraftFact[]): Pick<Interpretation, 'facts' | 'refused'> {
  const facts: DraftFact[] = []
  const refused: RefusedParsedRow[] = []
  for (const group of groupsOf(all)) {
    const newest = joinedReadings(newestOf(group))
    const figures = new Set(newest.map(figureOf))
    const [first] = newest
    if (figures.size <= 1) {
      if (first) facts.push(first)
      continue
    }
    for (const { parsed, fact } of newest) {
      const candidates = 'slug' in fact ? [fact.slug] : []
      const detail = [...figures].join(' and ')
      refused.push({ ...parsed, candidates, ...objection('contradiction', detail) })
    }
  }
  return { facts, refused }
}

/**
 * Different multiples of one figure that `settleContradictions` will refuse, whatever was read before. They have no fault
 * of their own; a fall is none.
 */
export function contradictoryReadings(
  judged: readonly (DraftFact & { readonly fault: Objection | null })[],
): Set<ParsedRow> {
  const readings = judged.filter(
    ({ parsed, fact, fault }) =>
      fact.fact === 'subscription' &&
      !isWithoutMultiple(fact) &&
      parsed.refusal === undefined &&
      (fault === null || fault.rule === 'multiple-fell'),
  )
  const differing = [...groupsOf(readings)].filter((group) => new Set(group.map(figureOf)).size > 1)
  return new Set(differing.flat().map(({ parsed }) => parsed))
}

function* groupsOf(all: readonly DraftFact[]): Generator<readonly DraftFact[]> {
  const figures = all.filter(({ fact }) => fact.fact !== 'deal')
  yield* Map.groupBy(
    figures,
    ({ fact }) => invariant(claimsOf(fact)[0], `what a ${fact.fact} fact is about`).subject,
  ).values()
  yield* disclosedDeals(all.filter(isDeal)).map((deal) => [deal])
}

type DraftDeal = DraftFact & { readonly fact: DealFact }
const isDeal = (one: DraftFact): one is DraftDeal => one.fact.fact === 'deal'

/**
 * Two deals are never the same figure: equal rows of one download are two deals. Equal rows of two downloads, such as
 * the latest list and the list of a day, are one disclosure: the download with the most of them decides how many there
 * are.
 */
function disclosedDeals(deals: readonly DraftDeal[]): readonly DraftDeal[] {
  const disclosed = new Set<DraftDeal>()
  for (const equal of Map.groupBy(deals, ({ fact }) => dealKey(fact)).values()) {
    const downloads = [...Map.groupBy(equal, ({ parsed }) => parsed.fetch).values()]
    const most = downloads.reduce((a, b) => (b.length > a.length ? b : a))
    for (const deal of most) disclosed.add(deal)
  }
  return deals.filter((deal) => disclosed.has(deal))
}

/**
 * The multiple of a book and its applications may be in two documents of a round. They are joined when both have the
 * same number of bids; otherwise the book has changed in between, and the reading with the multiple counts.
 */
function joinedReadings(group: readonly DraftFact[]): readonly DraftFact[] {
  const bidsAlone = group.map(({ fact }) => fact).find(isWithoutMultiple)
  const others = group.filter(({ fact }) => !isWithoutMultiple(fact))
  if (bidsAlone === undefined || others.length === 0) return group
  return others.map(({ fact, parsed }) =>
    fact.fact === 'subscription' && fact.sharesBid === bidsAlone.sharesBid
      ? { fact: { ...fact, applications: fact.applications ?? bidsAlone.applications }, parsed }
      : { fact, parsed },
  )
}

const isWithoutMultiple = (fact: Fact): fact is SubscriptionFact =>
  fact.fact === 'subscription' && fact.timesSub === null

const newestOf = (group: readonly DraftFact[]): readonly DraftFact[] =>
  latest(latest(group, reportedAt), seenAt)

const reportedAt = ({ fact }: DraftFact): Instant => (fact as Partial<GmpFact>).reportedAt ?? ''

/** The rows of this round count as seen at one moment, after all that waited. */
const seenAt = ({ parsed }: DraftFact): Instant => parsed.lastSeen ?? END_OF_TIME

function latest<T>(all: readonly T[], timeOf: (one: T) => Instant): readonly T[] {
  const last = all.map(timeOf).reduce((a, b) => (a > b ? a : b), '')
  return all.filter((one) => timeOf(one) === last)
}

/** The value of the figure, without its text and address. */
function figureOf({ fact }: DraftFact): string {
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
