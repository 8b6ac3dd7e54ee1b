import type { Day } from '../../market/calendar.ts'
import { BID_COUNTS, CATEGORIES } from '../../market/facts/fact.ts'
import {
  compareReadings,
  latestReadings,
  type MultipleReport,
  type SubscriptionDay,
  type SubscriptionReport,
  subscriptionDays,
} from '../../market/issues/subscription.ts'
import { roundedToHundredths } from '../../market/money.ts'
import { biddingOf } from '../ipos/subscription.ts'
import type { FigureEvidence } from '../schemas/evidence.ts'
import {
  type FigureInputs,
  figureEvidence,
  holidayEvidence,
  outvoted,
  type PastValue,
} from './figure-evidence.ts'

/** Contains the name of the category, since its index in the answer may change. */
const readingPath = (category: string): string => `subs ${category}`

/** The multiple of each category at an earlier moment, with the fact behind it. */
export function pastReadings(reports: readonly SubscriptionReport[]): PastValue[] {
  const readings = new Map(latestReadings(reports).map((one) => [one.category, one]))
  return CATEGORIES.map((category) => {
    const reading = readings.get(category)
    const value = reading ? roundedToHundredths(reading.timesSub) : null
    return { path: readingPath(category), value, facts: () => (reading ? [reading.id] : []) }
  })
}

/** The figures of the order book. */
export function readingFigures(inputs: FigureInputs): FigureEvidence[] {
  const { ipo, view, unretracted, history, calendar } = inputs
  const { issue } = view
  const holidays = calendar.holidaysFor(issue.terms.exchanges)
  const readings = latestReadings(unretracted.subscription)
  const days = subscriptionDays(unretracted.subscription, biddingOf(issue), holidays)
  const total = readings.findIndex(({ category }) => category === 'TOTAL')
  return [
    figureEvidence(ipo, 'lastSubX', 'newest-reading', {
      from: total < 0 ? [] : [`subs[${total}].timesSub`],
      earlier: total < 0 ? history.earlier(readingPath('TOTAL')) : [],
    }),
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
  const day = days.find(({ reports }) => reports[0]?.id === id)
  const isOf = (report: SubscriptionReport) => report.category === category
  const newest = (key: string, behind: Parameters<typeof figureEvidence>[3]) =>
    figureEvidence(ipo, `subs[${i}].${key}`, 'newest-reading', behind)
  return [
    newest('category', { facts: [id] }),
    newest('timesSub', {
      facts: [id],
      outvoted: outvoted(retracted.subscription.filter(isOf), (onOutvoted) =>
        latestReadings(unretracted.subscription, (report, by) => {
          if (isOf(report)) onOutvoted(report, by)
        }),
      ),
      earlier: history.earlier(readingPath(category)),
    }),
    ...BID_COUNTS.map((key) => newest(key, { facts: reportWith(day?.reports ?? [], key) })),
    newest('observedAt', { facts: [id] }),
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
  const { ipo } = inputs
  const counted = countedDays(inputs)
  return days.flatMap(({ day, reports }, i) => {
    const path = `subsByDay[${i}]`
    return [
      figureEvidence(ipo, `${path}.dayNumber`, 'working-days', counted(day)),
      figureEvidence(ipo, `${path}.days`, 'working-days', counted(null)),
      ...(['timesSub', ...BID_COUNTS] as const).map((key) =>
        figureEvidence(ipo, `${path}.${key}`, 'newest-reading', { facts: reportWith(reports, key) }),
      ),
    ]
  })
}

/** The evidence of a number of trading days, from the opening day to another one or to the closing day. */
function countedDays(inputs: FigureInputs) {
  const { openDate, closeDate } = inputs.view.issue.terms
  const known = new Map<Day | null, ReturnType<typeof behind>>()
  const behind = (day: Day | null) => ({
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
