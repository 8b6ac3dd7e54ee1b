import { type IssueFacts, retractedIn } from '../../market/facts/issue-facts.ts'
import { refusalsAbout } from '../../store/collection/refusals-about.ts'
import { allFactsOf, originsOf } from '../../store/facts/origins.ts'
import { groupOf, issueBook } from '../../store/issues/issue-book.ts'
import { ipoAnswer } from '../ipos/ipo-among-others.ts'
import { marketCalendar } from '../ipos/market-calendar.ts'
import type { MarketData } from '../market-data.ts'
import { type Moment, restOfMinute } from '../moment.ts'
import type { Evidence, FigureEvidence } from '../schemas/evidence.ts'
import { idsOf, issueHistory, NO_HISTORY } from './earlier-values.ts'
import { factEvidence, refusedEvidence } from './fact-evidence.ts'
import { figuresOf } from './figures.ts'

/** The most refused rows that are listed, newest first. */
const MOST_REFUSED = 50

/** The evidence of an IPO, with its name; `undefined` when no issue has this slug at that moment. */
export async function evidenceReport(market: MarketData, moment: Moment, slug: string) {
  const found = await figuresAndFacts(market, moment, slug, true)
  if (!found) return undefined
  const { view, ...current } = found
  const { issue, name, span } = view
  const refusals = await refusalsAbout(market.db, moment, { slugs: issue.slugs, limit: MOST_REFUSED })
  const evidence: Evidence = {
    ...current,
    refused: refusals.rows.map((row) => refusedEvidence(row, moment.asOf)),
    refusedTotal: refusals.total,
  }
  // A refused row that is seen again raises no version.
  return { evidence, name, span: refusals.total === 0 ? span : restOfMinute(moment.clock, span) }
}

/** Current evidence only, for pages that show neither history, which takes longest, nor refusals. */
export const currentEvidence = (market: MarketData, moment: Moment, slug: string) =>
  figuresAndFacts(market, moment, slug, false)

async function figuresAndFacts(market: MarketData, moment: Moment, slug: string, hasHistory: boolean) {
  const { db, owners } = market
  const found = await ipoAnswer(market, moment, slug)
  const group = groupOf(await issueBook(db, moment.version), slug)
  if (!found || !group) return undefined
  const { view, ipo } = found
  const all = await allFactsOf(db, moment, group)
  const calendar = await marketCalendar(market, moment)
  const retractedOfIssue = retractedIn(all)
  const history = hasHistory
    ? await issueHistory(all, retractedOfIssue, view.slug, { owners, calendar })
    : NO_HISTORY
  const own = partOf(all, ({ slug }) => view.issue.slugs.includes(slug))
  const figures = await figuresOf({
    ...{ ipo, view, history, calendar, owners },
    unretracted: partOf(own, ({ id }) => !retractedOfIssue.has(id)),
    retracted: partOf(own, ({ id }) => retractedOfIssue.has(id)),
  })
  const retracted = new Map([...retractedOfIssue, ...calendar.retracted])
  const { retractions: _, ...ownFacts } = own
  const named = new Set([
    ...figures.flatMap(factsOf),
    ...Object.values(ownFacts).flatMap((some) => idsOf(some).filter((id) => retracted.has(id))),
  ])
  for (const id of named) {
    const retraction = retracted.get(id)
    if (retraction) named.add(retraction.id)
  }
  const retractionsOfHolidays = new Set(calendar.retracted.values())
  const ofCalendar = [...calendar.unretracted, ...calendar.retractedFacts, ...retractionsOfHolidays]
  const ofHolidays = ofCalendar.filter(({ id }) => named.has(id))
  const origins = await originsOf(db, moment, group.slugs, idsOf(ofHolidays))
  const facts = [...Object.values(all).flat(), ...ofHolidays]
    .filter(({ id }) => named.has(id))
    .sort((a, b) => a.id - b.id)
    .map((fact) => factEvidence(fact, origins, retracted, owners))
  return { view, slug: view.slug, figures, facts }
}

type Includes = (fact: { readonly id: number; readonly slug: string }) => boolean

const partOf = (facts: IssueFacts, includes: Includes): IssueFacts => ({
  ipos: facts.ipos.filter(includes),
  sames: facts.sames.filter(includes),
  listings: facts.listings.filter(includes),
  gmp: facts.gmp.filter(includes),
  subscription: facts.subscription.filter(includes),
  retractions: facts.retractions,
})

const factsOf = ({ facts, outvoted, earlier }: FigureEvidence): number[] => [
  ...facts,
  ...outvoted.map(({ fact }) => fact),
  ...earlier.flatMap((value) => value.facts),
]
