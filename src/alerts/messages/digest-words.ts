import { type Day, istDay } from '../../market/calendar.ts'
import { stageOfBids } from '../../market/issues/chances.ts'
import { en } from '../../texts/en.ts'
import { clockTime, counted, gain, rupees, times, weekday } from '../../texts/format.ts'
import type { AlertIpo, EventOn } from '../alert.ts'
import { type AlertLine, type AlertWords, line, lineWithGmp } from './alert-line.ts'
import { closingQuoteText, closingText, quoteFields, quoteText } from './ipo-lines.ts'
import { plainLine, plainName } from './plain-line.ts'

const MAX_LINES = 40
/** In characters, so that a digest fits into a message with its link. */
const MAX_TEXT = 2800

/** The words for the morning: one line for each IPO. */
export function digestWords(event: EventOn<'digest'>, today: Day): AlertWords {
  const { day, opens, closes, allotment, lists, results } = event
  const sections: readonly Section[] = [
    { heading: 'Opens', one: 'opening', ipos: opens, parts: (ipo) => openParts(ipo, today) },
    { heading: 'Closes', one: 'closing', ipos: closes, parts: (ipo) => closesParts(ipo, day, today) },
    {
      heading: 'Allotment',
      one: 'allotment',
      ipos: allotment,
      parts: (ipo) => [...dueParts(ipo.allotmentDate, day), ...chanceParts(ipo)],
    },
    { heading: 'Lists', one: 'listing', ipos: lists, parts: (ipo) => dueParts(ipo.listingDate, day) },
    { heading: 'Results', one: 'result', ipos: results, parts: (ipo) => resultParts(ipo, today) },
  ]
  const all = sections.flatMap(({ heading, ipos, parts }) =>
    ipos.map((ipo, i) => ({
      heading: i === 0 ? heading : null,
      line: ipoLine(ipo, parts(ipo), heading, today),
    })),
  )
  const counts = sections.flatMap(({ ipos, one }) => (ipos.length > 0 ? [counted(ipos.length, one)] : []))
  return {
    title: line(`IPOs on ${weekday(day, today)}: ${counts.join(', ') || 'nothing due'}`),
    lines: fitting(all),
    path: '/',
  }
}

interface Section {
  readonly heading: Heading
  /** What the title counts. */
  readonly one: string
  readonly ipos: readonly AlertIpo[]
  /** What a line says of an IPO, beside the GMP. */
  readonly parts: (ipo: AlertIpo) => string[]
}

function ipoLine(ipo: AlertIpo, parts: readonly string[], heading: Heading, today: Day): AlertLine {
  const isResult = heading === 'Results'
  const quote = isResult ? closingQuoteText(ipo, today) : quoteText(ipo, today)
  const gmp = quote === null ? '' : `GMP ${isResult ? 'when bidding closed ' : ''}${quote}`
  const said = [parts.join(', '), gmp].filter((part) => part !== '')
  const name = plainName(ipo.name)
  const written = said.length === 0 ? `- ${name}` : `- ${name}: ${said.join('; ')}`
  const states = [...STATED_UNDER[heading], ...(quote === null || isResult ? [] : quoteFields(ipo))]
  return { ...(quote === null ? line(written, states) : lineWithGmp(written, states)), of: ipo }
}

/** The fields that a line states under each heading, beside the GMP. */
const STATED_UNDER = {
  Opens: ['openDate', 'closeDate', 'minAmount'],
  Closes: ['closeDate', 'lastSubX'],
  Allotment: ['allotmentDate', 'expected'],
  Lists: ['listingDate', 'expected'],
  Results: ['listing'],
} as const satisfies Record<string, readonly (keyof AlertIpo)[]>

type Heading = keyof typeof STATED_UNDER

function openParts(ipo: AlertIpo, today: Day): string[] {
  const closing = closingText(ipo, today)
  return [
    ...(closing === null ? [] : [`closes ${closing}`]),
    ...(ipo.minAmount === null ? [] : [`minimum ${rupees(ipo.minAmount)}`]),
  ]
}

/** Only the time where it is that of the digest's day, which the title has. */
function closesParts(ipo: AlertIpo, day: Day, today: Day): string[] {
  const { biddingEnds, lastSubX, lastSubAt } = ipo
  const isOnDay = biddingEnds !== null && istDay(biddingEnds) === day
  const closing = isOnDay ? clockTime(biddingEnds) : closingText(ipo, today)
  // In the morning, the newest reading is usually of the day before.
  const read = lastSubAt === null ? '' : ` by ${weekday(istDay(lastSubAt), today)}`
  return [
    ...(closing === null ? [] : [`until ${closing}`]),
    ...(lastSubX === null ? [] : [`subscribed ${times(lastSubX)}${read}`]),
    ...chanceParts(ipo),
  ]
}

function chanceParts({ chances, board, status, biddingEnds }: AlertIpo): string[] {
  const [first] = chances
  return first ? en.chances.line(chances, board, stageOfBids(status, first.asOf, biddingEnds)) : []
}

const dueParts = (announced: Day | null, day: Day): string[] => [
  announced === day ? 'announced' : 'due by the timetable',
]

function resultParts({ listing, listingGainPct }: AlertIpo, today: Day): string[] {
  if (listing === null) return []
  const gained = listingGainPct === null ? '' : ` (${gain(listingGainPct)})`
  return [`listed ${weekday(listing.listedOn, today)} at ${rupees(listing.listingPrice)}${gained}`]
}

/** As many IPOs as fit, and how many more there are. Headings count as lines. */
function fitting(all: readonly { readonly heading: string | null; readonly line: AlertLine }[]): AlertLine[] {
  const lines: AlertLine[] = []
  let left = MAX_TEXT
  for (const [i, { heading, line: one }] of all.entries()) {
    const added = [...(heading === null ? [] : [line(`${heading}:`)]), one]
    left -= added.reduce((sum, { text }) => sum + plainLine(text).length + 1, 0)
    // The last line is kept for the number of the rest.
    if (left < 0 || lines.length + added.length > (i === all.length - 1 ? MAX_LINES : MAX_LINES - 1))
      return [...lines, line(`and ${all.length - i} more`)]
    lines.push(...added)
  }
  return lines
}
