import type { Board } from '../../market/facts/fact.ts'
import { type IssueFacts, type Retracted, retractedIn } from '../../market/facts/issue-facts.ts'
import type { OutvotedBy } from '../../market/facts/outvoted.ts'
import { refusalsAbout } from '../../store/collection/refusals-about.ts'
import { allFactsOf, originsOf } from '../../store/facts/origins.ts'
import { groupOf, issueBook } from '../../store/issues/issue-book.ts'
import { ipoAnswer } from '../ipos/ipo-among-others.ts'
import { type MarketCalendar, marketCalendar } from '../ipos/market-calendar.ts'
import { changingIpo } from '../ipos/published-ipo.ts'
import type { MarketData } from '../market-data.ts'
import { type ClockSpan, type Moment, restOfMinute } from '../moment.ts'
import type { Evidence, FactEvidence, FigureEvidence } from '../schemas/evidence.ts'
import { issueHistory } from './earlier-values.ts'
import { factEvidence, refusedEvidence } from './fact-evidence.ts'
import { type IssueHistory, NO_HISTORY } from './figure-evidence.ts'
import { figuresOf } from './figures.ts'

export interface EvidenceReport {
  readonly evidence: Evidence
  /** The name of the IPO. */
  readonly name: string
  readonly span: ClockSpan
}

/** The most refused rows that are listed, newest first. */
export const MOST_REFUSED = 50

/** `undefined` when no issue has this slug at that moment. */
export async function evidenceReport(
  market: MarketData,
  moment: Moment,
  slug: string,
): Promise<EvidenceReport | undefined> {
  const inputs = await inputsOf(market, moment, slug)
  if (!inputs) return undefined
  const { view, facts, retracted, calendar } = inputs
  const { issue, span } = view
  const context = { owners: market.owners, holidaysFor: calendar.holidaysFor }
  const history = await issueHistory(facts, retracted, issue.slug, context)
  const refusals = await refusalsAbout(market.db, moment, { slugs: issue.slugs, limit: MOST_REFUSED })
  return {
    evidence: {
      slug: issue.slug,
      ...(await evidenceFrom(market, moment, inputs, history)),
      refused: refusals.rows.map((row) => refusedEvidence(row, moment.asOf)),
      refusedTotal: refusals.total,
    },
    name: view.name,
    // A refused row that is seen again raises no version.
    span: refusals.total === 0 ? span : within(span, restOfMinute(moment.clock)),
  }
}

/** Current evidence only, for pages that show neither history, which takes longest, nor refusals. */
export async function currentEvidence(
  market: MarketData,
  moment: Moment,
  slug: string,
): Promise<Pick<Evidence, 'figures' | 'facts'> | undefined> {
  const inputs = await inputsOf(market, moment, slug)
  return inputs && evidenceFrom(market, moment, inputs, NO_HISTORY)
}

async function inputsOf(market: MarketData, moment: Moment, slug: string) {
  const found = await ipoAnswer(market, moment, slug)
  const group = groupOf(await issueBook(market.db, moment.version), slug)
  if (!found || !group) return undefined
  const facts = await allFactsOf(market.db, moment, group)
  return {
    view: found.view,
    ipo: found.ipo,
    slugs: group.slugs,
    facts,
    retracted: retractedIn(facts),
    calendar: await marketCalendar(market, moment),
  }
}

async function evidenceFrom(
  market: MarketData,
  moment: Moment,
  inputs: NonNullable<Awaited<ReturnType<typeof inputsOf>>>,
  history: IssueHistory,
): Promise<Pick<Evidence, 'figures' | 'facts'>> {
  const { view, slugs, facts, retracted, calendar } = inputs
  const { owners } = market
  const own = partOf(facts, ({ slug }) => view.issue.slugs.includes(slug))
  const unretracted = partOf(own, ({ id }) => !retracted.has(id))
  const figures = await figuresOf({
    ...inputs,
    published: changingIpo(view),
    ipos: unretracted.ipos,
    unretracted,
    retracted: partOf(own, ({ id }) => retracted.has(id)),
    history,
    owners,
  })
  const ofHolidays = holidayFactsIn(figures, calendar)
  const context = {
    origins: await originsOf(market.db, moment, slugs, ofHolidays.ids),
    retracted: new Map([...retracted, ...calendar.retracted]),
    owners,
  }
  const behind = {
    ...facts,
    holidays: ofHolidays.facts,
    retractions: [...facts.retractions, ...ofHolidays.retractions],
  }
  return { figures, facts: factEvidence(behind, namedFacts(figures, own, context.retracted), context) }
}

/** The holidays that figures refer to, and their retractions. */
function holidayFactsIn(figures: readonly FigureEvidence[], calendar: MarketCalendar) {
  const named = new Set(figures.flatMap(factsOf))
  const facts = [...calendar.unretracted, ...calendar.retractedFacts].filter(({ id }) => named.has(id))
  const retractions = [...new Set(facts.flatMap(({ id }) => calendar.retracted.get(id) ?? []))]
  return { facts, retractions, ids: [...facts, ...retractions].map(({ id }) => id) }
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

/** The facts that a figure refers to, and the retracted ones, with their retractions. */
function namedFacts(figures: readonly FigureEvidence[], own: IssueFacts, retracted: Retracted): Set<number> {
  const named = new Set(figures.flatMap(factsOf))
  for (const facts of [own.ipos, own.sames, own.listings, own.gmp, own.subscription])
    for (const { id } of facts) if (retracted.has(id)) named.add(id)
  for (const id of [...named]) {
    const retraction = retracted.get(id)
    if (retraction) named.add(retraction.id)
  }
  return named
}

const within = (a: ClockSpan, b: ClockSpan): ClockSpan => ({
  changedAt: b.changedAt,
  changesAt:
    a.changesAt !== null && b.changesAt !== null && a.changesAt < b.changesAt ? a.changesAt : b.changesAt,
})

/** A figure with its facts instead of their numbers. */
export interface FigureWithFacts {
  readonly figure: FigureEvidence
  /** The board of the IPO, on which names of categories depend. */
  readonly board: Board
  readonly facts: readonly FactEvidence[]
  readonly outvoted: readonly { readonly fact: FactEvidence; readonly rule: OutvotedBy }[]
}

/** Looks figures up by their paths. */
export function figureReader({
  figures,
  facts,
}: Pick<Evidence, 'figures' | 'facts'>): (path: string) => FigureWithFacts | undefined {
  const byPath = new Map(figures.map((one) => [one.path, one]))
  const byNumber = new Map(facts.map((one) => [one.fact, one]))
  const board = byPath.get('board')?.value === 'SME' ? 'SME' : 'MAINBOARD'
  return (path) => {
    const figure = byPath.get(path)
    if (!figure) return undefined
    return {
      figure,
      board,
      facts: figure.facts.flatMap((id) => byNumber.get(id) ?? []),
      outvoted: figure.outvoted.flatMap(({ fact: id, rule }) => {
        const fact = byNumber.get(id)
        return fact ? [{ fact, rule }] : []
      }),
    }
  }
}
