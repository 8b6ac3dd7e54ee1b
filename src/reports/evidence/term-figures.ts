import { compareRecorded, type IpoFact, type Recorded, type Terms } from '../../market/facts/fact.ts'
import { PUBLISHED_TERMS, type PublishedTerm } from '../../market/facts/term-table.ts'
import { listingFrom } from '../../market/issues/listing.ts'
import { termStatement, withdrawalFacts } from '../../market/issues/terms.ts'
import type { FigureEvidence } from '../schemas/evidence.ts'
import { type FigureInputs, makeFigure, outvoted } from './figure-evidence.ts'
import { LISTING_KEYS } from './figure-values.ts'

/** The figures that are not of the grey market, nor of the bids. */
export const termFigures = (grounds: FigureInputs): FigureEvidence[] => [
  addressFigure(grounds),
  ...PUBLISHED_TERMS.map((key) => termFigure(grounds, key)),
  calledOffFigure(grounds),
  statusFigure(grounds),
  ...listingFigures(grounds),
]

/** The first terms under the address made it exist; who said that another is the same led that one's facts here. */
function addressFigure({ ipo, issue, standing }: FigureInputs): FigureEvidence {
  const own = standing.ipos.filter(({ slug }) => slug === issue.slug)
  const [first] = (own.length > 0 ? own : standing.ipos).toSorted(compareRecorded)
  const facts = [...(first ? [first] : []), ...standing.sames].map(({ id }) => id)
  return makeFigure('slug', ipo.slug, { rule: 'address', facts })
}

function termFigure(grounds: FigureInputs, key: PublishedTerm): FigureEvidence {
  const { ipo, standing, takenBack, history } = grounds
  const word = termStatement(standing.ipos, key)
  return makeFigure(key, ipo[key], {
    rule: 'strongest-word',
    facts: word ? [word.id] : [],
    outvoted: outvoted(takenBack.ipos.filter(saysOf(key)), (passOver) =>
      termStatement(standing.ipos, key, (fact, by) => {
        if (by !== 'later-word' || !isRepeated(fact, key, standing.ipos)) passOver(fact, by)
      }),
    ),
    earlier: history.earlier(key),
  })
}

const saysOf =
  (key: keyof Terms) =>
  ({ said }: IpoFact): boolean =>
    said[key] !== undefined

/** A source names the company with each of its words: what it says still has not been outvoted. */
function isRepeated(
  { source, said }: IpoFact,
  key: keyof Terms,
  facts: readonly Recorded<IpoFact>[],
): boolean {
  const last = facts.findLast((fact) => fact.source === source && fact.said[key] !== undefined)
  return JSON.stringify(last?.said[key]) === JSON.stringify(said[key])
}

function calledOffFigure({ ipo, standing, takenBack, history }: FigureInputs): FigureEvidence {
  const speaks = (fact: IpoFact) => saysOf('withdrawn')(fact) || saysOf('postponed')(fact)
  const others = outvoted(takenBack.ipos.filter(speaks), (passOver) =>
    withdrawalFacts(standing.ipos, passOver),
  )
  // One fact may say two of the things that are asked for, or only one of them in vain.
  const facts = [...new Set(withdrawalFacts(standing.ipos).map(({ id }) => id))]
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

function listingFigures({ ipo, standing, takenBack, history }: FigureInputs): FigureEvidence[] {
  const others = outvoted(takenBack.listings, (passOver) => listingFrom(standing.listings, passOver))
  const listing = listingFrom(standing.listings)
  return LISTING_KEYS.map((key) =>
    makeFigure(`listing.${key}`, ipo.listing?.[key] ?? null, {
      rule: 'listing',
      facts: listing ? [listing.id] : [],
      outvoted: others,
      earlier: history.earlier(`listing.${key}`),
    }),
  )
}
