import { type Day, dayAsDateTime } from '../../market/calendar.ts'
import { IPO_TERMS, LIST_TERMS, OFFER_TERMS } from '../../market/facts/term-table.ts'
import type { GmpDay, GmpQuote } from '../../market/gmp/gmp.ts'
import { referencePrice } from '../../market/issues/terms.ts'
import { type Paise, percentOf, rupeesFromPaise } from '../../market/money.ts'
import type { FullIpo, GmpObservation, IpoDetail, IpoSummary, SourceQuote } from '../schemas/ipos.ts'
import type { IpoLockIn } from '../schemas/offer.ts'
import type { Range80 } from '../schemas/range.ts'
import type { IpoView } from './ipo-view.ts'
import { publishedValues } from './published-terms.ts'

/** One IPO in a list. */
export function publishedSummary(view: IpoView): IpoSummary {
  const { issue, quoted } = view
  const { name, board, openDate, closeDate, ...terms } = publishedValues(issue.terms, LIST_TERMS)
  return {
    slug: issue.slug,
    name,
    board,
    status: view.status,
    ...terms,
    openDate: dateTimeOf(openDate),
    closeDate: dateTimeOf(closeDate),
    lastGmp: quoted?.gmp ?? null,
    lastGmpPct: quoted?.gmpPct ?? null,
    lastSubX: view.timesSubscribed,
    gmpSources: quoted?.day === view.today ? quoted.ownersOfDay : 0,
    gmpSpread: quoted?.spread ?? null,
    gmpDisputed: quoted?.disputed ?? false,
  }
}

/** The opening and the closing day are published as a date-time. */
const dateTimeOf = (day: Day | null): string | null => day && dayAsDateTime(day)

/**
 * The same with its terms and what follows from them. The range depends on other IPOs, and the GMP at close on all reports, so they
 * are passed.
 */
export function fullIpo(
  view: IpoView,
  { range80, gmpAtCloseDisputed }: Pick<FullIpo, 'range80' | 'gmpAtCloseDisputed'>,
): FullIpo {
  return {
    ...publishedSummary(view),
    ...termsAndListing(view),
    dispute: disputeSummary(view),
    ...publishedValues(view.issue.terms, OFFER_TERMS),
    ...derived(view),
    range80,
    chances: [...view.chances],
    lockIns: publishedLockIns(view),
    gmpAtCloseDisputed,
  }
}

/**
 * All fields of an IPO that changes cover. The range is left out, since every listing of another IPO changes it, and so are the
 * chances, which change with every reading, and what belongs to its score.
 */
export type ChangingIpo = ReturnType<typeof changingIpo>

export function changingIpo(view: IpoView) {
  const full = fullIpo(view, { range80: null, gmpAtCloseDisputed: null })
  const { withdrawn, dispute, range80, chances, gmpAtCloseDisputed, lastGmpDay, lastGmpOwners, ...fields } =
    full
  return { ...fields, lastGmpDay, lastGmpOwners }
}

/** One IPO with its history. Needs all reports. */
export function ipoDetail(view: IpoView, range80: Range80 | null): IpoDetail {
  const { issue, lastGmpDay, gmpDays, dispute, subscription } = view
  return {
    ...publishedSummary(view),
    ...termsAndListing(view),
    sources: (lastGmpDay?.quotes ?? []).map(sourceQuote),
    dispute,
    ...publishedValues(issue.terms, OFFER_TERMS),
    ...derived(view),
    range80,
    chances: [...view.chances],
    lockIns: publishedLockIns(view),
    gmpAtCloseDisputed: view.score?.atClose.disputed ?? null,
    subsByDay: [...subscription.entries],
    gmp: observations(gmpDays, referencePrice(issue.terms)),
    subs: [...subscription.newest],
  }
}

const termsAndListing = ({ issue: { terms }, listing }: IpoView) => ({
  ...publishedValues(terms, IPO_TERMS),
  listing,
  withdrawn: terms.offMarket,
})

function disputeSummary({ dispute }: IpoView): FullIpo['dispute'] {
  if (!dispute) return null
  const { words: _, ...summary } = dispute
  return summary
}

/** What follows from the terms and the last quotes of the issue. */
const derived = ({ expected, applications, lastGmpDay, minAmount }: IpoView) => ({
  expected,
  application: applications,
  lastGmpDay: lastGmpDay?.day ?? null,
  lastGmpOwners: lastGmpDay?.owners ?? 0,
  minAmount,
})

const publishedLockIns = ({ lockIns }: IpoView): IpoLockIn[] =>
  lockIns.map(({ days: _, ...lockIn }) => lockIn)

const sourceQuote = ({ source, owner, gmp, observedAt, reportedAt, counted }: GmpQuote): SourceQuote => ({
  source,
  owner,
  gmp: rupeesFromPaise(gmp),
  observedAt,
  reportedAt,
  counted,
})

/** One entry per day and source, oldest first, then by source name. */
const observations = (days: readonly GmpDay[], price: Paise | null): GmpObservation[] =>
  days
    .flatMap(({ day, quotes }) => quotes.filter(({ observedAt }) => observedAt === day))
    .map(({ observedAt, gmp, source }) => ({
      observedAt,
      gmp: rupeesFromPaise(gmp),
      gmpPct: price === null ? null : percentOf(gmp, price),
      source,
      unofficial: true,
    }))
