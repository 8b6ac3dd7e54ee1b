import {
  compareRecorded,
  type IpoFact,
  type ListingFact,
  type Recorded,
  type Terms,
} from '../../market/facts/fact.ts'
import { PUBLISHED_TERMS, type PublishedTerm } from '../../market/facts/term-table.ts'
import { listingFrom } from '../../market/issues/listing.ts'
import { termStatement, withdrawalFacts } from '../../market/issues/terms.ts'
import type { FigureEvidence, OutvotedFact } from '../schemas/evidence.ts'
import { type FigureInputs, makeFigure, outvoted } from './figure-evidence.ts'
import { LISTING_KEYS } from './figure-values.ts'

/** The figures of terms, status and listing. */
export const termFigures = (inputs: FigureInputs): FigureEvidence[] => [
  addressFigure(inputs),
  ...PUBLISHED_TERMS.map((key) => termFigure(inputs, key)),
  calledOffFigure(inputs),
  statusFigure(inputs),
  ...listingFigures(inputs),
]

/** The first terms under the slug created the issue; merges added the facts of other slugs. */
function addressFigure({ ipo, issue, unretracted }: FigureInputs): FigureEvidence {
  const own = unretracted.ipos.filter(({ slug }) => slug === issue.slug)
  const [first] = (own.length > 0 ? own : unretracted.ipos).toSorted(compareRecorded)
  const facts = [...(first ? [first] : []), ...unretracted.sames].map(({ id }) => id)
  return makeFigure('slug', ipo.slug, { rule: 'address', facts })
}

function termFigure(inputs: FigureInputs, key: PublishedTerm): FigureEvidence {
  const { ipo, unretracted, history } = inputs
  const statement = termStatement(unretracted.ipos, key)
  return makeFigure(key, ipo[key], {
    rule: 'strongest-word',
    facts: statement ? [statement.id] : [],
    outvoted: outvotedTerms(inputs, [key]),
    earlier: history.earlier(key),
  })
}

/** The facts that do not count for any of these terms: one fact may state several. */
export function outvotedTerms(
  { unretracted, retracted }: Pick<FigureInputs, 'unretracted' | 'retracted'>,
  keys: readonly (keyof Terms)[],
): OutvotedFact[] {
  const isAbout = (fact: IpoFact) => keys.some((key) => states(key)(fact))
  const found = outvoted(retracted.ipos.filter(isAbout), (onOutvoted) => {
    for (const key of keys)
      termStatement(unretracted.ipos, key, (fact, by) => {
        if (by !== 'later-word' || !isRepeated(fact, key, unretracted.ipos)) onOutvoted(fact, by)
      })
  })
  return [...new Map(found.map((one) => [one.fact, one])).values()]
}

const states =
  (key: keyof Terms) =>
  ({ said }: IpoFact): boolean =>
    said[key] !== undefined

/** A source repeats the company name in every fact: an earlier fact with the same value is not outvoted. */
function isRepeated(
  { source, said }: IpoFact,
  key: keyof Terms,
  facts: readonly Recorded<IpoFact>[],
): boolean {
  const last = facts.findLast((fact) => fact.source === source && fact.said[key] !== undefined)
  return JSON.stringify(last?.said[key]) === JSON.stringify(said[key])
}

function calledOffFigure({ ipo, unretracted, retracted, history }: FigureInputs): FigureEvidence {
  const isAbout = (fact: IpoFact) => states('withdrawn')(fact) || states('postponed')(fact)
  const others = outvoted(retracted.ipos.filter(isAbout), (onOutvoted) =>
    withdrawalFacts(unretracted.ipos, onOutvoted),
  )
  // One fact may have both terms, and be outvoted for one of them only.
  const facts = [...new Set(withdrawalFacts(unretracted.ipos).map(({ id }) => id))]
  return makeFigure('withdrawn', ipo.withdrawn, {
    rule: 'called-off',
    facts,
    outvoted: others.filter(({ fact }) => !facts.includes(fact)),
    earlier: history.earlier('withdrawn'),
  })
}

function statusFigure({ ipo }: FigureInputs): FigureEvidence {
  const days = (['openDate', 'closeDate'] as const).filter((key) => ipo[key] !== null)
  const lists = ipo.listing ? ['listing.listedOn'] : ipo.listingDate === null ? [] : ['listingDate']
  return makeFigure('status', ipo.status, {
    rule: 'status',
    from: ['board', ...days, ...lists, 'withdrawn'],
  })
}

const has =
  (key: (typeof LISTING_KEYS)[number]) =>
  (fact: ListingFact): boolean =>
    fact[key] !== null

function listingFigures({ ipo, unretracted, retracted, history }: FigureInputs): FigureEvidence[] {
  const others = (key: (typeof LISTING_KEYS)[number]) =>
    outvoted(retracted.listings.filter(has(key)), (onOutvoted) =>
      listingFrom(unretracted.listings, (fact, by) => {
        if (has(key)(fact)) onOutvoted(fact, by)
      }),
    )
  const listing = listingFrom(unretracted.listings)
  return [
    ...LISTING_KEYS.map((key) =>
      makeFigure(`listing.${key}`, ipo.listing?.[key] ?? null, {
        rule: 'listing',
        facts: listing ? [listing.id] : [],
        // Another fact is outvoted for a figure of the day only if it has that figure.
        outvoted: others(key),
        earlier: history.earlier(`listing.${key}`),
      }),
    ),
    makeFigure('listing.atLimit', ipo.listing?.atLimit ?? null, {
      rule: 'limit',
      from: ['listing.listingPrice', 'listing.exchange', 'listing.listedOn', 'issuePrice', 'board'],
    }),
  ]
}
