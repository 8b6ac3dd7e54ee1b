import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { inputRows } from '../engines/statements.ts'
import type { MessageState } from '../tables.ts'
import type { AlertRow, MessageRow } from './outbox.ts'

export interface AlertLogFilter {
  readonly channel?: string
  readonly state?: MessageState
  /** The name of a rule with an alert in the message. */
  readonly rule?: string
  /** Created at or after this moment. */
  readonly since?: Instant
  readonly limit: number
}

/** A message, and the alerts that it carries, in order. */
export interface LoggedMessage extends MessageRow {
  readonly alerts: readonly Pick<AlertRow, 'key' | 'rule' | 'event' | 'slug' | 'at'>[]
}

/** The newest messages, newest first. */
export async function alertLog(
  db: Db,
  { channel, state, rule, since, limit }: AlertLogFilter,
): Promise<LoggedMessage[]> {
  let query = db.selectFrom('alert_messages').selectAll()
  if (channel !== undefined) query = query.where('channel', '=', channel)
  if (state !== undefined) query = query.where('state', '=', state)
  if (since !== undefined) query = query.where('created', '>=', since)
  if (rule !== undefined)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('alerts')
          .select('alerts.id')
          .whereRef('alerts.message', '=', 'alert_messages.id')
          .where('alerts.rule', '=', rule),
      ),
    )
  const messages = await query.orderBy('position', 'desc').limit(limit).execute()
  const ids = inputRows(db, { id: messages.map(({ id }) => id) })
  const alerts = await db
    .selectFrom('alerts')
    .select(['message', 'key', 'rule', 'event', 'slug', 'at'])
    .where(sql<boolean>`message in (select input.id from ${ids})`)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const ofMessage = Map.groupBy(alerts, ({ message }) => message)
  return messages.map((message) => {
    const own = ofMessage.get(message.id) ?? []
    return { ...message, alerts: own.map(({ message: _, ...alert }) => alert) }
  })
}

/** What waits to be sent to a channel. */
export interface UnsentTotal {
  readonly channel: string
  readonly messages: number
  /** When the oldest one was created. */
  readonly oldest: Instant
}

export async function unsentTotals(db: Db): Promise<UnsentTotal[]> {
  const { rows } = await sql<UnsentTotal>`
    select channel, count(*) as messages, min(created) as oldest from alert_messages
    where state = 'waiting' group by channel order by channel`.execute(db)
  return rows
}

/** The messages that were given up since a moment, oldest first. */
export const givenUpSince = (db: Db, since: Instant): Promise<MessageRow[]> =>
  db
    .selectFrom('alert_messages')
    .selectAll()
    .where('state', '=', 'given-up')
    .where('ended', '>=', since)
    .orderBy('position')
    .execute()
