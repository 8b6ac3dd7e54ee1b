import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { lastIdsBefore } from '../engines/last-id.ts'
import type { RoundRange } from '../issue-index/issues-in-rounds.ts'

/** A round with new facts, which is a version of the market. */
export interface VersionRound {
  readonly version: number
  readonly committed: Instant
  /** The number of its new facts. */
  readonly facts: number
}

const SELECT = sql`select version, committed, rows_kept as facts from rounds where version = id`

/** The first rounds of a range that have new facts. */
export async function versionRounds(
  db: Db,
  { after, upTo }: RoundRange,
  limit: number,
): Promise<VersionRound[]> {
  const { rows } = await sql<VersionRound>`
    ${SELECT} and id > ${after} and id <= ${upTo} order by id limit ${limit}`.execute(db)
  return rows
}

/** The market version at a moment: the last round committed by then; version 0 when there is none. */
export async function versionRoundAt(db: Db, moment: Instant): Promise<VersionRound> {
  const search = sql`select 0 as key, ${moment} as bound, max(id) as top from rounds`
  const last = lastIdsBefore(
    search,
    ({ id, bound }) =>
      sql`(select committed from rounds where id > ${id} and version = id order by id limit 1) <= ${bound}`,
  )
  const [round] = await lastVersionRounds(db, sql<number>`(select id from (${last}) found)`, 1)
  return round ?? NOTHING
}

/** The last rounds with new facts up to a version, newest first. */
export async function lastVersionRounds(
  db: Db,
  version: number | RawBuilder<number>,
  limit: number,
): Promise<VersionRound[]> {
  const { rows } = await sql<VersionRound>`
    ${SELECT} and id <= ${version} order by id desc limit ${limit}`.execute(db)
  return rows
}

const NOTHING: VersionRound = { version: 0, committed: '1970-01-01T00:00:00.000Z', facts: 0 }
