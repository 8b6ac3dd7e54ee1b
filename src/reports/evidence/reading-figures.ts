import { invariant } from '../../invariant.ts'
import type { Day } from '../../market/calendar.ts'
import { BID_COUNTS } from '../../market/facts/fact.ts'
import {
  compareReadings,
  latestReadings,
  type MultipleReport,
  type SubscriptionDay,
  type SubscriptionReport,
  subscriptionDays,
} from '../../market/issues/subscription.ts'
import { biddingOf } from '../ipos/subscription.ts'
import type { FigureEvidence } from '../schemas/evidence.ts'
import { type FigureInputs, makeFigure, outvoted } from './figure-evidence.ts'
import { readingPath } from './figure-values.ts'
import { holidayEvidence } from './holiday-evidence.ts'

/** The figures of the order book. */
export function readingFigures(inputs: FigureInputs): FigureEvidence[] {
  const { ipo, issue, unretracted, history, calendar } = inputs
  const readings = latestReadings(unretracted.subscription)
  const days = subscriptionDays(
    unretracted.subscription,
    biddingOf(issue),
    calendar.holidaysFor(issue.terms.exchanges),
  )
  const total = readings.findIndex(({ category }) => category === 'TOTAL')
  return [
    total < 0
      ? makeFigure('lastSubX', ipo.lastSubX, {
          rule: 'newest-reading',
          earlier: history.earlier(readingPath('TOTAL')),
        })
      : makeFigure('lastSubX', ipo.lastSubX, { rule: 'newest-reading', from: [`subs[${total}].timesSub`] }),
    ...readings.flatMap((reading, i) => newestFigures(inputs, reading, i, days)),
    ...dayFigures(inputs, days),
  ]
}

/** One entry of `subs`. */
function newestFigures(
  { ipo, unretracted, retracted, history }: FigureInputs,
  { id, category }: MultipleReport,
  i: number,
  days: readonly SubscriptionDay[],
): FigureEvidence[] {
  const entry = invariant(ipo.subs[i], `the reading of ${category}`)
  const day = days.find(({ reports }) => reports[0]?.id === id)
  const isOf = (report: SubscriptionReport) => report.category === category
  return [
    makeFigure(`subs[${i}].category`, category, { rule: 'newest-reading', facts: [id] }),
    makeFigure(`subs[${i}].timesSub`, entry.timesSub, {
      rule: 'newest-reading',
      facts: [id],
      outvoted: outvoted(retracted.subscription.filter(isOf), (onOutvoted) =>
        latestReadings(unretracted.subscription, (report, by) => {
          if (isOf(report)) onOutvoted(report, by)
        }),
      ),
      earlier: history.earlier(readingPath(category)),
    }),
    ...BID_COUNTS.map((key) =>
      makeFigure(`subs[${i}].${key}`, entry[key], {
        rule: 'newest-reading',
        facts: reportWith(day?.reports ?? [], key),
      }),
    ),
    makeFigure(`subs[${i}].observedAt`, entry.observedAt, { rule: 'newest-reading', facts: [id] }),
  ]
}

/** The report behind a figure of a day: the first has the multiple, of the others the newest with the figure counts. */
function reportWith(
  [main, ...others]: readonly SubscriptionReport[],
  key: 'timesSub' | (typeof BID_COUNTS)[number],
): number[] {
  const ordered = [...(main ? [main] : []), ...others.toSorted((a, b) => compareReadings(b, a))]
  const report = ordered.find((one) => one[key] !== null)
  return report ? [report.id] : []
}

/** The entries of `subsByDay`. Day, category and whether it is final are those of the fact behind the entry. */
function dayFigures(inputs: FigureInputs, days: readonly SubscriptionDay[]): FigureEvidence[] {
  const counted = countedDays(inputs)
  return inputs.ipo.subsByDay.flatMap((entry, i) => {
    const { reports } = invariant(days[i], `the day ${entry.day}`)
    const path = `subsByDay[${i}]`
    return [
      makeFigure(`${path}.dayNumber`, entry.dayNumber, counted(entry.day)),
      makeFigure(`${path}.days`, entry.days, counted(null)),
      ...(['timesSub', ...BID_COUNTS] as const).map((key) =>
        makeFigure(`${path}.${key}`, entry[key], { rule: 'newest-reading', facts: reportWith(reports, key) }),
      ),
    ]
  })
}

/** The evidence of a number of trading days, from the opening day to another one or to the closing day. */
function countedDays(inputs: FigureInputs) {
  const { openDate, closeDate } = inputs.issue.terms
  const known = new Map<Day | null, ReturnType<typeof behind>>()
  const behind = (day: Day | null) => ({
    rule: 'working-days' as const,
    from: day === null ? ['openDate', 'closeDate'] : ['openDate'],
    ...holidayEvidence(
      inputs,
      (holiday) =>
        holiday.segment === 'trading' &&
        openDate !== null &&
        holiday.day >= openDate &&
        holiday.day <= (day ?? closeDate ?? openDate),
    ),
  })
  return (day: Day | null) => {
    const found = known.get(day) ?? behind(day)
    known.set(day, found)
    return found
  }
}
