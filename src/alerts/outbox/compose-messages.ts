import {
  addDays,
  type Day,
  type Instant,
  istDay,
  istInstant,
  istMidnightBefore,
} from '../../market/calendar.ts'
import { type AwayTime, lastAwayTime } from '../../store/alerts/alert-progress.ts'
import {
  type AlertRow,
  channelsWithHeldAlerts,
  creationTimes,
  heldAlerts,
  type NewMessage,
  recordMessages,
} from '../../store/alerts/outbox.ts'
import type { Db } from '../../store/engines/db.ts'
import type { AlertContent } from '../alert.ts'
import type { AlertRules, ChannelPolicy } from '../rules/alert-rules.ts'
import { compose } from './compose.ts'
import type { Composed, HeldAlert } from './message-plan.ts'
import { outgoingMessage } from './outgoing-message.ts'

export interface ComposeContext {
  readonly rules: Pick<AlertRules, 'channels'>
  readonly publicUrl: string
  readonly isDemo: boolean
  /** All alerts up to this moment are recorded. */
  readonly now: Instant
}

export interface ComposedMessages {
  /** The number of new messages. */
  readonly messages: number
  /** When the next is due by the clock; `null` when none is known. */
  readonly nextAt: Instant | null
}

/** An alert as it is recorded, and what decides about its message. */
interface HeldRow extends HeldAlert {
  readonly row: AlertRow
}

/** Alerts of a channel that is no longer in the file are not held back: their messages are given up at once. */
const NO_POLICY: ChannelPolicy = { quietHours: null, maxPerDay: null }

/** Puts the recorded alerts of all channels into messages, as far as these are due. */
export async function composeMessages(db: Db, context: ComposeContext): Promise<ComposedMessages> {
  const away = await lastAwayTime(db)
  const added: NewMessage[] = []
  let nextAt: Instant | null = null
  for (const channel of await channelsWithHeldAlerts(db)) {
    const composition = await composeChannel(db, channel, context)
    added.push(...composition.messages.map((message) => newMessage(channel, message, { ...context, away })))
    if (nextAt === null || (composition.nextAt !== null && composition.nextAt < nextAt))
      nextAt = composition.nextAt
  }
  // In one transaction, since each waits for the disk.
  if (added.length > 0) await recordMessages(db, added)
  return { messages: added.length, nextAt }
}

async function composeChannel(db: Db, channel: string, { rules, now }: ComposeContext) {
  const policy = rules.channels.get(channel) ?? NO_POLICY
  const held = (await heldAlerts(db, channel)).map(
    (row): HeldRow => ({ row, at: row.at, isDigest: row.event === 'digest' }),
  )
  const sentOn = policy.maxPerDay === null ? new Map() : await sentOnDays(db, channel, held, now)
  return compose(held, { policy, sentOn, now })
}

/** The messages of each day since the oldest of these alerts, and of yesterday. */
async function sentOnDays(
  db: Db,
  channel: string,
  [oldest]: readonly HeldRow[],
  now: Instant,
): Promise<Map<Day, number>> {
  const yesterday = istInstant(addDays(istDay(now), -1), '00:00')
  const since = oldest && oldest.at < yesterday ? istMidnightBefore(oldest.at) : yesterday
  const counts = new Map<Day, number>()
  for (const created of await creationTimes(db, channel, since))
    counts.set(istDay(created), (counts.get(istDay(created)) ?? 0) + 1)
  return counts
}

function newMessage(
  channel: string,
  composed: Composed<HeldRow>,
  context: Pick<ComposeContext, 'publicUrl' | 'isDemo'> & { away: AwayTime | null },
): NewMessage {
  const alerts = composed.alerts.map(({ at, row }) => ({
    at,
    rule: row.rule,
    key: row.key,
    content: contentOf(row),
  }))
  const { id, createdAt, title, text, content } = outgoingMessage(channel, composed, alerts, context)
  return {
    id,
    channel,
    created: createdAt,
    title,
    text,
    content: JSON.stringify(content),
    alerts: composed.alerts.map(({ row }) => row.id),
  }
}

export const contentOf = ({ content }: Pick<AlertRow, 'content'>): AlertContent => JSON.parse(content)
