import { invariant } from '../../invariant.ts'
import { type GmpReport, gmpDay } from '../../market/gmp/gmp.ts'
import { latestReadings, type SubscriptionReport } from '../../market/issues/subscription.ts'
import { lastGmpDay } from '../ipos/ipo-summary.ts'
import type { Dispute } from '../schemas/dispute.ts'
import type { FigureEvidence, FigureRule } from '../schemas/evidence.ts'
import { type FigureInputs, makeFigure, outvoted } from './figure-evidence.ts'
import { countedFacts, extremeFacts, readingPath } from './figure-values.ts'

/** The figures of the grey market, without its history. */
export function quoteFigures(grounds: FigureInputs): FigureEvidence[] {
  const { ipo, issue, standing, takenBack, history, owners } = grounds
  const day = lastGmpDay(issue, standing.gmp, owners)
  const counted = countedFacts(day)
  const cells = cellEvidence(grounds)
  return [
    makeFigure('lastGmp', ipo.lastGmp, {
      rule: 'median',
      facts: counted,
      outvoted: outvoted(takenBack.gmp, (passOver) => lastGmpDay(issue, standing.gmp, owners, passOver)),
      earlier: history.earlier('lastGmp'),
    }),
    makeFigure('lastGmpPct', ipo.lastGmpPct, { rule: 'percentage', from: ['lastGmp', priceBehind(grounds)] }),
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
    ...ipo.sources.flatMap((word, i) => {
      const ofOwner = (day?.words ?? []).filter(({ owner }) => owner === word.owner).map(({ id }) => id)
      const cell = cells(word.observedAt, word.source)
      const told = { rule: 'last-word', facts: cell.facts } as const
      return [
        makeFigure(`sources[${i}].source`, word.source, told),
        makeFigure(`sources[${i}].owner`, word.owner, told),
        makeFigure(`sources[${i}].gmp`, word.gmp, cell),
        makeFigure(`sources[${i}].observedAt`, word.observedAt, told),
        makeFigure(`sources[${i}].reportedAt`, word.reportedAt, told),
        makeFigure(`sources[${i}].counted`, word.counted, { rule: 'one-voice', facts: ofOwner }),
      ]
    }),
    ...(ipo.dispute ? disputeFigures(ipo.dispute, counted, day?.words.map(({ id }) => id) ?? []) : []),
  ]
}

/** The figures of its history, entry by entry: there may be thousands. */
export function* historyFigures(grounds: FigureInputs): Generator<FigureEvidence[]> {
  const cells = cellEvidence(grounds)
  const price = priceBehind(grounds)
  for (const [i, { observedAt, source, gmp, gmpPct }] of grounds.ipo.gmp.entries())
    yield [
      makeFigure(`gmp[${i}].gmp`, gmp, cells(observedAt, source)),
      makeFigure(`gmp[${i}].gmpPct`, gmpPct, { rule: 'percentage', from: [`gmp[${i}].gmp`, price] }),
    ]
}

/** The price that percentages refer to. */
const priceBehind = ({ ipo }: FigureInputs): string => (ipo.issuePrice === null ? 'priceMax' : 'issuePrice')

/** What is behind a source's word for a day. */
function cellEvidence({ standing, takenBack, history, owners }: FigureInputs) {
  const nameOf = ({ observedAt, source }: Pick<GmpReport, 'observedAt' | 'source'>) =>
    `${observedAt} ${source}`
  const said = Map.groupBy(standing.gmp, nameOf)
  const unsaid = Map.groupBy(takenBack.gmp, nameOf)
  return (observedAt: string, source: string) => {
    const name = nameOf({ observedAt, source })
    const [reports, retracted] = [said.get(name) ?? [], unsaid.get(name) ?? []]
    return {
      rule: 'last-word' as const,
      facts: (gmpDay(reports, owners)?.words ?? []).map(({ id }) => id),
      outvoted: outvoted(retracted, (passOver) => gmpDay(reports, owners, passOver)),
      earlier: history.earlierWords([...reports, ...retracted]),
    }
  }
}

/** Most of it stands elsewhere in the answer, and is told again where it belongs together. */
function disputeFigures(dispute: Dispute, counted: number[], words: readonly number[]): FigureEvidence[] {
  const again = (key: Exclude<keyof Dispute, 'words'>, rule: FigureRule, ...from: string[]) =>
    makeFigure(`dispute.${key}`, dispute[key], { rule, from })
  return [
    makeFigure('dispute.day', dispute.day, { rule: 'last-day', facts: counted }),
    again('disputed', 'dispute', 'gmpDisputed'),
    makeFigure('dispute.owners', dispute.owners, { rule: 'one-voice', facts: counted }),
    again('median', 'median', 'lastGmp'),
    again('spread', 'spread', 'gmpSpread'),
    again('limit', 'dispute', 'dispute.median'),
    again('reason', 'dispute', 'dispute.owners', 'dispute.median', 'dispute.spread', 'dispute.limit'),
    ...dispute.words.flatMap((word, i) => {
      const path = `dispute.words[${i}]`
      const asInSources = (key: 'source' | 'owner' | 'gmp' | 'counted' | 'observedAt' | 'reportedAt') =>
        makeFigure(`${path}.${key}`, word[key], {
          rule: key === 'counted' ? 'one-voice' : 'last-word',
          from: [`sources[${i}].${key}`],
        })
      return [
        asInSources('source'),
        asInSources('owner'),
        asInSources('gmp'),
        makeFigure(`${path}.distance`, word.distance, {
          rule: 'distance',
          from: [`${path}.gmp`, 'dispute.median'],
        }),
        asInSources('counted'),
        asInSources('observedAt'),
        asInSources('reportedAt'),
        makeFigure(`${path}.recordedAt`, word.recordedAt, {
          rule: 'last-word',
          facts: words.slice(i, i + 1),
        }),
      ]
    }),
  ]
}

/** The figures of the bids. */
export function readingFigures({ ipo, standing, takenBack, history }: FigureInputs): FigureEvidence[] {
  const readings = latestReadings(standing.subscription)
  const shown = new Map(ipo.subs.map(({ category, timesSub }) => [category, timesSub]))
  const figures = readings.map((reading, i) => {
    const { id, category } = reading
    const isOf = (report: SubscriptionReport) => report.category === category
    return [
      makeFigure(`subs[${i}].category`, category, { rule: 'newest-reading', facts: [id] }),
      makeFigure(`subs[${i}].timesSub`, invariant(shown.get(category), `the reading of ${category}`), {
        rule: 'newest-reading',
        facts: [id],
        outvoted: outvoted(takenBack.subscription.filter(isOf), (passOver) =>
          latestReadings(standing.subscription, (report, by) => {
            if (isOf(report)) passOver(report, by)
          }),
        ),
        earlier: history.earlier(readingPath(category)),
      }),
    ]
  })
  const total = readings.findIndex(({ category }) => category === 'TOTAL')
  return [
    total < 0
      ? makeFigure('lastSubX', ipo.lastSubX, {
          rule: 'newest-reading',
          earlier: history.earlier(readingPath('TOTAL')),
        })
      : makeFigure('lastSubX', ipo.lastSubX, { rule: 'newest-reading', from: [`subs[${total}].timesSub`] }),
    ...figures.flat(),
  ]
}
