import { setTimeout } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import { type Fetch, nextFetchId } from '../collection/fetches.ts'
import { type Db, whileBusy } from '../engines/db.ts'
import { chunksOf, isAmong } from '../engines/statements.ts'
import { FACT_TABLES } from '../facts/fact-rows.ts'
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
const FETCHES_PER_BATCH = 1000
/** Long enough for a round that waits for the market lock. */
const PAUSE_MS = 30

/** Removes raw answers that are old and no longer needed, and then the records of downloads that nothing needs. */
export async function prunePayloads(db: Db, options: PruneOptions): Promise<Pruned> {
  const planned = await nextFetchId(db)
  const old = await oldPayloads(db, options)
  const unneeded = old.filter(({ isNeeded }) => !isNeeded)
  const needed = old.length - unneeded.length
  if (options.dryRun) return { removed: unneeded.length, bytes: sumOf(unneeded), needed }
  let removed = 0
  let bytes = 0
  for (const batch of chunksOf(unneeded, ANSWERS_PER_BATCH)) {
    if (options.signal?.aborted) break
    const hashes = batch.map(({ hash }) => hash)
    const gone = await whileBusy(options.now, () => removeBatch(db, hashes, planned))
    removed += gone.length
    bytes += sumOf(gone)
    await setTimeout(PAUSE_MS)
  }
  await pruneFetches(db, options)
  return { removed, bytes, needed }
}

async function pruneFetches(db: Db, options: PruneOptions): Promise<void> {
  const { now, signal } = options
  const sources = await db.selectFrom('fetches').select('source').distinct().execute()
  for (const { source } of sources) {
    const old = await oldFetches(db, source, options)
    const ids = [...Map.groupBy(old, ({ document }) => document).values()].flatMap(unneededFetches)
    for (const batch of chunksOf(ids, FETCHES_PER_BATCH)) {
      if (signal?.aborted) return
      await whileBusy(now, () => removeFetches(db, batch))
      await setTimeout(PAUSE_MS)
    }
  }
}

type OldFetch = Pick<Fetch, 'id' | 'document' | 'fetched' | 'reading'> & { readonly isNeeded: unknown }

/** Old downloads of a source by document, oldest first, and whether a replay, a fact or a refusal needs each. */
async function oldFetches(db: Db, source: string, options: PruneOptions): Promise<OldFetch[]> {
  const referred = [...FACT_TABLES, 'refusals'].map(
    (table) => sql`select "fetch" from ${sql.table(table)} where "fetch" is not null`,
  )
  const { rows } = await sql<OldFetch>`
    select id, document, fetched, reading,
      (batch in (${neededBatches(options)}) or id in (${sql.join(referred, sql` union `)})) as "isNeeded"
    from fetches where source = ${source} and fetched < ${options.before} order by document, fetched, id`.execute(
    db,
  )
  return rows
}

/**
 * Of a document's old downloads these stay: the last one; the last readable one, the first with the same reading since
 * then and the one before that, which show since when the page is unchanged; and the first readable one of each day,
 * which shows that rows were still read on that day.
 */
function unneededFetches(old: readonly OldFetch[]): number[] {
  const read = old.filter(({ reading }) => reading !== null)
  const last = read.at(-1)
  const before = read.findLastIndex(({ reading }) => reading !== last?.reading)
  const kept = new Set([old.at(-1), last, read[before], read[before + 1]])
  const days = new Set<Day>()
  for (const fetch of read) {
    const day = istDay(fetch.fetched)
    if (!days.has(day)) kept.add(fetch)
    days.add(day)
  }
  return old.filter((fetch) => !kept.has(fetch) && !fetch.isNeeded).map(({ id }) => id)
}

const removeFetches = (db: Db, ids: readonly number[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await holdMarket(tx)
    await sql`delete from fetches where ${isAmong(tx, sql`id`, ids)}`.execute(tx)
  })

const sumOf = (payloads: readonly { bytes: number }[]): number =>
  payloads.reduce((sum, { bytes }) => sum + bytes, 0)

/**
 * The batches whose answers are needed: the last readable answer of each document (a host may report that it is
 * unchanged, and a replay takes terms from it), unreadable answers since then, those with an unreadable row, and those
 * that no round has made facts of: these wait for a fix of ours. A replay reads such a batch whole, so that all of it
 * stays. Files of one day are not downloaded again once they are read, and are removed by age.
 */
function neededBatches({ alsoUnread }: PruneOptions): RawBuilder<unknown> {
  const lastRead = sql`
    select f.batch from fetches f
    join (select source, document, max(fetched) as fetched from fetches
          where day is null and reading is not null group by source, document) newest
      on newest.source = f.source and newest.document = f.document and newest.fetched = f.fetched`
  const unread = sql`
    select f.batch from fetches f
    left join (select source, document, max(fetched) as fetched from fetches
               where reading is not null group by source, document) newest
      on newest.source = f.source and newest.document = f.document
    where f.reading is null and f.fetched > coalesce(newest.fetched, '')
    union
    select f.batch from fetches f join refusals r on r.fetch = f.id
    where r.said is null and r.settled is null
    union
    select batch from fetches where round is null`
  return alsoUnread ? lastRead : sql`${lastRead} union ${unread}`
}

/** An answer is as old as its last download. */
async function oldPayloads(db: Db, options: PruneOptions) {
  const { before } = options
  const { rows } = await sql<{ hash: string; bytes: number; needed: number }>`
    select hash, length(compressed) as bytes,
      hash in (select payload from fetches where batch in (${neededBatches(options)})) as needed
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
