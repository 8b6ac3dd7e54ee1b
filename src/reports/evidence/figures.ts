import { setImmediate } from 'node:timers/promises'
import { compareRecorded } from '../../market/facts/fact.ts'
import { type GmpReport, gmpDay } from '../../market/gmp/gmp.ts'
import type { FigureEvidence, FigureRule } from '../schemas/evidence.ts'
import { type FigureInputs, figureEvidence, holidayEvidence, outvoted } from './figure-evidence.ts'
import {
  APPLICATION_FIGURE,
  countedFacts,
  DERIVED_FIGURES,
  evidenceOf,
  type Figure,
  pricePath,
  QUOTE_FIGURES,
  TERM_FIGURES,
} from './figure-table.ts'
import { readingFigures } from './reading-figures.ts'

/** This many take milliseconds; then the event loop runs. */
const ENTRIES_AT_A_TIME = 50

/** The evidence of every figure of the answer that has or had a value. */
export async function figuresOf(inputs: FigureInputs): Promise<FigureEvidence[]> {
  const ofTable = (figures: readonly Figure[]) => figures.map((figure) => evidenceOf(inputs, figure))
  const figures = [slugFigure(inputs), ...ofTable(TERM_FIGURES)]
  await setImmediate()
  figures.push(
    ...ofTable(QUOTE_FIGURES),
    ...sourceFigures(inputs),
    ...disputeFigures(inputs),
    ...expectedFigure(inputs),
    ...applicationFigure(inputs),
    ...ofTable(DERIVED_FIGURES),
  )
  let entries = 0
  for (const ofEntry of historyFigures(inputs)) {
    if (entries++ % ENTRIES_AT_A_TIME === 0) await setImmediate()
    figures.push(...ofEntry)
  }
  figures.push(...readingFigures(inputs))
  await setImmediate()
  return figures.filter(
    ({ value, outvoted, earlier }) => value !== null || outvoted.length > 0 || earlier.length > 0,
  )
}

/** The first terms under the slug created the issue; merges added the facts of other slugs. */
function slugFigure({ ipo, unretracted }: FigureInputs): FigureEvidence {
  const own = unretracted.ipos.filter(({ slug }) => slug === ipo.slug)
  const [first] = (own.length > 0 ? own : unretracted.ipos).toSorted(compareRecorded)
  const facts = [...(first ? [first] : []), ...unretracted.sames].map(({ id }) => id)
  return figureEvidence(ipo, 'slug', 'address', { facts })
}

/** Trading holidays count up to the listing day, clearing holidays up to the day of the credit. */
function expectedFigure(inputs: FigureInputs): FigureEvidence[] {
  const { expected } = inputs.ipo
  const { closeDate } = inputs.view.issue.terms
  if (expected === null || closeDate === null) return []
  const { creditDate, listingDate } = expected
  return [
    figureEvidence(inputs.ipo, 'expected', 'working-days', {
      from: ['openDate', 'closeDate', 'exchanges'],
      ...holidayEvidence(
        inputs,
        ({ segment, day }) => day > closeDate && day <= (segment === 'trading' ? listingDate : creditDate),
      ),
    }),
  ]
}

function applicationFigure(inputs: FigureInputs): FigureEvidence[] {
  const figure = evidenceOf(inputs, APPLICATION_FIGURE)
  return inputs.ipo.application.length === 0 && figure.earlier.length === 0 ? [] : [figure]
}

/** The quote of each source. */
function sourceFigures(inputs: FigureInputs): FigureEvidence[] {
  const { ipo, view } = inputs
  const cells = cellEvidence(inputs)
  return ipo.sources.flatMap((quote, i) => {
    const path = `sources[${i}]`
    const cell = cells(quote.observedAt, quote.source)
    const ofOwner = (view.lastGmpDay?.quotes ?? []).filter(({ owner }) => owner === quote.owner)
    return [
      ...(['source', 'owner', 'gmp', 'observedAt', 'reportedAt'] as const).map((key) =>
        figureEvidence(ipo, `${path}.${key}`, 'last-word', key === 'gmp' ? cell : { facts: cell.facts }),
      ),
      figureEvidence(ipo, `${path}.counted`, 'one-voice', { facts: ofOwner.map(({ id }) => id) }),
    ]
  })
}

/** Most of these figures are elsewhere in the answer too, and refer to them. */
function disputeFigures(inputs: FigureInputs): FigureEvidence[] {
  const { ipo, view } = inputs
  if (!ipo.dispute) return []
  const counted = countedFacts(inputs)
  const repeated = (path: string, rule: FigureRule, ...from: string[]) =>
    figureEvidence(ipo, `dispute.${path}`, rule, { from })
  return [
    figureEvidence(ipo, 'dispute.day', 'last-day', { facts: counted }),
    repeated('disputed', 'dispute', 'gmpDisputed'),
    figureEvidence(ipo, 'dispute.owners', 'one-voice', { facts: counted }),
    repeated('median', 'median', 'lastGmp'),
    repeated('spread', 'spread', 'gmpSpread'),
    repeated('limit', 'dispute', 'dispute.median'),
    repeated('reason', 'dispute', 'dispute.owners', 'dispute.median', 'dispute.spread', 'dispute.limit'),
    ...(view.lastGmpDay?.quotes ?? []).flatMap(({ id }, i) => {
      const asInSources = (key: string, rule: FigureRule) =>
        repeated(`words[${i}].${key}`, rule, `sources[${i}].${key}`)
      return [
        ...['source', 'owner', 'gmp'].map((key) => asInSources(key, 'last-word')),
        repeated(`words[${i}].distance`, 'distance', `dispute.words[${i}].gmp`, 'dispute.median'),
        asInSources('counted', 'one-voice'),
        ...['observedAt', 'reportedAt'].map((key) => asInSources(key, 'last-word')),
        figureEvidence(ipo, `dispute.words[${i}].recordedAt`, 'last-word', { facts: [id] }),
      ]
    }),
  ]
}

/** The figures of the GMP history, entry by entry: there may be thousands. */
function* historyFigures(inputs: FigureInputs): Generator<FigureEvidence[]> {
  const { ipo } = inputs
  const cells = cellEvidence(inputs)
  for (const [i, { observedAt, source }] of ipo.gmp.entries())
    yield [
      figureEvidence(ipo, `gmp[${i}].gmp`, 'last-word', cells(observedAt, source)),
      figureEvidence(ipo, `gmp[${i}].gmpPct`, 'percentage', { from: [`gmp[${i}].gmp`, pricePath(ipo)] }),
    ]
}

/** The evidence of a source's quote for a day. */
function cellEvidence({ unretracted, retracted, history, owners }: FigureInputs) {
  const nameOf = ({ observedAt, source }: Pick<GmpReport, 'observedAt' | 'source'>) =>
    `${observedAt} ${source}`
  const reportsOf = Map.groupBy(unretracted.gmp, nameOf)
  const retractedOf = Map.groupBy(retracted.gmp, nameOf)
  return (observedAt: string, source: string) => {
    const name = nameOf({ observedAt, source })
    const [reports, removed] = [reportsOf.get(name) ?? [], retractedOf.get(name) ?? []]
    return {
      facts: (gmpDay(reports, owners)?.quotes ?? []).map(({ id }) => id),
      outvoted: outvoted(removed, (onOutvoted) => gmpDay(reports, owners, onOutvoted)),
      earlier: history.earlierQuotes([...reports, ...removed]),
    }
  }
}
