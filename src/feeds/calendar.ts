import { addDays, type Day, type Instant } from '../market/calendar.ts'
import { DEMO_NOTICE } from '../reports/disclaimer.ts'
import type { CalendarEvent, CalendarIssue, EventKind } from '../reports/ipos/calendar.ts'
import { calendarFile, calendarText } from './calendar-text.ts'

/** How often a calendar program should look again. */
const REFRESH = 'PT6H'

const WORDS: Readonly<Record<EventKind, string>> = {
  OPENS: 'opens',
  CLOSES: 'closes',
  ALLOTMENT: 'allotment',
  LISTS: 'lists',
}

const BOARD_WORDS = { MAINBOARD: 'mainboard', SME: 'SME' } as const

const ABOUT = 'Days of Indian IPOs. Aggregated public information; not investment advice.'

export interface CalendarSetting {
  /** Where the service is reached from outside, without a final slash; empty when unknown. */
  readonly publicUrl: string
  readonly demo: boolean
}

/** The calendar as a file of iCalendar (RFC 5545). It holds no time of printing: the same data is the same bytes. */
export function calendarBody(events: readonly CalendarEvent[], setting: CalendarSetting): string {
  const name = setting.demo ? 'Indian IPOs (Greymark, demo)' : 'Indian IPOs (Greymark)'
  const about = calendarText(setting.demo ? `${ABOUT} ${DEMO_NOTICE}` : ABOUT)
  return calendarFile([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Greymark//IPO calendar//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${calendarText(name)}`,
    `X-WR-CALNAME:${calendarText(name)}`,
    `DESCRIPTION:${about}`,
    `X-WR-CALDESC:${about}`,
    'X-WR-TIMEZONE:Asia/Kolkata',
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...INDIA,
    ...events.flatMap((event) => eventLines(event, setting)),
    'END:VCALENDAR',
  ])
}

/** No day needs it, but a calendar without any component would be none. */
const INDIA = [
  'BEGIN:VTIMEZONE',
  'TZID:Asia/Kolkata',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0530',
  'TZOFFSETTO:+0530',
  'TZNAME:IST',
  'END:STANDARD',
  'END:VTIMEZONE',
]

function eventLines({ kind, day, issue }: CalendarEvent, { publicUrl, demo }: CalendarSetting): string[] {
  const { slug, isCalledOff, changed, revision } = issue
  const summary = `${issue.name} IPO ${WORDS[kind]} (${BOARD_WORDS[issue.board]})`
  return [
    'BEGIN:VEVENT',
    // Of the address and the kind alone, which never change: so a moved day moves, and is not there twice.
    `UID:${WORDS[kind]}.${slug}@greymark`,
    `DTSTAMP:${stamp(changed)}`,
    `LAST-MODIFIED:${stamp(changed)}`,
    `SEQUENCE:${revision}`,
    `DTSTART;VALUE=DATE:${date(day)}`,
    `DTEND;VALUE=DATE:${date(addDays(day, 1))}`,
    // Some programs show what is cancelled like anything else.
    `SUMMARY:${calendarText(isCalledOff ? `Called off: ${summary}` : summary)}`,
    `DESCRIPTION:${calendarText(description(issue, demo))}`,
    ...(publicUrl === '' ? [] : [`URL:${publicUrl}/ipos/${slug}`]),
    `CATEGORIES:IPO,${issue.board}`,
    `STATUS:${isCalledOff ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const date = (day: Day): string => day.replaceAll('-', '')
const stamp = (moment: Instant): string => `${moment.slice(0, 19).replace(/[-:]/g, '')}Z`

/** The terms, which are official. The premium is hearsay, and would change the entry with every quote. */
function description(issue: CalendarIssue, demo: boolean): string {
  const { lotSize, issueSizeCr } = issue
  return [
    issue.isCalledOff ? 'This issue was called off.' : null,
    priceWords(issue),
    lotSize === null ? null : `Lot: ${inIndia(lotSize)} shares.`,
    issueSizeCr === null ? null : `Issue size: ₹${inIndia(issueSizeCr)} crore.`,
    demo ? DEMO_NOTICE : null,
  ]
    .filter((line) => line !== null)
    .join('\n')
}

function priceWords({ priceMin, priceMax, issuePrice }: CalendarIssue): string {
  if (issuePrice !== null) return `Issue price: ₹${inIndia(issuePrice)} a share.`
  const [low, high] = [priceMin ?? priceMax, priceMax ?? priceMin]
  if (low === null || high === null) return 'The price is not known yet.'
  const band = low === high ? `₹${inIndia(low)}` : `₹${inIndia(low)} to ₹${inIndia(high)}`
  return `Price band: ${band} a share.`
}

const inIndia = (amount: number): string => amount.toLocaleString('en-IN', { maximumFractionDigits: 2 })
