import {
  addDays,
  type Day,
  type Instant,
  istDay,
  istInstant,
  istMidnightBefore,
} from '../../market/calendar.ts'
import { lastAwayTime } from '../../store/alerts/alert-progress.ts'
import {
  channelsWithHeldAlerts,
  creationTimes,
  heldAlerts,
  type NewMessage,
  recordMessages,
} from '../../store/alerts/outbox.ts'
import type { Db } from '../../store/engines/db.ts'
import { readContent } from '../messages/alert-content.ts'
import { alertMessage, type MessageContext } from '../messages/message.ts'
import type { AlertRules, ChannelPolicy } from '../rules/alert-rules.ts'
import { dueMessages } from './queue.ts'

export interface ComposeContext extends Omit<MessageContext, 'away'> {
  readonly rules: Pick<AlertRules, 'channels'>
  /** All alerts up to this moment are recorded. */
  readonly now: Instant
}

export interface ComposedMessages {
  /** The number of new messages. */
  readonly messages: number
  /** When the next is due by the clock; `null` when none is known. */
  readonly nextAt: Instant | null
}

/** Alerts of a channel that is no longer in the file are not held back: their messages are given up at once. */
const NO_POLICY: ChannelPolicy = { quietHours: null, maxPerDay: null }

/** Puts the recorded alerts of all channels into messages, as far as these are due. */
export async function composeMessages(
  db: Db,
  { rules, now, ...context }: ComposeContext,
): Promise<ComposedMessages> {
  const away = await lastAwayTime(db)
  const added: NewMessage[] = []
  let nextAt: Instant | null = null
  for (const channel of await channelsWithHeldAlerts(db)) {
    const policy = rules.channels.get(channel) ?? NO_POLICY
    const rows = await heldAlerts(db, channel)
    const held = rows.map((row) => ({ ...row, content: readContent(row.content) }))
    const sentOn = policy.maxPerDay === null ? new Map() : await sentOnDays(db, channel, held[0]?.at, now)
    const due = dueMessages({ held, sentOn }, { policy, now })
    for (const planned of due.messages) {
      const message = alertMessage(channel, planned, { ...context, away })
      const { id, createdAt: created, title, text, firstLink, body } = message
      const content = JSON.stringify({ ...body, firstLink })
      added.push({ id, channel, created, title, text, content, alerts: planned.alerts.map((row) => row.id) })
    }
    if (nextAt === null || (due.nextAt !== null && due.nextAt < nextAt)) nextAt = due.nextAt
  }
  // In one transaction, since each waits for the disk.
  if (added.length > 0) await recordMessages(db, added)
  return { messages: added.length, nextAt }
}

/** How many messages a channel got on each day since its oldest alert that is held back, and yesterday. */
async function sentOnDays(
  db: Db,
  channel: string,
  oldest: Instant | undefined,
  now: Instant,
): Promise<Map<Day, number>> {
  const yesterday = istInstant(addDays(istDay(now), -1), '00:00')
  const since = oldest !== undefined && oldest < yesterday ? istMidnightBefore(oldest) : yesterday
  const counts = new Map<Day, number>()
  for (const created of await creationTimes(db, channel, since))
    counts.set(istDay(created), (counts.get(istDay(created)) ?? 0) + 1)
  return counts
}
