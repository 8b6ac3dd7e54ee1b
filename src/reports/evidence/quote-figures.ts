import { type GmpDay, type GmpReport, gmpDay, latestGmpDay } from '../../market/gmp/gmp.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import type { FigureRule, PublishedValue } from '../schemas/evidence.ts'
import type { IpoDetail } from '../schemas/ipos.ts'
import { earlierValues, type FactsBehind, idsOf } from './earlier-values.ts'
import { type FigureInputs, outvoted, type TracedFigure } from './figure.ts'

/** The figures of the last day with a quote. */
export function* quoteFigures(inputs: FigureInputs): Generator<TracedFigure> {
  const { ipo, view, unretracted, retracted, owners, calendar } = inputs
  yield {
    ...quoted(inputs, 'lastGmp', 'median', ({ median }) => rupeesFromPaise(median)),
    outvoted: outvoted(retracted.gmp, (onOutvoted) =>
      latestGmpDay(
        unretracted.gmp,
        owners,
        calendar.holidaysFor(null),
        { last: view.listingDay },
        onOutvoted,
      ),
    ),
  }
  yield { path: 'lastGmpPct', rule: 'percentage', from: ['lastGmp', pricePath(ipo)] }
  yield {
    path: 'gmpSources',
    rule: 'today',
    facts: ipo.gmpSources > 0 ? idsOf(countedOfDay(view.lastGmpDay)) : [],
    from: ['dispute.day'],
  }
  yield quoted(inputs, 'gmpSpread', 'spread', ({ spread }) => rupeesFromPaise(spread), extremes)
  yield {
    ...quoted(inputs, 'gmpDisputed', 'dispute', ({ disputed }) => disputed),
    from: ['lastGmp', 'gmpSpread', 'dispute.owners'],
  }
  yield* sourceFigures(inputs)
  yield* disputeFigures(inputs)
}

/** Of the last day with a quote, and what follows from it. */
export function* lastDayFigures(inputs: FigureInputs): Generator<TracedFigure> {
  yield quoted(inputs, 'lastGmpDay', 'last-day', ({ day }) => day, countedOfDay)
  yield quoted(inputs, 'lastGmpOwners', 'one-voice', ({ owners }) => owners)
  yield { path: 'minAmount', rule: 'application', from: ['application'] }
  const from = ['lastGmpPct', 'lastGmpDay', 'board', 'closeDate', 'exchanges']
  yield { path: 'range80', rule: 'range', from }
  yield { path: 'gmpAtCloseDisputed', rule: 'dispute', facts: idsOf(counted(inputs.view.quotedAtClose)) }
}

/** A figure that follows from the quotes of the last day. */
function quoted(
  { view, history }: FigureInputs,
  path: string,
  rule: FigureRule,
  valueIn: (day: GmpDay) => PublishedValue,
  factsOf: (day: GmpDay | undefined) => FactsBehind = counted,
): TracedFigure {
  const earlier = earlierValues(
    history.quotes,
    ({ day }) => (day ? valueIn(day) : null),
    ({ day }) => factsOf(day),
  )
  return { path, rule, facts: idsOf(factsOf(view.lastGmpDay)), earlier }
}

/** The quotes that count for their owners. */
const counted = (day: GmpDay | undefined) => (day?.quotes ?? []).filter((quote) => quote.counted)

/** Those of them that are of the day itself. */
const countedOfDay = (day: GmpDay | undefined) =>
  counted(day).filter(({ observedAt }) => observedAt === day?.day)

/** The lowest and the highest of all that count; one where they are the same. */
function extremes(day: GmpDay | undefined): FactsBehind {
  const quotes = counted(day)
  return [quotes.find(({ gmp }) => gmp === day?.lowest), quotes.findLast(({ gmp }) => gmp === day?.highest)]
}

/** The price that percentages refer to. */
const pricePath = ({ issuePrice }: IpoDetail): string => (issuePrice === null ? 'priceMax' : 'issuePrice')

/** The quote of each source. */
function* sourceFigures(inputs: FigureInputs): Generator<TracedFigure> {
  const { ipo, view } = inputs
  const cells = cellEvidence(inputs)
  for (const [i, quote] of ipo.sources.entries()) {
    const cell = cells(quote)
    for (const key of ['source', 'owner', 'gmp', 'observedAt', 'reportedAt'])
      yield {
        path: `sources[${i}].${key}`,
        rule: 'last-word',
        ...(key === 'gmp' ? cell : { facts: cell.facts }),
      }
    const ofOwner = (view.lastGmpDay?.quotes ?? []).filter(({ owner }) => owner === quote.owner)
    yield { path: `sources[${i}].counted`, rule: 'one-voice', facts: idsOf(ofOwner) }
  }
}

/** Most of these figures are elsewhere in the answer too, and refer to them. */
function* disputeFigures({ view: { lastGmpDay: day } }: FigureInputs): Generator<TracedFigure> {
  const facts = idsOf(counted(day))
  const repeated = (path: string, rule: FigureRule, ...from: string[]): TracedFigure => ({
    path: `dispute.${path}`,
    rule,
    from,
  })
  yield { path: 'dispute.day', rule: 'last-day', facts: idsOf(countedOfDay(day)) }
  yield repeated('disputed', 'dispute', 'gmpDisputed')
  yield { path: 'dispute.owners', rule: 'one-voice', facts }
  yield repeated('median', 'median', 'lastGmp')
  yield repeated('spread', 'spread', 'gmpSpread')
  yield repeated('limit', 'dispute', 'dispute.median')
  yield repeated('reason', 'dispute', 'dispute.owners', 'dispute.median', 'dispute.spread', 'dispute.limit')
  for (const [i, { id }] of (day?.quotes ?? []).entries()) {
    const asInSources = (key: string, rule: FigureRule) =>
      repeated(`words[${i}].${key}`, rule, `sources[${i}].${key}`)
    for (const key of ['source', 'owner', 'gmp']) yield asInSources(key, 'last-word')
    yield repeated(`words[${i}].distance`, 'distance', `dispute.words[${i}].gmp`, 'dispute.median')
    yield asInSources('counted', 'one-voice')
    for (const key of ['observedAt', 'reportedAt']) yield asInSources(key, 'last-word')
    yield { path: `dispute.words[${i}].recordedAt`, rule: 'last-word', facts: [id] }
  }
}

/** The figures of the GMP history, entry by entry. */
export function* gmpHistoryFigures(inputs: FigureInputs): Generator<TracedFigure> {
  const { ipo } = inputs
  const cells = cellEvidence(inputs)
  for (const [i, entry] of ipo.gmp.entries()) {
    yield { path: `gmp[${i}].gmp`, rule: 'last-word', ...cells(entry) }
    yield { path: `gmp[${i}].gmpPct`, rule: 'percentage', from: [`gmp[${i}].gmp`, pricePath(ipo)] }
  }
}

/** The evidence of a source's quote for a day. */
function cellEvidence({ unretracted, retracted, history, owners, calendar }: FigureInputs) {
  const holidays = calendar.holidaysFor(null)
  const cellOf = ({ observedAt, source }: Pick<GmpReport, 'observedAt' | 'source'>) =>
    `${observedAt} ${source}`
  const reportsOf = Map.groupBy(unretracted.gmp, cellOf)
  const retractedOf = Map.groupBy(retracted.gmp, cellOf)
  return (quote: Parameters<typeof cellOf>[0]) => {
    const cell = cellOf(quote)
    const [reports, removed] = [reportsOf.get(cell) ?? [], retractedOf.get(cell) ?? []]
    return {
      facts: idsOf(gmpDay(quote.observedAt, reports, owners, holidays)?.quotes ?? []),
      outvoted: outvoted(removed, (onOutvoted) =>
        gmpDay(quote.observedAt, reports, owners, holidays, onOutvoted),
      ),
      earlier: history.earlierQuotes([...reports, ...removed]),
    }
  }
}
