import type { Day } from '../../market/calendar.ts'
import { en } from '../../texts/en.ts'
import type { EventOn } from '../alert.ts'
import { type AlertLine, type AlertWords, datedDay, line } from './alert-line.ts'
import * as known from './ipo-lines.ts'
import { plainName } from './plain-line.ts'

type DayEvent = EventOn<'opens' | 'closes' | 'allotment' | 'listsTomorrow'>

/** The words for a day of an IPO: it opens, closes, is allotted or lists. */
export function dayWords(event: DayEvent, today: Day): AlertWords {
  return {
    title: dayTitle(event, today),
    lines: [...dayLines(event, today), ...known.gmpLines(event.ipo, today)],
    path: known.ipoPath(event.ipo),
  }
}

/** The words for the end of a lock-in. */
export const lockInWords = ({ ipo, lockIn }: EventOn<'lock-in-ends'>, today: Day): AlertWords => ({
  title: line(en.lockIns.endsOn(lockIn, today, ` of ${plainName(ipo.name)}`), ['lockIns']),
  lines: [line(en.lockIns.shares(lockIn)), line(en.lockIns.others)],
  path: known.ipoPath(ipo),
})

function dayTitle({ on, ipo, day, announced }: DayEvent, today: Day): AlertLine {
  const [name, dated] = [plainName(ipo.name), datedDay(day, today)]
  switch (on) {
    case 'opens':
      return line(`${name} opens ${dated}`, ['openDate'])
    case 'closes':
      return line(`${name} closes ${dated}${known.endText(ipo, day)}`, ['closeDate'])
    case 'allotment':
      return announced
        ? line(`Allotment of ${name} is announced for ${dated}`, ['allotmentDate'])
        : line(`Allotment of ${name} is due by ${dated}`, ['expected'])
    case 'listsTomorrow':
      return announced
        ? line(`${name} lists ${dated}`, ['listingDate'])
        : line(`Listing of ${name} is due ${dated}`, ['expected'])
  }
}

function dayLines({ on, ipo }: DayEvent, today: Day): AlertLine[] {
  switch (on) {
    case 'opens':
      return [known.offerLine(ipo), ...known.closingLines(ipo, today)]
    case 'closes':
      return [known.offerLine(ipo), ...known.mandateLines(ipo, today), ...known.subscriptionLines(ipo, today)]
    case 'allotment':
      return [
        ...known.registrarLines(ipo),
        ...known.listingDayLines(ipo, today),
        ...known.subscriptionLines(ipo, today),
      ]
    case 'listsTomorrow':
      return [known.priceLine(ipo), ...known.subscriptionLines(ipo, today)]
  }
}
