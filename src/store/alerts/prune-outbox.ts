import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { holdingOutbox } from './hold-outbox.ts'

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
