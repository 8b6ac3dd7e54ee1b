import { type Instant, istDay } from '../../market/calendar.ts'
import { en } from '../../texts/en.ts'
import { clockTime, times, weekday } from '../../texts/format.ts'
import type { EventOn } from '../alert.ts'
import { type AlertWords, line } from './alert-line.ts'
import * as known from './ipo-lines.ts'
import { plainName } from './plain-line.ts'

/** The words for a category whose subscription reaches a multiple. */
export function subscriptionWords(event: EventOn<'subscription'>, at: Instant): AlertWords {
  const { ipo, category, times: multiple, was, is, readAt } = event
  const today = istDay(at)
  const part = en.ipo.subscriptionOf(category, ipo.board)
  const read = `${weekday(istDay(readAt), today)}, ${clockTime(readAt)}`
  return {
    title: line(
      `${part} of ${plainName(ipo.name)} reached ${known.shortNumber(multiple)}×: ${times(is)} by ${read}`,
      category === 'TOTAL' ? ['lastSubX'] : [],
    ),
    lines: [
      ...(was === null ? [] : [line(`Before: ${times(was)}`)]),
      ...(category === 'TOTAL' ? [] : known.subscriptionLines(ipo, today)),
      ...known.closingLines(ipo, today),
      ...known.gmpLines(ipo, today),
    ],
    path: known.ipoPath(ipo),
  }
}
