import type { Day } from '../../market/calendar.ts'
import { BID_COUNTS, type Category } from '../../market/facts/fact.ts'
import { newestBids } from '../../market/issues/chances.ts'
import {
  compareReadings,
  latestReadings,
  type MultipleReport,
  type SubscriptionReport,
  subscriptionDays,
} from '../../market/issues/subscription.ts'
import { roundedToHundredths } from '../../market/money.ts'
import { biddingOf } from '../ipos/subscription.ts'
import { earlierValues, idsOf } from './earlier-values.ts'
import { type FigureInputs, holidayEvidence, outvoted, type TracedFigure } from './figure.ts'

/** The figures of the order book. */
export function* readingFigures(inputs: FigureInputs): Generator<TracedFigure> {
  const { ipo, view, unretracted, retracted, history, calendar } = inputs
  const { terms } = view.issue
  const readings = latestReadings(unretracted.subscription)
  const days = subscriptionDays(
    unretracted.subscription,
    biddingOf(view.issue),
    calendar.holidaysFor(terms.exchanges),
  )
  const earlierOf = (category: Category) => {
    const readingIn = (newest: readonly MultipleReport[]) => newest.find((one) => one.category === category)
    return earlierValues(
      history.readings,
      ({ newest }) => {
        const reading = readingIn(newest)
        return reading ? roundedToHundredths(reading.timesSub) : null
      },
      ({ newest }) => [readingIn(newest)],
    )
  }

  const total = readings.findIndex(({ category }) => category === 'TOTAL')
  yield {
    path: 'lastSubX',
    rule: 'newest-reading',
    ...(total < 0 ? { earlier: earlierOf('TOTAL') } : { from: [`subs[${total}].timesSub`] }),
  }
  for (const [i, { id, category }] of readings.entries()) {
    const newest = (key: string, behind: Partial<TracedFigure> = { facts: [id] }): TracedFigure => ({
      path: `subs[${i}].${key}`,
      rule: 'newest-reading',
      ...behind,
    })
    yield newest('category')
    yield newest('timesSub', {
      facts: [id],
      outvoted: outvoted(
        retracted.subscription,
        (onOutvoted) => latestReadings(unretracted.subscription, onOutvoted),
        (report) => report.category === category,
      ),
      earlier: earlierOf(category),
    })
    const day = days.find(({ reports }) => reports[0]?.id === id)
    for (const key of BID_COUNTS) yield newest(key, { facts: factsWith(day?.reports ?? [], key) })
    yield newest('observedAt')
  }

  if (view.chances.length > 0)
    yield {
      path: 'chances',
      rule: 'chance',
      from: [
        ...(ipo.application.length > 0 ? ['application'] : []),
        ...['board', 'openDate', 'exchanges', 'priceMin', 'priceMax'],
        ...['freshIssueShares', 'freshIssueCr', 'offerForSaleShares', 'offerForSaleCr'],
        ...view.chances.flatMap(({ category }) => {
          const newest = newestBids(days, category)
          return BID_COUNTS.map((key) => `subsByDay[${newest ? days.indexOf(newest) : -1}].${key}`)
        }),
      ],
    }

  // Day, category and whether it is final are those of the fact behind the entry.
  for (const [i, { day, reports }] of days.entries()) {
    const path = `subsByDay[${i}]`
    /** The trading days from the opening day up to another one. */
    const tradingDays = (last: Day | null) =>
      holidayEvidence(
        inputs,
        (holiday) =>
          holiday.segment === 'trading' &&
          terms.openDate !== null &&
          holiday.day >= terms.openDate &&
          holiday.day <= (last ?? terms.openDate),
      )
    yield { path: `${path}.dayNumber`, rule: 'working-days', from: ['openDate'], ...tradingDays(day) }
    yield {
      path: `${path}.days`,
      rule: 'working-days',
      from: ['openDate', 'closeDate'],
      ...tradingDays(terms.closeDate),
    }
    for (const key of ['timesSub', ...BID_COUNTS] as const)
      yield { path: `${path}.${key}`, rule: 'newest-reading', facts: factsWith(reports, key) }
  }
}

/** The report behind a figure of a day: the first has the multiple, of the others the newest with the figure counts. */
function factsWith(
  [main, ...others]: readonly SubscriptionReport[],
  key: 'timesSub' | (typeof BID_COUNTS)[number],
): number[] {
  const newestFirst = others.toSorted((a, b) => compareReadings(b, a))
  return idsOf([[main, ...newestFirst].find((one) => one && one[key] !== null)])
}
