import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import { nextFetchId } from '../collection/fetches.ts'
import type { Db } from '../engines/db.ts'
import { whileBusy } from '../engines/while-busy.ts'
import { holdMarket } from '../version/market-version.ts'

export interface PruneOptions {
  /** Answers that were last received before this moment are removed. */
  readonly before: Instant
  /** Also removes answers and rows that wait for a fixed parser. */
  readonly alsoUnread: boolean
  readonly dryRun: boolean
  readonly now: () => Instant
  /** Stops after the current batch. */
  readonly signal?: AbortSignal
}

export interface Pruned {
  readonly removed: number
  /** The size as stored, which is compressed. */
  readonly bytes: number
  /** Answers that are old enough, but still needed. */
  readonly needed: number
}

/** Small, so that the market is locked for some milliseconds only. */
const ANSWERS_PER_BATCH = 100
/** Long enough for a round that waits for the market lock. */
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
 * An answer is as old as its last download. Needed are the last readable answer of each document (a host may report
 * that it is unchanged, and a replay takes terms from it), unreadable answers since then, and those with an unreadable
 * row: these wait for a fixed parser. A replay reads such a round whole, so that all of the round stays. Files of one
 * day are not downloaded again once they are read, and are removed by age.
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

/** Skips an answer that was received again since the removal was planned. */
async function removeBatch(db: Db, hashes: readonly string[], planned: number): Promise<{ bytes: number }[]> {
  return db.transaction().execute(async (tx) => {
    // Rounds hold the same lock, so that none can refer to an answer during its removal.
    await holdMarket(tx)
    const { rows } = await sql<{ bytes: number }>`
      delete from payloads where hash in (${sql.join(hashes)})
        and not exists (select 1 from fetches f where f.id >= ${planned} and f.payload = payloads.hash)
      returning length(compressed) as bytes`.execute(tx)
    return rows
  })
}
