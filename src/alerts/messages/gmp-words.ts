import type { Day } from '../../market/calendar.ts'
import { gain, plainDay, rupees } from '../../texts/format.ts'
import type { EventOn } from '../alert.ts'
import { type AlertLine, type AlertWords, line, lineWithGmp } from './alert-line.ts'
import * as known from './ipo-lines.ts'
import { plainName } from './plain-line.ts'

type GmpEvent = EventOn<'gmp'>

/** The words for a GMP that crosses a level. */
export function gmpWords(event: GmpEvent, today: Day): AlertWords {
  const { ipo, unit, level } = event
  // The percentage of a median of sources that disagree is stated only where the rule is about it.
  const quote =
    unit === 'percent'
      ? known.quoteText(ipo, today, (pct) => ` (${percentBeside(pct, level)})`)
      : known.quoteText(ipo, today)
  const states = known.quoteFields(ipo)
  return {
    title: lineWithGmp(
      `GMP of ${plainName(ipo.name)} ${crossingText(event)}: ${quote ?? 'no quote'}`,
      unit === 'percent' ? [...states, 'lastGmpPct'] : states,
    ),
    lines: [beforeLine(event, today), ...known.similarLines(ipo, today), ...known.closingLines(ipo, today)],
    path: known.ipoPath(ipo),
  }
}

/** `rose above 20%`, `fell to 20%`, `is quoted now, above 20%` */
function crossingText(event: GmpEvent): string {
  const { ipo, unit, level, direction, was } = event
  const written = unit === 'percent' ? plainPercent(level) : rupees(level)
  const isAt = (unit === 'percent' ? ipo.lastGmpPct : ipo.lastGmp) === level
  const side = `${isAt ? 'at' : direction === 'up' ? 'above' : 'below'} ${written}`
  // A percentage is also unknown before the price is announced.
  if (was === null) return event.wasQuoted === null ? `is quoted now, ${side}` : `is ${side}`
  return `${direction === 'up' ? 'rose' : 'fell'} ${isAt ? `to ${written}` : side}`
}

function beforeLine(event: GmpEvent, today: Day): AlertLine {
  const { unit, level, was, wasQuoted } = event
  if (was === null) return line(wasQuoted === null ? 'Before: no quote' : 'Before: not known')
  const written = unit === 'percent' ? percentBeside(was, level) : rupees(was)
  const origin = wasQuoted
    ? ` on ${plainDay(wasQuoted.day, today)}, ${known.sourceCount(wasQuoted.owners)}`
    : ''
  return lineWithGmp(`Before: ${written}${origin}`, [])
}

const plainPercent = (value: number): string =>
  `${value < 0 ? '−' : ''}${known.shortNumber(Math.abs(value))}%`

/** With two decimals where one would show the level itself. */
const percentBeside = (pct: number, level: number): string =>
  pct !== level && gain(pct) === gain(level) ? `${pct > 0 ? '+' : ''}${plainPercent(pct)}` : gain(pct)

/** The words for sources that start or stop disagreeing. */
export function disputeWords({ ipo, direction }: EventOn<'dispute'>, today: Day): AlertWords {
  const what = direction === 'begins' ? 'Sources disagree' : 'Sources no longer disagree'
  const day = plainDay(ipo.lastGmpDay ?? today, today)
  return {
    title: lineWithGmp(`${what} about the GMP of ${plainName(ipo.name)} on ${day}`, []),
    lines: [...known.gmpLines(ipo, today), ...known.closingLines(ipo, today)],
    path: known.ipoPath(ipo),
  }
}
