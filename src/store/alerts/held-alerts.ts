import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import type { StoreRow } from '../tables.ts'

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
