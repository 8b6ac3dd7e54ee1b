import { CATEGORIES, type IpoFact, type Recorded } from '../../market/facts/fact.ts'
import type { IssueFacts } from '../../market/facts/issue-facts.ts'
import { PUBLISHED_TERMS, type TermKey } from '../../market/facts/term-table.ts'
import type { GmpDay } from '../../market/gmp/gmp.ts'
import { latestReadings, type SubscriptionReport } from '../../market/issues/subscription.ts'
import { termStatement, withdrawalFacts } from '../../market/issues/terms.ts'
import { roundedToHundredths } from '../../market/money.ts'
import type { IpoView } from '../ipos/ipo-view.ts'
import type { Issue } from '../ipos/issues-in-view.ts'
import { changingIpo } from '../ipos/published-ipo.ts'
import type { PublishedValue } from '../schemas/evidence.ts'

/** The value of a figure at a moment, with the numbers of its facts. */
export interface FigureValue {
  readonly path: string
  readonly value: PublishedValue
  readonly facts: () => number[]
}

export const LISTING_KEYS = [
  ...(['listedOn', 'listingPrice', 'exchange'] as const),
  ...(['high', 'low', 'close', 'volume', 'deliveredPct'] as const),
] as const

/** The terms that only the rule for applications uses: they are not published by themselves. */
export const APPLICATION_TERMS = [
  'reservedFor',
  'retailLimit',
  'employeeLimit',
  'shareholderLimit',
  'niiMaxShares',
] as const satisfies readonly TermKey[]

/** The facts that state these terms. */
export const applicationFacts = (ipos: readonly Recorded<IpoFact>[]): number[] => [
  ...new Set(APPLICATION_TERMS.flatMap((key) => numberOf(termStatement(ipos, key)))),
]

const numberOf = (fact: { readonly id: number } | undefined): number[] => (fact ? [fact.id] : [])

/** The facts of an issue's own slugs: those of other slugs count only while they are merged. */
export const ownFacts = <F extends { readonly slug: string }>({ slugs }: Issue, facts: readonly F[]): F[] =>
  facts.filter(({ slug }) => slugs.includes(slug))

export function termValues(view: IpoView, ipos: IssueFacts['ipos']): FigureValue[] {
  const { issue, listing } = view
  const own = ownFacts(issue, ipos)
  const published = changingIpo(view)
  return [
    ...PUBLISHED_TERMS.map((key) => ({
      path: key,
      value: published[key],
      facts: () => numberOf(termStatement(own, key)),
    })),
    {
      path: 'withdrawn',
      value: issue.terms.offMarket,
      facts: () => [...new Set(withdrawalFacts(own).map(({ id }) => id))],
    },
    ...LISTING_KEYS.map((key) => ({
      path: `listing.${key}`,
      value: listing?.[key] ?? null,
      facts: () => numberOf(issue.listing),
    })),
    {
      path: 'application',
      value: published.application.length === 0 ? null : published.application,
      facts: () => applicationFacts(own),
    },
  ]
}

export function quoteValues({ lastGmpDay: day, quoted }: IpoView): FigureValue[] {
  const counted = () => countedFacts(day)
  return [
    { path: 'lastGmp', value: quoted?.gmp ?? null, facts: counted },
    { path: 'gmpSpread', value: quoted?.spread ?? null, facts: () => extremeFacts(day) },
    { path: 'gmpDisputed', value: quoted?.disputed ?? null, facts: counted },
    { path: 'lastGmpDay', value: quoted?.day ?? null, facts: counted },
    { path: 'lastGmpOwners', value: quoted?.owners ?? null, facts: counted },
  ]
}

/** The quotes that count for their owners. */
export const countedFacts = (day: GmpDay | undefined): number[] =>
  (day?.quotes ?? []).filter(({ counted }) => counted).map(({ id }) => id)

/** The lowest and the highest of them; one where they are the same. */
export function extremeFacts(day: GmpDay | undefined): number[] {
  const counted = (day?.quotes ?? []).filter(({ counted }) => counted)
  const lowest = counted.find(({ gmp }) => gmp === day?.lowest)
  const highest = counted.findLast(({ gmp }) => gmp === day?.highest)
  return [...new Set([...numberOf(lowest), ...numberOf(highest)])]
}

/** Contains the name of the category, since its index in the answer may change. */
export const readingPath = (category: string): string => `subs ${category}`

export function readingValues(issue: Issue, reports: readonly SubscriptionReport[]): FigureValue[] {
  const readings = new Map(latestReadings(ownFacts(issue, reports)).map((one) => [one.category, one]))
  return CATEGORIES.map((category) => {
    const reading = readings.get(category)
    return {
      path: readingPath(category),
      value: reading ? roundedToHundredths(reading.timesSub) : null,
      facts: () => numberOf(reading),
    }
  })
}
