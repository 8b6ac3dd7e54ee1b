import { sql } from 'kysely'
import type { Db } from '../engines/db.ts'

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
