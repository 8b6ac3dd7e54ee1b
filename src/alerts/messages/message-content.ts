import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import { DEMO_NOTICE, disclaimerFor } from '../../reports/disclaimer.ts'
import { clockTime, count, counted, plainDay, plainText } from '../../texts/format.ts'
import type { AlertContent } from '../alert.ts'
import type { AlertMessage } from '../message.ts'
import type { AlertBody, MessageAlert, MessageBody } from './alert-body.ts'
import { DEMO_PREFIX, UNOFFICIAL } from './alert-content.ts'

/** In characters. Telegram takes 4,096 with the title. */
export const MAX_MESSAGE_TEXT = 3500
/** Of more alerts, the newest have their titles in a combined message. */
const MAX_TITLES = 20
/** Of more alerts, the newest are in the data of a combined message. */
const MAX_ALERTS = 100

/** Beside others, because its channel takes no more messages on that day. */
export const MAXIMUM_NOTE = 'Daily maximum reached: further alerts come tomorrow.'

/** An alert of a message. */
export interface MessagePart {
  /** When it fired. */
  readonly at: Instant
  /** The name of the rule. */
  readonly rule: string
  readonly content: AlertContent
}

/** The words and data of a message. */
export type MessageContent = Pick<AlertMessage, 'title' | 'text' | 'content'>

/** Why alerts are combined: several at a time, held back, or from a time in which the service was not running. */
export type CombinedFor = 'several' | 'held' | 'missed'

export interface CombinedOptions {
  /** When the message is made. */
  readonly at: Instant
  readonly publicUrl: string
  readonly isDemo: boolean
  /** The time in which the service was not running; only for missed alerts. */
  readonly span?: { readonly from: Instant; readonly to: Instant }
  /** What held them back, where it is the same for all; only for alerts that were held back. */
  readonly heldBy?: 'quiet hours' | 'daily maximum'
  /** A last line, such as `MAXIMUM_NOTE`. */
  readonly note?: string
}

/** A message with one alert, which may be of an earlier day than the message. */
export function messageContent(
  part: MessagePart,
  note: string | null = null,
  at: Instant = part.at,
): MessageContent {
  const { content } = part
  const alert = messageAlert(part)
  const text = fittingText(content.lines.filter(isOwnLine), [
    ...content.lines.filter((line) => !isOwnLine(line)),
    ...(note === null ? [] : [note]),
    ...(content.link === null ? [] : ['', content.link]),
  ])
  const isOfToday = istDay(part.at) === istDay(at)
  const title = isOfToday ? content.title : `${alert.demo ? DEMO_PREFIX : ''}${datedTitle(part, istDay(at))}`
  return {
    title,
    text,
    content: messageBody({ type: 'alert', title, text, count: 1, alerts: [alert], note }, alert.demo),
  }
}

/** A message with the titles of several alerts, oldest first. A digest among them stays whole if it fits. */
export function combinedContent(
  parts: readonly MessagePart[],
  why: CombinedFor,
  options: CombinedOptions,
): MessageContent {
  const { at, publicUrl, isDemo, span = null, note = null } = options
  const today = istDay(at)
  const title = `${isDemo ? DEMO_PREFIX : ''}${combinedTitle(parts.length, why, options)}`
  const link = publicUrl === '' ? null : `${publicUrl}/changes`
  const end = endLines(parts, { note, isDemo })
  const titlesOf = (some: readonly MessagePart[]) => some.map((part) => `- ${datedTitle(part, today)}`)
  const digest = parts.findLast(({ content }) => content.data.type === 'digest')
  const whole =
    digest &&
    digestText(
      [datedTitle(digest, today), ...digest.content.lines.filter(isOwnLine)],
      titlesOf(parts.filter((part) => part !== digest)),
      end,
      link,
    )
  const text = whole ?? titlesText(titlesOf(parts), end, link)
  const alerts = parts.slice(-MAX_ALERTS).map(messageAlert)
  return {
    title,
    text,
    content: messageBody({ type: why, title, text, count: parts.length, alerts, note, span }, isDemo),
  }
}

/** Beside an alert that is late: when the service was not running. */
export const awayNote = ({ from, to }: NonNullable<CombinedOptions['span']>, at: Instant): string =>
  `Sent late: Greymark was not running from ${datedMoment(from, istDay(at))} to ${datedMoment(to, istDay(at))}.`

const HELD_BY = { 'quiet hours': ' in quiet hours', 'daily maximum': ' by the daily maximum' } as const

function combinedTitle(n: number, why: CombinedFor, { span, heldBy, at }: CombinedOptions): string {
  const today = istDay(at)
  const alerts = counted(n, 'alert')
  if (why === 'several') return alerts
  if (why === 'held') return `${alerts} held back${heldBy ? HELD_BY[heldBy] : ''}`
  const when = span ? ` from ${datedMoment(span.from, today)} to ${datedMoment(span.to, today)}` : ''
  return `Greymark was not running${when}: ${alerts}`
}

/** `10 Nov, 9:00 am` */
const datedMoment = (at: Instant, today: Day): string =>
  plainText(`${plainDay(istDay(at), today)}, ${clockTime(at)}`)

/** The title of an alert, with its moment if it is of an earlier day. */
function datedTitle({ at, content: { title } }: MessagePart, today: Day): string {
  const own = title.startsWith(DEMO_PREFIX) ? title.slice(DEMO_PREFIX.length) : title
  return istDay(at) === today ? own : `${datedMoment(at, today)}: ${own}`
}

/** What holds for the whole message, once at its end. */
function endLines(
  parts: readonly MessagePart[],
  { note, isDemo }: { readonly note: string | null; readonly isDemo: boolean },
): string[] {
  const hasGmp = parts.some(
    ({ content: { title, lines, data } }) =>
      lines.includes(UNOFFICIAL) && (title.includes('GMP') || data.type === 'digest'),
  )
  return [...(hasGmp ? [UNOFFICIAL] : []), ...(isDemo ? [DEMO_NOTICE] : []), ...(note === null ? [] : [note])]
}

const isOwnLine = (line: string): boolean => line !== UNOFFICIAL && line !== DEMO_NOTICE

/** The newest titles that fit, oldest first, and how many more there are. */
function titlesText(titles: readonly string[], end: readonly string[], link: string | null): string {
  for (let shown = Math.min(titles.length, MAX_TITLES); ; shown--) {
    const text = [...newestTitles(titles, shown, link), ...end].join('\n')
    if (text.length <= MAX_MESSAGE_TEXT || shown === 0) return text
  }
}

/** The newest titles, and where those are that are left out. */
function newestTitles(titles: readonly string[], shown: number, link: string | null): string[] {
  const more = titles.length - shown
  const rest = `and ${count(more)} more before these${link === null ? '' : `: ${link}`}`
  return [...titles.slice(more), ...(more === 0 ? [] : [rest])]
}

/** The digest below the titles of the others; `null` if it leaves no room for these. */
function digestText(
  digest: readonly string[],
  others: readonly string[],
  end: readonly string[],
  link: string | null,
) {
  const above = newestTitles(others, Math.min(others.length, MAX_TITLES), link)
  const text = [...above, ...(above.length === 0 ? [] : ['']), ...digest, ...end].join('\n')
  return text.length <= MAX_MESSAGE_TEXT ? text : null
}

/** Cut at the end of a line, but always with the last lines. */
function fittingText(lines: readonly string[], end: readonly string[]): string {
  for (let shown = lines.length; shown > 0; shown--) {
    const more = lines.length - shown
    const rest = more === 0 ? [] : [`and ${counted(more, 'more line')}`]
    const text = [...lines.slice(0, shown), ...rest, ...end].join('\n')
    if (text.length <= MAX_MESSAGE_TEXT) return text
  }
  return end.join('\n').slice(0, MAX_MESSAGE_TEXT)
}

const messageAlert = ({ rule, content }: MessagePart): MessageAlert => ({
  rule,
  ...(content.data as AlertBody),
})

type OwnBody = Omit<MessageBody, 'from' | 'to' | 'disclaimer'> & {
  readonly span?: CombinedOptions['span'] | null
}

const messageBody = ({ span = null, note, ...body }: OwnBody, demo: boolean): MessageBody => ({
  ...body,
  from: span?.from ?? null,
  to: span?.to ?? null,
  note,
  disclaimer: disclaimerFor({ demo }),
})
