import { sql } from 'kysely'
import { END_OF_TIME, type Instant } from '../../market/calendar.ts'
import { chunksOf } from '../engines/chunks.ts'
import { type Db, oneRow } from '../engines/db.ts'
import type { NewRow, StoreRow } from '../tables.ts'
import { holdingOutbox, OutboxChanged } from './hold-outbox.ts'

export type MessageRow = StoreRow<'alert_messages'>

/** A message and the ids of the alerts that it carries. */
export type NewMessage = Pick<
  NewRow<'alert_messages'>,
  'id' | 'channel' | 'created' | 'title' | 'text' | 'content'
> & { readonly alerts: readonly number[] }

/**
 * Records messages in their order and marks their alerts, all or none. Throws `OutboxChanged` when an alert is in a
 * message already.
 */
export function recordMessages(db: Db, messages: readonly NewMessage[]): Promise<void> {
  return holdingOutbox(db, async (tx) => {
    const newest = sql<{ last: number }>`select coalesce(max(position), 0) as last from alert_messages`
    let { last } = await oneRow(tx, newest)
    for (const { alerts, ...message } of messages) {
      for (const some of chunksOf(alerts, IDS_PER_UPDATE)) {
        const marked = await tx
          .updateTable('alerts')
          .set({ message: message.id })
          .where('id', 'in', some)
          .where('message', 'is', null)
          .returning('id')
          .execute()
        if (marked.length < some.length)
          throw new OutboxChanged(`an alert of the message ${message.id} is in a message already`)
      }
      last++
      await tx
        .insertInto('alert_messages')
        .values({ ...message, ...NOT_TRIED, position: last, next_try: message.created })
        .execute()
    }
  })
}

/** Few enough values for one statement on both engines. */
const IDS_PER_UPDATE = 500

const NOT_TRIED = {
  state: 'waiting',
  tries: 0,
  first_try: null,
  reason: null,
  rejected: 0,
  ended: null,
} as const

/** The messages of all channels that are to be sent, in order. */
export const waitingMessages = (db: Db): Promise<MessageRow[]> =>
  db.selectFrom('alert_messages').selectAll().where('state', '=', 'waiting').orderBy('position').execute()

/** What an attempt changes. */
export type Attempt =
  | {
      readonly state: 'waiting'
      readonly reason: string
      /** True when the receiver objected to this message, so that later ones do not wait for it. */
      readonly isRejected?: boolean
      readonly nextTry: Instant
    }
  | { readonly state: 'delivered' }
  | { readonly state: 'given-up'; readonly reason: string }

/**
 * Records an attempt to deliver a message, and returns it as it is now. Throws `OutboxChanged` when another process has
 * recorded one since it was read.
 */
export function recordAttempt(
  db: Db,
  { id, tries, first_try, reason }: Pick<MessageRow, 'id' | 'tries' | 'first_try' | 'reason'>,
  attempt: Attempt,
  at: Instant,
): Promise<MessageRow> {
  const isWaiting = attempt.state === 'waiting'
  const changed = {
    state: attempt.state,
    rejected: isWaiting && attempt.isRejected ? 1 : 0,
    tries: tries + 1,
    first_try: first_try ?? at,
    reason: attempt.state === 'delivered' ? reason : attempt.reason,
    next_try: isWaiting ? attempt.nextTry : null,
    ended: isWaiting ? null : at,
  } as const
  return holdingOutbox(db, async (tx) => {
    const row = await tx
      .updateTable('alert_messages')
      .set(changed)
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('tries', '=', tries)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new OutboxChanged(`another process has tried the message ${id}`)
    return row
  })
}

/** Gives up waiting messages of a channel without another attempt, and returns them in order. */
export const giveUpMessages = (
  db: Db,
  channel: string,
  { reason, at, createdBefore = END_OF_TIME }: GivingUp,
): Promise<MessageRow[]> =>
  holdingOutbox(db, (tx) =>
    tx
      .updateTable('alert_messages')
      .set({ state: 'given-up', reason, next_try: null, ended: at })
      .where('channel', '=', channel)
      .where('state', '=', 'waiting')
      .where('created', '<', createdBefore)
      .returningAll()
      .execute()
      .then((rows) => rows.sort((a, b) => a.position - b.position)),
  )

export interface GivingUp {
  readonly reason: string
  readonly at: Instant
  /** All of them when left out. */
  readonly createdBefore?: Instant
}

/** The names of the rules with an alert in a message. */
export async function rulesInMessage(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('alerts')
    .select('rule')
    .distinct()
    .where('message', '=', id)
    .orderBy('rule')
    .execute()
  return rows.map(({ rule }) => rule)
}

/** When the messages of a channel since a moment were created, in order. */
export async function creationTimes(db: Db, channel: string, since: Instant): Promise<Instant[]> {
  const rows = await db
    .selectFrom('alert_messages')
    .select('created')
    .where('channel', '=', channel)
    .where('created', '>=', since)
    .orderBy('created')
    .execute()
  return rows.map(({ created }) => created)
}
