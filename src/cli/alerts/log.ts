import { type Instant, istClock } from '../../market/calendar.ts'
import { alertLog, type LoggedMessage } from '../../store/alerts/alert-log.ts'
import { heldAlerts } from '../../store/alerts/outbox.ts'
import type { Db } from '../../store/engines/db.ts'
import type { MessageState } from '../../store/tables.ts'
import { counted } from '../../texts/format.ts'
import { EXIT, type ExitCode, type Terminal } from '../command.ts'
import { withStore } from '../open-store.ts'
import { textTable } from '../text-table.ts'

export const MOST_MESSAGES = 100_000

interface LogOptions {
  readonly channel: string | undefined
  readonly state: MessageState | undefined
  readonly since: Instant | undefined
  readonly limit: number
  readonly json: boolean
}

/** Prints the messages of the outbox, newest last. */
export const printAlertLog = (options: LogOptions, terminal: Terminal): Promise<ExitCode> =>
  withStore(terminal, (db) => printMessages(db, terminal, options), { use: 'read' })

async function printMessages(
  db: Db,
  { stdout }: Terminal,
  { channel, state, since, limit, json }: LogOptions,
): Promise<ExitCode> {
  const filter = {
    ...(channel !== undefined && { channel }),
    ...(state && { state }),
    ...(since && { since }),
  }
  const messages = (await alertLog(db, { ...filter, limit })).toReversed()
  if (json) {
    for (const message of messages) stdout.write(`${JSON.stringify(publishedMessage(message))}\n`)
    return EXIT.done
  }
  const isFiltered = Object.keys(filter).length > 0
  if (messages.length > 0) stdout.write(textTable(HEADINGS, messages.map(lineOf)))
  else stdout.write(isFiltered ? 'no messages match\n' : 'no messages yet (tests are not listed)\n')
  if (filter.state === undefined || filter.state === 'waiting') await printHeld(db, stdout, filter.channel)
  return EXIT.done
}

/** Alerts wait for a message during quiet hours, and once a channel has had its most messages of a day. */
async function printHeld(db: Db, stdout: Terminal['stdout'], channel: string | undefined): Promise<void> {
  const held = Map.groupBy(await heldAlerts(db, channel), (alert) => alert.channel)
  for (const [name, alerts] of held)
    stdout.write(`${counted(alerts.length, 'alert waits', 'alerts wait')} for the next message to ${name}\n`)
}

const HEADINGS = ['CREATED', 'CHANNEL', 'STATE', 'TRIES', 'NEXT TRY', 'TITLE', 'REASON']

const lineOf = (message: LoggedMessage): string[] => [
  istClock(message.created),
  message.channel,
  message.state,
  String(message.tries),
  message.next_try === null || message.tries === 0 ? '' : istClock(message.next_try),
  message.title,
  reasonOf(message) ?? '',
]

/** The store has the reason of the last failed attempt also once a later one succeeded. */
const reasonOf = ({ state, reason }: LoggedMessage): string | null => (state === 'delivered' ? null : reason)

const publishedMessage = (message: LoggedMessage) => ({
  id: message.id,
  channel: message.channel,
  createdAt: message.created,
  state: message.state,
  tries: message.tries,
  nextTryAt: message.next_try,
  endedAt: message.ended,
  reason: reasonOf(message),
  title: message.title,
  text: message.text,
  alerts: message.alerts.map(({ rule, event, slug, at }) => ({ rule, on: event, slug, at })),
})
