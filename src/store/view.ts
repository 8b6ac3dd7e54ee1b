import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '../market/calendar.ts'

/**
 * Which facts an answer may use. Facts are only ever added, so these two bounds are a snapshot: nothing that is
 * committed later, backfilled or not, enters it.
 */
export interface View {
  /** The market version, which is the last round that counts. */
  readonly version: number
  /** Facts learned after this moment do not count; `null` for the present. */
  readonly asOf: Instant | null
}

/** True for the rows of a fact table that the view may use. */
export const isKnownTo = ({ version, asOf }: View): RawBuilder<boolean> =>
  asOf === null
    ? sql<boolean>`round <= ${version}`
    : sql<boolean>`(round <= ${version} and recorded <= ${asOf})`
