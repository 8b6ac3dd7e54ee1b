import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '../market/calendar.ts'
import { type Db, isOnPostgres } from './engines/db.ts'

/**
 * Which facts an answer may use. Facts are only ever added, so these two bounds define a snapshot: nothing that is
 * committed later, backfilled or not, enters it.
 */
export interface View {
  /** The market version, which is the last round included. */
  readonly version: number
  /** Facts recorded after this moment are left out; `null` for the present. */
  readonly asOf: Instant | null
}

/** True for the rows of a fact table that the view includes. */
export const isKnownTo = ({ version, asOf }: View): RawBuilder<boolean> =>
  asOf === null
    ? sql<boolean>`round <= ${version}`
    : sql<boolean>`(round <= ${version} and recorded <= ${asOf})`

/**
 * The same for rows that are sought by other columns, such as their issue. To PostgreSQL both bounds are expressions, so
 * that it does not seek by them as well: nearly all these rows meet them, and each such seek takes longer than a row.
 */
export function isAlsoKnownTo(db: Db, view: View): RawBuilder<boolean> {
  if (!isOnPostgres(db)) return isKnownTo(view)
  const { version, asOf } = view
  return asOf === null
    ? sql<boolean>`round + 0 <= ${version}`
    : sql<boolean>`(round + 0 <= ${version} and recorded || '' <= ${asOf})`
}

/** The same for facts in memory. */
export const isInView =
  ({ version, asOf }: View) =>
  ({ round = 0, recorded }: { readonly round?: number; readonly recorded: Instant }): boolean =>
    round <= version && (asOf === null || recorded <= asOf)
