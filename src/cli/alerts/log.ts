import { istClock } from '../../market/calendar.ts'
import { alertLog, type LoggedMessage } from '../../store/alerts/alert-log.ts'
import { heldAlerts } from '../../store/alerts/outbox.ts'
import type { Db } from '../../store/engines/db.ts'
import { MESSAGE_STATES } from '../../store/tables.ts'
import { joined } from '../../texts/format.ts'
import { defineCommand, EXIT, type Terminal } from '../command.ts'
import { withStore } from '../open-store.ts'
import { textTable } from '../text-table.ts'
import { beginning, choice, JSON_LINES, text, wholeNumber } from '../values.ts'
import { heldText } from './rules-file.ts'

export const log = defineCommand({
  about: `Prints the messages that wait, were delivered or were given up, newest last, and how many
    alerts are held back for the next message.`,
  options: {
    channel: { kind: text('NAME'), help: 'only messages to this channel' },
    state: {
      kind: choice('STATE', MESSAGE_STATES),
      help: `only messages that are ${joined(MESSAGE_STATES, 'or')}`,
    },
    since: {
      kind: beginning,
      help: 'only messages created since then; a day means its first moment in India',
    },
    limit: { kind: wholeNumber('N', 1, 100_000), help: 'the newest N messages', standard: '50' },
    json: JSON_LINES,
  },
  examples: ['--state given-up', '--since 2026-01-14 --limit 10'],
  run: ({ channel, state, since, limit, json }, terminal) =>
    withStore(terminal, 'read', async (db) => {
      const { stdout } = terminal
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
      if (state === undefined || state === 'waiting') await printHeld(db, stdout, channel)
      return EXIT.done
    }),
})

/** Alerts wait for a message during quiet hours, and once a channel has had its most messages of a day. */
async function printHeld(db: Db, stdout: Terminal['stdout'], channel: string | undefined): Promise<void> {
  const held = Map.groupBy(await heldAlerts(db, channel), (alert) => alert.channel)
  for (const [name, alerts] of held) stdout.write(heldText(alerts.length, name))
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
