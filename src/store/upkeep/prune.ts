import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import { nextFetchId } from '../collection/fetches.ts'
import type { Db } from '../engines/db.ts'
import { whileBusy } from '../engines/while-busy.ts'
import { holdMarket } from '../version/market-version.ts'

export interface PruneOptions {
  /** Answers that were last received before this moment go. */
  readonly before: Instant
  /** Answers and rows that wait for a mended parser go, too. */
  readonly alsoUnread: boolean
  readonly dryRun: boolean
  readonly now: () => Instant
  /** Ends it after the batch under way. */
  readonly signal?: AbortSignal
}

export interface Pruned {
  readonly removed: number
  /** As they were kept: compressed. */
  readonly bytes: number
  /** Answers that are as old, but still needed. */
  readonly needed: number
}

/** So few that the market is held for some milliseconds only. */
const ANSWERS_PER_BATCH = 100
/** Long enough for a round that waits for the market. */
const PAUSE_MS = 30

/** Removes raw answers that are old and no longer needed, and nothing else: their downloads and facts stay. */
export async function prunePayloads(db: Db, options: PruneOptions): Promise<Pruned> {
  const planned = await nextFetchId(db)
  const old = await oldPayloads(db, options)
  const unneeded = old.filter(({ isNeeded }) => !isNeeded)
  const needed = old.length - unneeded.length
  if (options.dryRun) return { removed: unneeded.length, bytes: sumOf(unneeded), needed }
  let removed = 0
  let bytes = 0
  for (let from = 0; from < unneeded.length && !options.signal?.aborted; from += ANSWERS_PER_BATCH) {
    if (from > 0) await setTimeout(PAUSE_MS)
    const hashes = unneeded.slice(from, from + ANSWERS_PER_BATCH).map(({ hash }) => hash)
    const gone = await whileBusy(options.now, () => removeBatch(db, hashes, planned))
    removed += gone.length
    bytes += sumOf(gone)
  }
  return { removed, bytes, needed }
}

const sumOf = (payloads: readonly { bytes: number }[]): number =>
  payloads.reduce((sum, { bytes }) => sum + bytes, 0)

/**
 * An answer is as old as its last download. Needed are the last answer of each document that could be read (a host may
 * say that it still stands, and a replay takes terms from it), answers that could not be read since then, and those with
 * a row that could not be read: they wait for a mended parser. A replay reads such a round whole, so all of it stays.
 * Files of one day are not asked for again once they are read, and go by their age.
 */
async function oldPayloads(db: Db, { before, alsoUnread }: PruneOptions) {
  const lastRead = sql`
    select f.round from fetches f
    join (select source, document, max(fetched) as fetched from fetches
          where day is null and reading is not null group by source, document) newest
      on newest.source = f.source and newest.document = f.document and newest.fetched = f.fetched`
  const unread = sql`
    select f.round from fetches f
    left join (select source, document, max(fetched) as fetched from fetches
               where reading is not null group by source, document) newest
      on newest.source = f.source and newest.document = f.document
    where f.reading is null and f.fetched > coalesce(newest.fetched, '')
    union
    select f.round from fetches f join refusals r on r.fetch = f.id
    where r.said is null and r.settled is null`
  const rounds = alsoUnread ? lastRead : sql`${lastRead} union ${unread}`
  const { rows } = await sql<{ hash: string; bytes: number; needed: number }>`
    select hash, length(compressed) as bytes,
      hash in (select payload from fetches where round in (${rounds})) as needed
    from payloads
    where stored < ${before} and hash not in (select payload from fetches where fetched >= ${before})
    order by stored, hash`.execute(db)
  return rows.map(({ hash, bytes, needed }) => ({ hash, bytes, isNeeded: Boolean(needed) }))
}

/** Leaves an answer that was received again since it was planned to go. */
async function removeBatch(db: Db, hashes: readonly string[], planned: number): Promise<{ bytes: number }[]> {
  return db.transaction().execute(async (tx) => {
    // What a round does, it does under this lock: none can refer to an answer while it goes.
    await holdMarket(tx)
    const { rows } = await sql<{ bytes: number }>`
      delete from payloads where hash in (${sql.join(hashes)})
        and not exists (select 1 from fetches f where f.id >= ${planned} and f.payload = payloads.hash)
      returning length(compressed) as bytes`.execute(tx)
    return rows
  })
}
