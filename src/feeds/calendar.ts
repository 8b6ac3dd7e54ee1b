import { addDays, type Day, type Instant, writtenDay } from '../market/calendar.ts'
import { DEMO_NOTICE } from '../reports/disclaimer.ts'
import { type CalendarEvent, MILESTONES } from '../reports/ipos/calendar.ts'
import type { IpoView } from '../reports/ipos/ipo-view.ts'
import { en } from '../texts/en.ts'

/** How often a calendar program should refresh. */
const REFRESH = 'PT6H'

const BOARD_NAMES = { MAINBOARD: 'mainboard', SME: 'SME' } as const

const ABOUT = 'Days of Indian IPOs. Aggregated public information; not investment advice.'

export interface FeedSetting {
  readonly publicUrl: string
  readonly demo: boolean
}

/** Formats the calendar as iCalendar (RFC 5545). It holds no time of creation, so equal data gives equal bytes. */
export function calendarBody(events: readonly CalendarEvent[], setting: FeedSetting): string {
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

/** The time zone. All-day events do not need it, but a calendar must have at least one component. */
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

function eventLines(event: CalendarEvent, { publicUrl, demo }: FeedSetting): string[] {
  const { kind, day, lockIn, changed, revision, view } = event
  const { slug, board } = view
  return [
    'BEGIN:VEVENT',
    // Built from the slug, the kind and the days of a lock-in, which never change, so that a changed date moves the event and
    // does not add one.
    `UID:${kind.toLowerCase()}${lockIn ? `-${lockIn.days}` : ''}.${slug}@${hostOf(publicUrl)}`,
    `DTSTAMP:${stamp(changed)}`,
    `LAST-MODIFIED:${stamp(changed)}`,
    `SEQUENCE:${revision}`,
    `DTSTART;VALUE=DATE:${date(day)}`,
    `DTEND;VALUE=DATE:${date(addDays(day, 1))}`,
    `SUMMARY:${calendarText(summaryOf(event))}`,
    `DESCRIPTION:${calendarText(description(event, demo))}`,
    ...(publicUrl === '' ? [] : [`URL:${publicUrl}/ipos/${slug}`]),
    `CATEGORIES:IPO,${board}`,
    `STATUS:${view.calledOff ? 'CANCELLED' : event.isExpected ? 'TENTATIVE' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** The part of an id that keeps it apart from those of other services. */
export const hostOf = (publicUrl: string): string =>
  publicUrl === '' ? 'greymark' : new URL(publicUrl).hostname

function summaryOf({ kind, day, lockIn, isExpected, view }: CalendarEvent): string {
  const [name, board] = [`${view.name} IPO`, `(${BOARD_NAMES[view.board]})`]
  if (kind === 'LOCKIN') {
    const ends = en.lockIns.ends(lockIn)
    return isExpected ? `${ends} about ${writtenDay(day)}: ${name} ${board}` : `${name} ${ends} ${board}`
  }
  const milestone = { kind: MILESTONES[kind], state: 'ahead', isAnnounced: !isExpected } as const
  // A deadline of the timetable is no announcement.
  if (isExpected) return `${en.states.milestone(milestone)} ${writtenDay(day)}: ${name} ${board}`
  // Some programs do not mark cancelled events.
  return `${view.calledOff ? 'Withdrawn or postponed: ' : ''}${name} ${en.states.milestoneInline(milestone)} ${board}`
}

const EXPECTED_NOTE =
  'Expected, not announced: by the T+3 timetable, from the closing day and the known holidays.'

const date = (day: Day): string => day.replaceAll('-', '')
const stamp = (moment: Instant): string => `${moment.slice(0, 19).replace(/[-:]/g, '')}Z`

/** The official terms only. The GMP is unofficial and would change the event with every quote. */
function description({ view, isExpected, lockIn }: CalendarEvent, demo: boolean): string {
  const { lotSize, issueSizeCr } = view.terms
  return [
    view.calledOff ? 'This IPO was withdrawn or postponed.' : null,
    isExpected ? EXPECTED_NOTE : null,
    lockIn &&
      `${en.lockIns.shares(lockIn)}. Next trading day: ${writtenDay(lockIn.tradingDate)}. ${en.lockIns.others}`,
    priceText(view.terms),
    lotSize === null ? null : `Lot: ${inIndia(lotSize)} shares.`,
    issueSizeCr === null ? null : `Issue size: ₹${inIndia(issueSizeCr)} crore.`,
    demo ? DEMO_NOTICE : null,
  ]
    .filter((line) => line !== null)
    .join('\n')
}

function priceText({ priceMin, priceMax, issuePrice }: IpoView['terms']): string {
  if (issuePrice !== null) return `Issue price: ₹${inIndia(issuePrice)} a share.`
  const [low, high] = [priceMin ?? priceMax, priceMax ?? priceMin]
  if (low === null || high === null) return 'The price is not known yet.'
  const band = low === high ? `₹${inIndia(low)}` : `₹${inIndia(low)} to ₹${inIndia(high)}`
  return `Price band: ${band} a share.`
}

const inIndia = (amount: number): string => amount.toLocaleString('en-IN', { maximumFractionDigits: 2 })

/** The maximum length of a line in bytes (RFC 5545); longer lines are folded. */
const MAX_OCTETS = 75

/** Joins lines to an iCalendar file: folded, with CRLF. */
export const calendarFile = (lines: readonly string[]): string =>
  lines.map((line) => `${folded(line)}\r\n`).join('')

/** Folds a line. A continuation starts with a space, which counts, and no character is split. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (octets + size > MAX_OCTETS) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += letter
    octets += size
  }
  return [...parts, part].join('\r\n')
}

/** Escapes a text for use as a value, and removes control characters. */
export const calendarText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '')
