import { addDays } from '../../market/calendar.ts'
import {
  compareRecorded,
  type IpoFact,
  type ListingFact,
  type Recorded,
  type Terms,
} from '../../market/facts/fact.ts'
import { PUBLISHED_TERMS, type TermKey } from '../../market/facts/term-table.ts'
import { listingFrom } from '../../market/issues/listing.ts'
import { LOCK_IN_DAYS } from '../../market/issues/lock-ins.ts'
import { termStatement, withdrawalFacts } from '../../market/issues/terms.ts'
import type { FigureRule, OutvotedFact, PublishedValue } from '../schemas/evidence.ts'
import { earlierValues, type FactsBehind, idsOf, type PastTerms } from './earlier-values.ts'
import { type FigureInputs, holidayEvidence, outvoted, type TracedFigure } from './figure.ts'

const LISTING_KEYS = [
  ...(['listedOn', 'listingPrice', 'exchange'] as const),
  ...(['high', 'low', 'close', 'volume', 'deliveredPct'] as const),
] as const

/** The figures of terms, status and listing. */
export function* termFigures(inputs: FigureInputs): Generator<TracedFigure> {
  const { ipo, unretracted, retracted } = inputs
  // The first terms under the slug created the issue; merges added the facts of other slugs.
  const own = unretracted.ipos.filter(({ slug }) => slug === ipo.slug)
  const [first] = (own.length > 0 ? own : unretracted.ipos).toSorted(compareRecorded)
  yield { path: 'slug', rule: 'address', facts: idsOf([first, ...unretracted.sames]) }
  for (const key of PUBLISHED_TERMS)
    yield {
      ...stated(
        inputs,
        key,
        'strongest-word',
        ({ published }) => published[key],
        ({ ipos }) => [termStatement(ipos, key)],
      ),
      outvoted: outvotedTerms(inputs, [key]),
    }
  yield {
    ...stated(
      inputs,
      'withdrawn',
      'called-off',
      ({ issue }) => issue.terms.offMarket,
      ({ ipos }) => withdrawalFacts(ipos),
    ),
    outvoted: outvoted(
      retracted.ipos,
      (onOutvoted) => withdrawalFacts(unretracted.ipos, onOutvoted),
      isAbout(['withdrawn', 'postponed']),
    ),
  }
  const listedOn = ipo.listing ? 'listing.listedOn' : 'listingDate'
  yield { path: 'status', rule: 'status', from: ['board', 'openDate', 'closeDate', listedOn, 'withdrawn'] }
  for (const key of LISTING_KEYS)
    yield {
      ...stated(
        inputs,
        `listing.${key}`,
        'listing',
        ({ published }) => published.listing?.[key] ?? null,
        ({ issue }) => [issue.listing],
      ),
      outvoted: outvoted(
        retracted.listings,
        (onOutvoted) => listingFrom(unretracted.listings, onOutvoted),
        // Another fact is outvoted for a figure of the day only if it has that figure.
        (fact: ListingFact) => fact[key] !== null,
      ),
    }
  yield {
    path: 'listing.atLimit',
    rule: 'limit',
    from: ['listing.listingPrice', 'listing.exchange', 'listing.listedOn', 'issuePrice', 'board'],
  }
}

/** The terms that only the rule for applications uses: they are not published by themselves. */
const APPLICATION_TERMS = [
  'reservedFor',
  'retailLimit',
  'employeeLimit',
  'shareholderLimit',
  'niiMaxShares',
] as const satisfies readonly TermKey[]

/** The expected days, the lock-ins, and what one may apply for. */
export function* offerFigures(inputs: FigureInputs): Generator<TracedFigure> {
  const { expected, application, lockIns } = inputs.ipo
  const { closeDate } = inputs.view.issue.terms
  if (expected !== null && closeDate !== null)
    yield {
      path: 'expected',
      rule: 'working-days',
      from: ['openDate', 'closeDate', 'exchanges'],
      // Trading holidays count up to the listing day, clearing holidays up to the day of the credit.
      ...holidayEvidence(
        inputs,
        ({ segment, day }) =>
          day > closeDate && day <= (segment === 'trading' ? expected.listingDate : expected.creditDate),
      ),
    }
  const [lockIn] = lockIns
  if (lockIn) {
    const isExpected = lockIn.basis === 'expected'
    const allotment = addDays(lockIn.date, -LOCK_IN_DAYS[0])
    yield {
      path: 'lockIns',
      rule: 'lock-in',
      from: ['openDate', isExpected ? 'closeDate' : 'allotmentDate', 'anchorShares', 'exchanges'],
      ...holidayEvidence(
        inputs,
        ({ segment, day }) =>
          (isExpected && closeDate !== null && day > closeDate && day < allotment) ||
          (segment === 'trading' &&
            lockIns.some(({ date, tradingDate }) => day >= date && day < tradingDate)),
      ),
    }
  }
  const figure: TracedFigure = {
    ...stated(
      inputs,
      'application',
      'application',
      // An empty list is one that is not known.
      ({ published }) => (published.application.length === 0 ? null : published.application),
      ({ ipos }) => APPLICATION_TERMS.map((key) => termStatement(ipos, key)),
    ),
    from: [
      ...['board', 'openDate', 'lotSize', 'priceMin', 'priceMax', 'issuePrice', 'issueType'],
      'employeeDiscount',
    ],
    outvoted: outvotedTerms(inputs, APPLICATION_TERMS),
  }
  if (application.length > 0 || figure.earlier?.length) yield figure
}

/** A figure that follows from the facts about the terms alone. */
function stated(
  { view, unretracted, history }: FigureInputs,
  path: string,
  rule: FigureRule,
  valueAt: (past: PastTerms) => PublishedValue,
  factsAt: (at: Pick<PastTerms, 'issue' | 'ipos'>) => FactsBehind,
): TracedFigure {
  const facts = idsOf(factsAt({ issue: view.issue, ipos: unretracted.ipos }))
  return { path, rule, facts, earlier: earlierValues(history.terms, valueAt, factsAt) }
}

const isAbout =
  (keys: readonly (keyof Terms)[]) =>
  ({ said }: IpoFact): boolean =>
    keys.some((key) => said[key] !== undefined)

/** The facts that do not count for any of these terms: one fact may state several. */
function outvotedTerms(
  { unretracted: { ipos }, retracted }: FigureInputs,
  keys: readonly (keyof Terms)[],
): OutvotedFact[] {
  const apply: Parameters<typeof outvoted<Recorded<IpoFact>>>[1] = (onOutvoted) => {
    for (const key of keys)
      termStatement(ipos, key, (fact, by) => {
        if (by !== 'later-word' || !isRepeated(fact, key, ipos)) onOutvoted(fact, by)
      })
  }
  const found = outvoted(retracted.ipos, apply, isAbout(keys))
  return [...new Map(found.map((one) => [one.fact, one])).values()]
}

/** A source repeats the company name in every fact: an earlier fact with the same value is not outvoted. */
function isRepeated(
  { source, said }: IpoFact,
  key: keyof Terms,
  facts: readonly Recorded<IpoFact>[],
): boolean {
  const last = facts.findLast((fact) => fact.source === source && fact.said[key] !== undefined)
  return JSON.stringify(last?.said[key]) === JSON.stringify(said[key])
}
