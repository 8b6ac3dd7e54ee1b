import { type GmpReport, gmpDay } from '../../market/gmp/gmp.ts'
import { lastGmpDay } from '../ipos/gmp-history.ts'
import type { Dispute } from '../schemas/dispute.ts'
import type { FigureEvidence, FigureRule } from '../schemas/evidence.ts'
import { type FigureInputs, makeFigure, outvoted } from './figure-evidence.ts'
import { countedFacts, extremeFacts } from './figure-values.ts'

/** The figures of the grey market, without its history. */
export function quoteFigures(inputs: FigureInputs): FigureEvidence[] {
  const { ipo, issue, unretracted, retracted, history, owners } = inputs
  const day = lastGmpDay(issue, unretracted.gmp, owners)
  const counted = countedFacts(day)
  const cells = cellEvidence(inputs)
  return [
    makeFigure('lastGmp', ipo.lastGmp, {
      rule: 'median',
      facts: counted,
      outvoted: outvoted(retracted.gmp, (onOutvoted) =>
        lastGmpDay(issue, unretracted.gmp, owners, onOutvoted),
      ),
      earlier: history.earlier('lastGmp'),
    }),
    makeFigure('lastGmpPct', ipo.lastGmpPct, { rule: 'percentage', from: ['lastGmp', priceBehind(inputs)] }),
    makeFigure('gmpSources', ipo.gmpSources, {
      rule: 'today',
      facts: ipo.gmpSources > 0 ? counted : [],
      from: ipo.dispute ? ['dispute.day'] : [],
    }),
    makeFigure('gmpSpread', ipo.gmpSpread, {
      rule: 'spread',
      facts: extremeFacts(day),
      earlier: history.earlier('gmpSpread'),
    }),
    makeFigure('gmpDisputed', ipo.gmpDisputed, {
      rule: 'dispute',
      facts: counted,
      from: ipo.dispute ? ['lastGmp', 'gmpSpread', 'dispute.owners'] : [],
      earlier: history.earlier('gmpDisputed'),
    }),
    ...ipo.sources.flatMap((quote, i) => {
      const ofOwner = (day?.quotes ?? []).filter(({ owner }) => owner === quote.owner).map(({ id }) => id)
      const cell = cells(quote.observedAt, quote.source)
      const behind = { rule: 'last-word', facts: cell.facts } as const
      return [
        ...(['source', 'owner', 'gmp', 'observedAt', 'reportedAt'] as const).map((key) =>
          makeFigure(`sources[${i}].${key}`, quote[key], key === 'gmp' ? cell : behind),
        ),
        makeFigure(`sources[${i}].counted`, quote.counted, { rule: 'one-voice', facts: ofOwner }),
      ]
    }),
    ...(ipo.dispute ? disputeFigures(ipo.dispute, counted, day?.quotes.map(({ id }) => id) ?? []) : []),
  ]
}

/** The figures of the GMP history, entry by entry: there may be thousands. */
export function* historyFigures(inputs: FigureInputs): Generator<FigureEvidence[]> {
  const cells = cellEvidence(inputs)
  const price = priceBehind(inputs)
  for (const [i, { observedAt, source, gmp, gmpPct }] of inputs.ipo.gmp.entries())
    yield [
      makeFigure(`gmp[${i}].gmp`, gmp, cells(observedAt, source)),
      makeFigure(`gmp[${i}].gmpPct`, gmpPct, { rule: 'percentage', from: [`gmp[${i}].gmp`, price] }),
    ]
}

/** The price that percentages refer to. */
const priceBehind = ({ ipo }: FigureInputs): string => (ipo.issuePrice === null ? 'priceMax' : 'issuePrice')

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
      rule: 'last-word' as const,
      facts: (gmpDay(reports, owners)?.quotes ?? []).map(({ id }) => id),
      outvoted: outvoted(removed, (onOutvoted) => gmpDay(reports, owners, onOutvoted)),
      earlier: history.earlierQuotes([...reports, ...removed]),
    }
  }
}

/** Most of these figures are elsewhere in the answer too, and refer to them. */
function disputeFigures(dispute: Dispute, counted: number[], quotes: readonly number[]): FigureEvidence[] {
  const repeated = (key: Exclude<keyof Dispute, 'words'>, rule: FigureRule, ...from: string[]) =>
    makeFigure(`dispute.${key}`, dispute[key], { rule, from })
  return [
    makeFigure('dispute.day', dispute.day, { rule: 'last-day', facts: counted }),
    repeated('disputed', 'dispute', 'gmpDisputed'),
    makeFigure('dispute.owners', dispute.owners, { rule: 'one-voice', facts: counted }),
    repeated('median', 'median', 'lastGmp'),
    repeated('spread', 'spread', 'gmpSpread'),
    repeated('limit', 'dispute', 'dispute.median'),
    repeated('reason', 'dispute', 'dispute.owners', 'dispute.median', 'dispute.spread', 'dispute.limit'),
    ...dispute.words.flatMap((quote, i) => {
      const path = `dispute.words[${i}]`
      const asInSources = (key: 'source' | 'owner' | 'gmp' | 'counted' | 'observedAt' | 'reportedAt') =>
        makeFigure(`${path}.${key}`, quote[key], {
          rule: key === 'counted' ? 'one-voice' : 'last-word',
          from: [`sources[${i}].${key}`],
        })
      return [
        ...(['source', 'owner', 'gmp'] as const).map(asInSources),
        makeFigure(`${path}.distance`, quote.distance, {
          rule: 'distance',
          from: [`${path}.gmp`, 'dispute.median'],
        }),
        ...(['counted', 'observedAt', 'reportedAt'] as const).map(asInSources),
        makeFigure(`${path}.recordedAt`, quote.recordedAt, {
          rule: 'last-word',
          facts: quotes.slice(i, i + 1),
        }),
      ]
    }),
  ]
}
