import { createHash } from 'node:crypto'
import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import { disclaimerFor } from '../../reports/disclaimer.ts'
import type { AwayTime } from '../../store/alerts/alert-progress.ts'
import { clockTime, count, counted, plainDay, plainText } from '../../texts/format.ts'
import type { AlertMessage, HeldAlert, PlannedMessage } from '../alert.ts'
import type { AlertBody, MessageAlert, MessageBody } from './alert-body.ts'
import { DEMO_MARK, noticeLines } from './alert-content.ts'

/** In characters. Telegram takes 4,096 with the title. */
export const MAX_MESSAGE_TEXT = 3500
/** Of more alerts, the newest have their titles in a combined message. */
const MAX_TITLES = 20
/** Of more alerts, the newest are in the data of a combined message. */
const MAX_ALERTS = 100

export interface MessageContext {
  readonly publicUrl: string
  readonly isDemo: boolean
  /** The last long time without a running process; `null` when there was none. */
  readonly away: AwayTime | null
  /** What the message says about itself, such as that it is a test. */
  readonly remark?: string | undefined
}

/** The message to a channel that carries planned alerts, which may be of an earlier day than the message. */
export function alertMessage(
  channel: string,
  planned: PlannedMessage<HeldAlert>,
  context: MessageContext,
): AlertMessage {
  const { createdAt, alerts, why } = planned
  const [first, ...others] = alerts
  // A maximum that was raised makes alerts late, too.
  const away = why === 'missed' && isWithin(context.away, alerts) ? context.away : null
  const { firstLink, demo, ...written } =
    first && others.length === 0
      ? singleMessage(first, { ...planned, away, remark: context.remark })
      : combinedMessage({ ...planned, away }, context)
  const { type, title, text, note } = written
  const body: MessageBody = {
    ...{ type, title, text, count: alerts.length, alerts: alerts.slice(-MAX_ALERTS).map(messageAlert) },
    ...(type === 'missed' && away ? away : { from: null, to: null }),
    ...{ note, disclaimer: disclaimerFor({ demo }) },
  }
  return { id: messageId(channel, alerts), createdAt, title, text, firstLink, body }
}

/** A message with the same alerts has the same id, whoever composes it. */
const messageId = (channel: string, alerts: readonly HeldAlert[]): string =>
  `msg_${createHash('sha256')
    .update(JSON.stringify([channel, ...alerts.map(({ key }) => key)]))
    .digest('hex')
    .slice(0, 32)}`

const isWithin = (away: AwayTime | null, alerts: readonly HeldAlert[]): boolean =>
  away !== null && alerts.some(({ at }) => at > away.from && at <= away.to)

interface Written extends Pick<MessageBody, 'type' | 'title' | 'text' | 'note'> {
  readonly firstLink: string | null
  readonly demo: boolean
}
type Planned = PlannedMessage<HeldAlert> & { readonly away: AwayTime | null }

/** A message with one alert. */
function singleMessage(
  alert: HeldAlert,
  { createdAt, away, isLastOfDay, remark }: Planned & Pick<MessageContext, 'remark'>,
): Written {
  const { mark, lines, statesGmp, link, firstLink } = alert.content
  const today = istDay(createdAt)
  const { demo } = alert.content.data as AlertBody
  const notes = [
    ...(remark === undefined ? [] : [remark]),
    ...(away ? [awayNote(away, today)] : []),
    ...(isLastOfDay ? [MAXIMUM_NOTE] : []),
  ]
  const note = notes.length === 0 ? null : notes.join(' ')
  const title = `${mark}${datedTitle(alert, today)}`
  const text = fittingText(lines, [
    ...noticeLines(statesGmp, demo),
    ...(note === null ? [] : [note]),
    ...(link === null ? [] : ['', link]),
  ])
  return { type: 'alert', title, text, note, firstLink, demo }
}

/** A message with the titles of several alerts, oldest first. A digest among them stays whole if it fits. */
function combinedMessage(planned: Planned, { publicUrl, isDemo }: MessageContext): Written {
  const { createdAt, alerts, why, away, isLastOfDay } = planned
  const today = istDay(createdAt)
  const type = why === 'missed' && away === null ? 'held' : (why ?? 'several')
  const note = isLastOfDay ? MAXIMUM_NOTE : null
  const title = `${isDemo ? DEMO_MARK : ''}${combinedTitle(planned, type, today)}`
  const statesGmp = alerts.some(({ event, content }) =>
    event === 'digest' ? content.statesGmp : content.titleStatesGmp,
  )
  const end = [...noticeLines(statesGmp, isDemo), ...(note === null ? [] : [note])]
  const changes = publicUrl === '' ? null : `${publicUrl}/changes`
  const titleOf = (alert: HeldAlert) => `- ${datedTitle(alert, today)}`
  const digest = alerts.findLast(({ event }) => event === 'digest')
  const others = alerts.filter((alert) => alert !== digest).map(titleOf)
  const whole = digest && [datedTitle(digest, today), ...digest.content.lines, ...end]
  const { text, isCut } =
    (whole && belowTitles(others, whole, changes)) ?? titlesText(alerts.map(titleOf), end, changes)
  return { type, title, text, note, firstLink: isCut ? changes : null, demo: isDemo }
}

const messageAlert = ({ rule, content: { mark, title, data } }: HeldAlert): MessageAlert => ({
  rule,
  ...(data as AlertBody),
  title: `${mark}${title}`,
})

/** Beside others, because its channel takes no more messages on that day. */
export const MAXIMUM_NOTE = 'Daily maximum reached: further alerts come tomorrow.'

/** Beside an alert that is late: when the service was not running. */
const awayNote = (away: AwayTime, today: Day): string =>
  `Sent late: Greymark was not running ${spanText(away, today)}.`

const spanText = ({ from, to }: AwayTime, today: Day): string =>
  `from ${datedMoment(from, today)} to ${datedMoment(to, today)}`

const HELD_BY = { 'quiet hours': ' in quiet hours', 'daily maximum': ' by the daily maximum' } as const

function combinedTitle({ alerts, heldBy, away }: Planned, type: MessageBody['type'], today: Day): string {
  const number = counted(alerts.length, 'alert')
  if (away !== null) return `Greymark was not running ${spanText(away, today)}: ${number}`
  return type === 'held' ? `${number} held back${heldBy ? HELD_BY[heldBy] : ''}` : number
}

/** `10 Nov, 9:00 am` */
export const datedMoment = (at: Instant, today: Day): string =>
  plainText(`${plainDay(istDay(at), today)}, ${clockTime(at)}`)

/** The title of an alert, with its moment if it is of an earlier day. */
const datedTitle = ({ at, content: { title } }: HeldAlert, today: Day): string =>
  istDay(at) === today ? title : `${datedMoment(at, today)}: ${title}`

interface Fitting {
  readonly text: string
  /** Whether titles were left out. */
  readonly isCut: boolean
}

/** The newest titles that fit, oldest first, and how many more there are. */
function titlesText(titles: readonly string[], end: readonly string[], link: string | null): Fitting {
  for (let shown = Math.min(titles.length, MAX_TITLES); ; shown--) {
    const text = [...newestTitles(titles, shown, link), ...end].join('\n')
    if (text.length <= MAX_MESSAGE_TEXT || shown === 0) return { text, isCut: shown < titles.length }
  }
}

/** The newest titles, and where those are that are left out. */
function newestTitles(titles: readonly string[], shown: number, link: string | null): string[] {
  const more = titles.length - shown
  const rest = `and ${count(more)} more before these${link === null ? '' : `: ${link}`}`
  return [...titles.slice(more), ...(more === 0 ? [] : [rest])]
}

/** Titles above a digest; `null` if it leaves no room for them. */
function belowTitles(
  titles: readonly string[],
  digest: readonly string[],
  link: string | null,
): Fitting | null {
  const shown = Math.min(titles.length, MAX_TITLES)
  const above = newestTitles(titles, shown, link)
  const text = [...above, ...(above.length === 0 ? [] : ['']), ...digest].join('\n')
  return text.length <= MAX_MESSAGE_TEXT ? { text, isCut: shown < titles.length } : null
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
