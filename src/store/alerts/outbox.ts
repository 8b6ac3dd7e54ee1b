import { sql } from 'kysely'
import { END_OF_TIME, type Instant } from '../../market/calendar.ts'
import { type Db, oneRow } from '../engines/db.ts'
import { chunksOf } from '../engines/statements.ts'
import type { NewRow, StoreRow } from '../tables.ts'

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
export const unsentMessages = (db: Db): Promise<MessageRow[]> =>
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

export type AlertRow = StoreRow<'alerts'>

/** The alerts of one channel, or of all, that no message carries yet, in order. */
export async function heldAlerts(db: Db, channel?: string): Promise<AlertRow[]> {
  let query = db.selectFrom('alerts').selectAll().where('message', 'is', null)
  if (channel !== undefined) query = query.where('channel', '=', channel)
  return query.orderBy('at').orderBy('id').execute()
}

/** The channels with alerts that no message carries yet. */
export async function channelsWithHeldAlerts(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('alerts')
    .select('channel')
    .distinct()
    .where('message', 'is', null)
    .orderBy('channel')
    .execute()
  return rows.map(({ channel }) => channel)
}

/** The alerts about an issue since a moment, and digests, which may be about any; oldest first. Those whose message was given up were never received. */
export const alertsAbout = (
  db: Db,
  slug: string,
  since: Instant,
): Promise<Pick<AlertRow, 'channel' | 'at' | 'content'>[]> =>
  db
    .selectFrom('alerts')
    .leftJoin('alert_messages', 'alert_messages.id', 'alerts.message')
    .select(['alerts.channel', 'alerts.at', 'alerts.content'])
    .where((is) => is.or([is('slug', '=', slug), is('event', '=', 'digest')]))
    .where('at', '>=', since)
    .where((is) => is.or([is('state', 'is', null), is('state', '!=', 'given-up')]))
    .orderBy('at')
    .orderBy('alerts.id')
    .execute()

/**
 * Runs a write of the outbox in a transaction of its own. It locks the outbox, not the market, so that on PostgreSQL it
 * does not wait for a round. Its first statement writes, so that on SQLite it never fails halfway for another writer.
 */
export const holdingOutbox = <T>(db: Db, write: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`update alert_progress set id = id where id = 1`.execute(tx)
    return write(tx)
  })

/** Another process has changed the outbox since it was read: the work has to begin again. */
export class OutboxChanged extends Error {
  override readonly name = 'OutboxChanged'
}

/** Small, so that a SQLite store is locked for some milliseconds only. */
const MESSAGES_PER_BATCH = 500

/**
 * Removes messages that ended before a moment, with their alerts, and returns how many. What still waits is never
 * removed. Alerts are derived from the recorded progress on, so that an old one could only come again if that went back
 * further than this moment, which it does not.
 */
export async function pruneOutbox(db: Db, before: Instant): Promise<number> {
  let removed = 0
  for (;;) {
    const batch = await holdingOutbox(db, async (tx) => {
      const old = sql`
        select id from alert_messages where state <> 'waiting' and ended < ${before}
        order by position limit ${sql.lit(MESSAGES_PER_BATCH)}`
      await sql`delete from alerts where message in (${old})`.execute(tx)
      const { rows } = await sql`delete from alert_messages where id in (${old}) returning id`.execute(tx)
      return rows.length
    })
    removed += batch
    if (batch < MESSAGES_PER_BATCH) return removed
  }
}
