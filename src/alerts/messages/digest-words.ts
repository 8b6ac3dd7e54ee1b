import { type Day, istDay } from '../../market/calendar.ts'
import { clockTime, counted, gain, rupees, times, weekday } from '../../texts/format.ts'
import type { AlertEvent, AlertIpo } from '../alert.ts'
import { type AlertLine, type AlertWords, line, lineWithGmp } from './alert-line.ts'
import { closingQuoteText, closingText, quoteFields, quoteText } from './ipo-lines.ts'
import { plainLine, plainName } from './plain-line.ts'

type Digest = Extract<AlertEvent, { readonly on: 'digest' }>

const MAX_LINES = 40
/** In characters, so that a digest fits into a message with its link. */
const MAX_TEXT = 2800

/** The words for the morning: one line for each IPO. */
export function digestWords(event: Digest, today: Day): AlertWords {
  const { day } = event
  const sections = [
    { heading: 'Opens', of: event.opens, text: (ipo: AlertIpo) => openText(ipo, today) },
    { heading: 'Closes', of: event.closes, text: (ipo: AlertIpo) => closesText(ipo, day, today) },
    { heading: 'Allotment', of: event.allotment, text: (ipo: AlertIpo) => allotmentText(ipo, day) },
    { heading: 'Lists', of: event.lists, text: (ipo: AlertIpo) => listsText(ipo, day) },
    { heading: 'Results', of: event.results, text: (ipo: AlertIpo) => resultText(ipo, today) },
  ] as const
  const all = sections.flatMap(({ heading, of, text }) =>
    of.map((ipo, i) => ({
      heading: i === 0 ? heading : null,
      line: ipoLine(ipo, text(ipo), heading, today),
    })),
  )
  return {
    title: line(`IPOs on ${weekday(day, today)}: ${countsText(event)}`),
    lines: fitting(all),
    path: '/',
  }
}

/** `2 openings, 1 closing, 3 allotments, 1 listing` */
function countsText({ opens, closes, allotment, lists, results }: Digest): string {
  const of = (ipos: readonly AlertIpo[], one: string) =>
    ipos.length === 0 ? [] : [counted(ipos.length, one)]
  const parts = [
    ...of(opens, 'opening'),
    ...of(closes, 'closing'),
    ...of(allotment, 'allotment'),
    ...of(lists, 'listing'),
    ...of(results, 'result'),
  ]
  return parts.length === 0 ? 'nothing due' : parts.join(', ')
}

function ipoLine(ipo: AlertIpo, text: string | null, heading: Heading, today: Day): AlertLine {
  const isResult = heading === 'Results'
  const quote = isResult ? closingQuoteText(ipo, today) : quoteText(ipo, today)
  const parts = [
    ...(text === null ? [] : [text]),
    ...(quote === null ? [] : [`GMP ${isResult ? 'when bidding closed ' : ''}${quote}`]),
  ]
  const name = plainName(ipo.name)
  const written = parts.length === 0 ? `- ${name}` : `- ${name}: ${parts.join('; ')}`
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

function openText(ipo: AlertIpo, today: Day): string | null {
  const closing = closingText(ipo, today)
  const parts = [
    ...(closing === null ? [] : [`closes ${closing}`]),
    ...(ipo.minAmount === null ? [] : [`minimum ${rupees(ipo.minAmount)}`]),
  ]
  return parts.length === 0 ? null : parts.join(', ')
}

/** Only the time where it is that of the digest's day, which the title has. */
function closesText(ipo: AlertIpo, day: Day, today: Day): string | null {
  const { biddingEnds } = ipo
  const isOnDay = biddingEnds !== null && istDay(biddingEnds) === day
  const closing = isOnDay ? clockTime(biddingEnds) : closingText(ipo, today)
  const parts = [
    ...(closing === null ? [] : [`until ${closing}`]),
    ...(ipo.lastSubX === null ? [] : [`subscribed ${times(ipo.lastSubX)}${readOn(ipo, today)}`]),
  ]
  return parts.length === 0 ? null : parts.join(', ')
}

/** ` by Mon 16 Nov`: in the morning, the newest reading is usually of the day before. */
const readOn = ({ lastSubAt }: AlertIpo, today: Day): string =>
  lastSubAt === null ? '' : ` by ${weekday(istDay(lastSubAt), today)}`

const allotmentText = ({ allotmentDate }: AlertIpo, day: Day): string =>
  allotmentDate === day ? 'announced' : 'due by the timetable'
const listsText = ({ listingDate }: AlertIpo, day: Day): string =>
  listingDate === day ? 'announced' : 'due by the timetable'

function resultText({ listing, listingGainPct }: AlertIpo, today: Day): string | null {
  if (listing === null) return null
  const gained = listingGainPct === null ? '' : ` (${gain(listingGainPct)})`
  return `listed ${weekday(listing.listedOn, today)} at ${rupees(listing.listingPrice)}${gained}`
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
