import { setImmediate } from 'node:timers/promises'
import { type IssueFacts, type Retracted, retractedIn } from '../../market/facts/issue-facts.ts'
import type { OutvotedBy } from '../../market/facts/outvoted.ts'
import { issuesFrom } from '../../market/issues/issue.ts'
import { refusalsAbout } from '../../store/collection/refusals-about.ts'
import { allFactsOf, originsOf } from '../../store/facts/origins.ts'
import { ipoReport } from '../ipos/ipo.ts'
import { mergedSlugsOf } from '../ipos/issue-book.ts'
import type { MarketData } from '../market-data.ts'
import { type ClockSpan, type Moment, restOfMinute } from '../moment.ts'
import type { Evidence, FactEvidence, FigureEvidence } from '../schemas/evidence.ts'
import { type IssueHistory, issueHistory } from './earlier-values.ts'
import { factEvidence } from './fact-evidence.ts'
import type { FigureInputs } from './figure-evidence.ts'
import { historyFigures, quoteFigures, readingFigures } from './quote-figures.ts'
import { refusedEvidence } from './refused-evidence.ts'
import { termFigures } from './term-figures.ts'

export interface EvidenceReport {
  readonly evidence: Evidence
  readonly span: ClockSpan
}

/** Refused rows that are listed, the newest first. */
export const MOST_REFUSED = 50

/** `undefined` when no issue has this slug at that moment. */
export async function evidenceReport(
  market: MarketData,
  moment: Moment,
  slug: string,
): Promise<EvidenceReport | undefined> {
  const grounds = await groundsOf(market, moment, slug)
  if (!grounds) return undefined
  const { report, said, retracted, issue } = grounds
  const history = await issueHistory(said, retracted, issue.slug, market.owners)
  const refusals = await refusalsAbout(market.db, moment, { slugs: issue.slugs, limit: MOST_REFUSED })
  return {
    evidence: {
      slug: issue.slug,
      ...(await evidenceFrom(market, moment, { ...grounds, history })),
      refused: refusals.rows.map((row) => refusedEvidence(row, moment.asOf)),
      refusedTotal: refusals.total,
    },
    // That a refused row was seen again raises no version.
    span: refusals.total === 0 ? report.span : within(report.span, restOfMinute(moment.clock)),
  }
}

/** Without what was before, which takes longest, and what was refused: for who shows only what stands behind figures. */
export async function currentEvidence(
  market: MarketData,
  moment: Moment,
  slug: string,
): Promise<Pick<Evidence, 'figures' | 'facts'> | undefined> {
  const grounds = await groundsOf(market, moment, slug)
  return grounds && evidenceFrom(market, moment, { ...grounds, history: NO_HISTORY })
}

const NO_HISTORY: IssueHistory = { earlier: () => [], earlierWords: () => [] }

async function groundsOf(market: MarketData, moment: Moment, slug: string) {
  const report = await ipoReport(market, moment, slug)
  if (!report) return undefined
  const kin = await mergedSlugsOf(market.db, moment, slug)
  const said = await allFactsOf(market.db, moment, kin)
  const retracted = retractedIn(said)
  const issue = issuesFrom(partOf(said, ({ id }) => !retracted.has(id))).find(slug)
  return issue && { report, kin, said, retracted, issue }
}

async function evidenceFrom(
  market: MarketData,
  moment: Moment,
  {
    report,
    kin,
    said,
    retracted,
    issue,
    history,
  }: NonNullable<Awaited<ReturnType<typeof groundsOf>>> & { readonly history: IssueHistory },
): Promise<Pick<Evidence, 'figures' | 'facts'>> {
  const own = partOf(said, ({ slug }) => issue.slugs.includes(slug))
  const figures = await figuresFrom({
    ipo: report.ipo,
    issue,
    standing: partOf(own, ({ id }) => !retracted.has(id)),
    takenBack: partOf(own, ({ id }) => retracted.has(id)),
    retracted,
    history,
    owners: market.owners,
  })
  const origins = await originsOf(market.db, moment, kin)
  return {
    figures,
    facts: factEvidence(said, namedFacts(figures, own, retracted), {
      origins,
      retracted,
      owners: market.owners,
    }),
  }
}

/** So many take milliseconds; then others get their turn. */
const ENTRIES_AT_A_TIME = 50

async function figuresFrom(grounds: FigureInputs): Promise<FigureEvidence[]> {
  const figures = termFigures(grounds)
  await setImmediate()
  figures.push(...quoteFigures(grounds))
  let entries = 0
  for (const ofEntry of historyFigures(grounds)) {
    if (entries++ % ENTRIES_AT_A_TIME === 0) await setImmediate()
    figures.push(...ofEntry)
  }
  figures.push(...readingFigures(grounds))
  await setImmediate()
  // What is not known, and never was, has no evidence.
  return figures.filter(
    ({ value, outvoted, earlier }) => value !== null || outvoted.length > 0 || earlier.length > 0,
  )
}

type Kept = (fact: { readonly id: number; readonly slug: string }) => boolean

const partOf = (said: IssueFacts, isKept: Kept): IssueFacts => ({
  ipos: said.ipos.filter(isKept),
  sames: said.sames.filter(isKept),
  listings: said.listings.filter(isKept),
  gmp: said.gmp.filter(isKept),
  subscription: said.subscription.filter(isKept),
  retractions: said.retractions,
})

/** The facts that a figure names, and those that were taken back, with what took them back. */
function namedFacts(figures: readonly FigureEvidence[], own: IssueFacts, retracted: Retracted): Set<number> {
  const named = new Set(
    figures.flatMap(({ facts, outvoted, earlier }) => [
      ...facts,
      ...outvoted.map(({ fact }) => fact),
      ...earlier.flatMap((value) => value.facts),
    ]),
  )
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

/** A figure with the facts themselves. */
export interface FigureWithFacts {
  readonly figure: FigureEvidence
  readonly facts: readonly FactEvidence[]
  readonly outvoted: readonly { readonly fact: FactEvidence; readonly rule: OutvotedBy }[]
}

/** Looks figures up by their paths, for who shows them. */
export function figureReader({
  figures,
  facts,
}: Pick<Evidence, 'figures' | 'facts'>): (path: string) => FigureWithFacts | undefined {
  const byPath = new Map(figures.map((one) => [one.path, one]))
  const byNumber = new Map(facts.map((one) => [one.fact, one]))
  return (path) => {
    const figure = byPath.get(path)
    if (!figure) return undefined
    return {
      figure,
      facts: figure.facts.flatMap((id) => byNumber.get(id) ?? []),
      outvoted: figure.outvoted.flatMap(({ fact: id, rule }) => {
        const fact = byNumber.get(id)
        return fact ? [{ fact, rule }] : []
      }),
    }
  }
}
