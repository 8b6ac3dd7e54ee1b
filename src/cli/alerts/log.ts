import { parseArgs } from 'node:util'
import { istClock } from '../../market/calendar.ts'
import { beginningOf, MOMENT_FORMS, parseNamedMoment } from '../../market/named-moment.ts'
import { alertLog, type LoggedMessage } from '../../store/alerts/alert-log.ts'
import { heldAlerts } from '../../store/alerts/outbox.ts'
import type { Db } from '../../store/engines/db.ts'
import { MESSAGE_STATES } from '../../store/tables.ts'
import { countText } from '../amount-text.ts'
import { EXIT, type ExitCode, type Terminal, UsageError } from '../command.ts'
import { withStore } from '../open-store.ts'
import { textTable } from '../text-table.ts'

const OPTIONS = {
  channel: { type: 'string' },
  state: { type: 'string' },
  since: { type: 'string' },
  limit: { type: 'string', default: '50' },
  json: { type: 'boolean', default: false },
} as const

const MOST_MESSAGES = 100_000

type LogOptions = ReturnType<typeof parseLogOptions>

/** Prints the messages of the outbox, newest last. */
export function printAlertLog(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const options = parseLogOptions(args)
  return withStore(terminal, (db) => printMessages(db, terminal, options), { use: 'read' })
}

function parseLogOptions(args: readonly string[]) {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  const state = MESSAGE_STATES.find((name) => name === values.state)
  if (values.state !== undefined && state === undefined)
    throw new UsageError(`--state must be ${MESSAGE_STATES.join(' or ')}; got "${values.state}"`)
  const named = values.since === undefined ? undefined : parseNamedMoment(values.since)
  if (values.since !== undefined && named === undefined)
    throw new UsageError(`--since must be ${MOMENT_FORMS}; got "${values.since}"`)
  const limit = /^\d{1,6}$/.test(values.limit) ? Number(values.limit) : 0
  if (limit < 1 || limit > MOST_MESSAGES)
    throw new UsageError(`--limit must be a whole number from 1 to ${MOST_MESSAGES}; got "${values.limit}"`)
  const filter = {
    ...(values.channel !== undefined && { channel: values.channel }),
    ...(state && { state }),
    ...(named && { since: beginningOf(named) }),
  }
  return { filter, limit, isJson: values.json }
}

async function printMessages(
  db: Db,
  { stdout }: Terminal,
  { filter, limit, isJson }: LogOptions,
): Promise<ExitCode> {
  const messages = (await alertLog(db, { ...filter, limit })).toReversed()
  if (isJson) {
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
    stdout.write(
      `${countText(alerts.length, 'alert waits', 'alerts wait')} for the next message to ${name}\n`,
    )
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
