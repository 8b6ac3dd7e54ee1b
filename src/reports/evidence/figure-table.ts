import type { IpoFact, ListingFact, Recorded, Terms } from '../../market/facts/fact.ts'
import { PUBLISHED_TERMS, type PublishedTerm, type TermKey } from '../../market/facts/term-table.ts'
import type { GmpDay } from '../../market/gmp/gmp.ts'
import { listingFrom } from '../../market/issues/listing.ts'
import { termStatement, withdrawalFacts } from '../../market/issues/terms.ts'
import { lastGmpDay } from '../ipos/gmp-history.ts'
import type { FigureEvidence, FigureRule, OutvotedFact, PublishedValue } from '../schemas/evidence.ts'
import type { IpoDetail } from '../schemas/ipos.ts'
import { type FigureInputs, figureEvidence, type IssueAt, outvoted } from './figure-evidence.ts'

/** A figure with a fixed path in the answer, and what is behind it. */
export interface Figure {
  readonly path: string
  readonly rule: FigureRule
  /** The paths of the figures that it is computed from, as far as these are known. */
  readonly from?: readonly string[] | ((ipo: IpoDetail) => readonly string[])
  readonly facts?: (at: IssueAt) => number[]
  readonly outvoted?: (inputs: FigureInputs) => OutvotedFact[]
  /** Its value at an earlier moment, `null` while it was not known. Those that follow from others have none. */
  readonly past?: (at: IssueAt) => PublishedValue
}

const LISTING_KEYS = [
  ...(['listedOn', 'listingPrice', 'exchange'] as const),
  ...(['high', 'low', 'close', 'volume', 'deliveredPct'] as const),
] as const

/** The terms that only the rule for applications uses: they are not published by themselves. */
const APPLICATION_TERMS = [
  'reservedFor',
  'retailLimit',
  'employeeLimit',
  'shareholderLimit',
  'niiMaxShares',
] as const satisfies readonly TermKey[]

const idsOf = (...facts: readonly ({ readonly id: number } | undefined)[]): number[] => [
  ...new Set(facts.flatMap((fact) => (fact ? [fact.id] : []))),
]

const termFigure = (key: PublishedTerm): Figure => ({
  path: key,
  rule: 'strongest-word',
  facts: ({ ipos }) => idsOf(termStatement(ipos, key)),
  outvoted: (inputs) => outvotedTerms(inputs, [key]),
  past: ({ published }) => published[key],
})

const listingFigure = (key: (typeof LISTING_KEYS)[number]): Figure => ({
  path: `listing.${key}`,
  rule: 'listing',
  facts: ({ view }) => idsOf(view.issue.listing),
  // Another fact is outvoted for a figure of the day only if it has that figure.
  outvoted: ({ unretracted, retracted }) => {
    const hasFigure = (fact: ListingFact) => fact[key] !== null
    return outvoted(retracted.listings.filter(hasFigure), (onOutvoted) =>
      listingFrom(unretracted.listings, (fact, by) => {
        if (hasFigure(fact)) onOutvoted(fact, by)
      }),
    )
  },
  past: ({ published }) => published.listing?.[key] ?? null,
})

/** The figures of terms, status and listing. */
export const TERM_FIGURES: readonly Figure[] = [
  ...PUBLISHED_TERMS.map(termFigure),
  {
    path: 'withdrawn',
    rule: 'called-off',
    facts: ({ ipos }) => idsOf(...withdrawalFacts(ipos)),
    outvoted: ({ unretracted, retracted }) =>
      outvoted(retracted.ipos.filter(isAbout(['withdrawn', 'postponed'])), (onOutvoted) =>
        withdrawalFacts(unretracted.ipos, onOutvoted),
      ),
    past: ({ view }) => view.issue.terms.offMarket,
  },
  {
    path: 'status',
    rule: 'status',
    from: ({ listing }) => [
      ...['board', 'openDate', 'closeDate'],
      listing ? 'listing.listedOn' : 'listingDate',
      'withdrawn',
    ],
  },
  ...LISTING_KEYS.map(listingFigure),
  {
    path: 'listing.atLimit',
    rule: 'limit',
    from: ['listing.listingPrice', 'listing.exchange', 'listing.listedOn', 'issuePrice', 'board'],
  },
]

/** The price that percentages refer to. */
export const pricePath = ({ issuePrice }: IpoDetail): string =>
  issuePrice === null ? 'priceMax' : 'issuePrice'

const countedQuotes = (day: GmpDay | undefined) => (day?.quotes ?? []).filter(({ counted }) => counted)

/** The quotes that count for their owners. */
export const countedFacts = ({ view }: IssueAt): number[] => idsOf(...countedQuotes(view.lastGmpDay))

/** The lowest and the highest of them; one where they are the same. */
function extremeFacts({ view: { lastGmpDay: day } }: IssueAt): number[] {
  const counted = countedQuotes(day)
  return idsOf(
    counted.find(({ gmp }) => gmp === day?.lowest),
    counted.findLast(({ gmp }) => gmp === day?.highest),
  )
}

/** The figures of the grey market, without the quotes of each source. */
export const QUOTE_FIGURES: readonly Figure[] = [
  {
    path: 'lastGmp',
    rule: 'median',
    facts: countedFacts,
    outvoted: ({ view, unretracted, retracted, owners }) =>
      outvoted(retracted.gmp, (onOutvoted) => lastGmpDay(view.issue, unretracted.gmp, owners, onOutvoted)),
    past: ({ view }) => view.quoted?.gmp ?? null,
  },
  { path: 'lastGmpPct', rule: 'percentage', from: (ipo) => ['lastGmp', pricePath(ipo)] },
  {
    path: 'gmpSources',
    rule: 'today',
    facts: (at) => (at.published.gmpSources > 0 ? countedFacts(at) : []),
    from: ['dispute.day'],
  },
  {
    path: 'gmpSpread',
    rule: 'spread',
    facts: extremeFacts,
    past: ({ view }) => view.quoted?.spread ?? null,
  },
  {
    path: 'gmpDisputed',
    rule: 'dispute',
    facts: countedFacts,
    from: ['lastGmp', 'gmpSpread', 'dispute.owners'],
    past: ({ view }) => view.quoted?.disputed ?? null,
  },
]

/** What one may apply for. An empty list is one that is not known. */
export const APPLICATION_FIGURE: Figure = {
  path: 'application',
  rule: 'application',
  facts: ({ ipos }) => idsOf(...APPLICATION_TERMS.map((key) => termStatement(ipos, key))),
  from: [
    ...['board', 'openDate', 'lotSize', 'priceMin', 'priceMax', 'issuePrice', 'issueType'],
    'employeeDiscount',
  ],
  outvoted: (inputs) => outvotedTerms(inputs, APPLICATION_TERMS),
  past: ({ published: { application } }) => (application.length === 0 ? null : application),
}

/** The other figures that follow from the terms and the last quotes. */
export const DERIVED_FIGURES: readonly Figure[] = [
  {
    path: 'lastGmpDay',
    rule: 'last-day',
    facts: countedFacts,
    past: ({ view }) => view.quoted?.day ?? null,
  },
  {
    path: 'lastGmpOwners',
    rule: 'one-voice',
    facts: countedFacts,
    past: ({ view }) => view.quoted?.owners ?? null,
  },
  { path: 'minAmount', rule: 'application', from: ['application'] },
  { path: 'range80', rule: 'range', from: ['lastGmpPct', 'lastGmpDay', 'board', 'closeDate', 'exchanges'] },
]

const hasPast = ({ past }: Figure): boolean => past !== undefined
/** The figures that only facts about the issue itself change, and those that quotes change. */
export const ISSUE_HISTORY: readonly Figure[] = [...TERM_FIGURES, APPLICATION_FIGURE].filter(hasPast)
export const QUOTE_HISTORY: readonly Figure[] = [...QUOTE_FIGURES, ...DERIVED_FIGURES].filter(hasPast)

/** The evidence of a figure of the table. */
export function evidenceOf(
  inputs: FigureInputs,
  { path, rule, from = [], facts, outvoted, past }: Figure,
): FigureEvidence {
  const behind = facts?.(inputs) ?? []
  return figureEvidence(inputs.ipo, path, rule, {
    facts: behind,
    from: [...(typeof from === 'function' ? from(inputs.ipo) : from)],
    // One fact may state several terms, and be outvoted for one of them only.
    outvoted: outvoted?.(inputs).filter(({ fact }) => !behind.includes(fact)) ?? [],
    earlier: past ? inputs.history.earlier(path) : [],
  })
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
  const found = outvoted(retracted.ipos.filter(isAbout(keys)), (onOutvoted) => {
    for (const key of keys)
      termStatement(ipos, key, (fact, by) => {
        if (by !== 'later-word' || !isRepeated(fact, key, ipos)) onOutvoted(fact, by)
      })
  })
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
