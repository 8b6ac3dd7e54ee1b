import type { Instant } from '../../market/calendar.ts'
import { insertRows } from '../append/insert-rows.ts'
import type { Db } from '../engines/db.ts'
import { lastIdIn } from '../engines/statements.ts'
import type { NewRow } from '../tables.ts'
import { holdingOutbox, OutboxChanged } from './outbox.ts'

/** The position of the market up to which alerts were recorded. */
export interface AlertProgress {
  readonly version: number
  readonly moment: Instant
}

/** An alert for one channel. */
export type NewAlert = Omit<NewRow<'alerts'>, 'id' | 'recorded' | 'message'>

export interface RecordedAlerts {
  /** The position that the alerts were derived from, as it was read. */
  readonly from: AlertProgress | null
  readonly to: AlertProgress
  readonly alerts: readonly NewAlert[]
  readonly recorded: Instant
  /** A long time in which no process recorded alerts, if it ends with these. */
  readonly away?: AwayTime | null
  /** The ids of all rules, where those that are new apply from `to` on. */
  readonly rules?: readonly string[]
}

export interface AwayTime {
  readonly from: Instant
  readonly to: Instant
}

/** How far alerts were recorded; `null` before the first time. */
export async function alertProgress(db: Db): Promise<AlertProgress | null> {
  const row = await db.selectFrom('alert_progress').select(['version', 'moment']).executeTakeFirst()
  return row?.moment == null || row.version === null ? null : { version: row.version, moment: row.moment }
}

/** The ids of the rules that alerts were recorded by; `null` when they are not known. */
export async function knownRules(db: Db): Promise<readonly string[] | null> {
  const row = await db.selectFrom('alert_progress').select('known_rules').executeTakeFirst()
  return row?.known_rules == null ? null : JSON.parse(row.known_rules)
}

/** The last long time in which no process recorded alerts; `null` when there was none. */
export async function lastAwayTime(db: Db): Promise<AwayTime | null> {
  const row = await db.selectFrom('alert_progress').select(['away_from', 'away_to']).executeTakeFirst()
  return row?.away_from == null || row.away_to === null ? null : { from: row.away_from, to: row.away_to }
}

/**
 * Records alerts together with how far they reach, and returns how many are new: one that is recorded already, for its
 * channel and key, is left as it is, and its id stays unused. Throws `OutboxChanged` when another process has recorded any since.
 */
export function recordAlerts(
  db: Db,
  { from, to, alerts, recorded, away, rules }: RecordedAlerts,
): Promise<number> {
  return holdingOutbox(db, async (tx) => {
    const now = await alertProgress(tx)
    if (now?.version !== from?.version || now?.moment !== from?.moment)
      throw new OutboxChanged('another process has recorded alerts')
    await tx
      .updateTable('alert_progress')
      .set({
        ...to,
        updated: recorded,
        ...(away && { away_from: away.from, away_to: away.to }),
        ...(rules && { known_rules: JSON.stringify(rules) }),
      })
      .execute()
    const last = await lastIdIn(tx, 'alerts')
    const rows = alerts.map((alert, i) => ({ ...alert, id: last + 1 + i, recorded, message: null }))
    return insertRows(tx, 'alerts', rows, { orNothing: true })
  })
}
