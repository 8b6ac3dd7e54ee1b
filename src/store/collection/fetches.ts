import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { isAmong, lastIdIn } from '../engines/statements.ts'
import type { NewRow, StoreRow } from '../tables.ts'

export type Fetch = StoreRow<'fetches'>

/** The next free id. Only safe while the caller holds the market lock. */
export const nextFetchId = async (tx: Db): Promise<number> => (await lastIdIn(tx, 'fetches')) + 1

export async function storeFetch(tx: Db, fetch: NewRow<'fetches'>): Promise<void> {
  await tx.insertInto('fetches').values(fetch).execute()
}

/** The last readable download of each document of a source, up to a moment. */
export const lastFetches = (db: Db, source: string, upTo: Instant): Promise<Map<string, Fetch>> =>
  newestFetches(db, source, sql`reading is not null and fetched <= ${upTo}`)

/** The last download of each document of a source that meets a condition. */
export async function newestFetches(
  db: Db,
  source: string,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<Map<string, Fetch>> {
  const nextDocument = (after: RawBuilder<unknown>) =>
    sql`(select min(document) from fetches where source = ${source} and ${after})`
  // Goes from document to document in the index: a source has many downloads of few documents.
  const { rows } = await sql<Fetch>`
    with recursive documents (name) as (
      select ${nextDocument(sql`document >= ''`)}
      union all
      select ${nextDocument(sql`document > name`)} from documents where name is not null)
    select f.* from documents cross join fetches f
    where f.id = (select id from fetches where source = ${source} and document = name and ${condition}
                  order by fetched desc, id desc limit 1)
    order by f.id`.execute(db)
  return new Map(rows.map((row) => [row.document, row]))
}

/** The previous download of the same document. */
export const fetchBefore = (
  db: Db,
  { source, document, fetched }: Pick<Fetch, 'source' | 'document' | 'fetched'>,
): Promise<Fetch | undefined> =>
  db
    .selectFrom('fetches')
    .selectAll()
    .where('source', '=', source)
    .where('document', '=', document)
    .where('fetched', '<', fetched)
    .orderBy('fetched', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The downloads that were made together, by id. */
export const fetchesOfBatch = (
  db: Db,
  { source, batch }: Pick<Fetch, 'source' | 'batch'>,
): Promise<Fetch[]> =>
  db
    .selectFrom('fetches')
    .selectAll()
    .where('source', '=', source)
    .where('batch', '=', batch)
    .orderBy('id')
    .execute()

/** The downloads of a source that no round has made facts of, by id. */
export const underivedFetches = (db: Db, source: string): Promise<Fetch[]> =>
  db
    .selectFrom('fetches')
    .selectAll()
    .where('source', '=', source)
    .where('round', 'is', null)
    .orderBy('id')
    .execute()

/** Records that a round has made facts of these batches. A download stays with its first round. */
export async function markDerived(tx: Db, batches: readonly number[], round: number): Promise<void> {
  await sql`update fetches set round = ${round}
    where round is null and ${isAmong(tx, sql`batch`, batches)}`.execute(tx)
}

/** The start of the unbroken run of downloads with this reading; `null` when the document never had it. */
export async function sameReadingSince(
  db: Db,
  { source, document, reading, upTo }: { source: string; document: string; reading: string; upTo: Instant },
): Promise<Instant | null> {
  const other = sql`select coalesce(max(fetched), '') from fetches
    where source = ${source} and document = ${document} and reading <> ${reading} and fetched <= ${upTo}`
  const { rows } = await sql<{ since: Instant | null }>`
    select min(fetched) as since from fetches
    where source = ${source} and document = ${document} and reading = ${reading}
      and fetched <= ${upTo} and fetched > (${other})`.execute(db)
  return rows[0]?.since ?? null
}

/** More than all sources together download in a day. */
const LATELY = 3000

/** Since when each document of a source has had its last reading, as far as it was downloaded lately. */
export async function unchangedSince(db: Db, source: string, upTo: Instant): Promise<Map<string, Instant>> {
  const { rows } = await sql<Pick<Fetch, 'document' | 'fetched' | 'reading'>>`
    select document, fetched, reading from fetches
    where id > (select max(id) from fetches) - ${LATELY}
      and source = ${source} and reading is not null and fetched <= ${upTo}
    order by fetched, id`.execute(db)
  const runs = new Map<string, { readonly reading: string | null; readonly since: Instant }>()
  for (const { document, fetched, reading } of rows)
    if (runs.get(document)?.reading !== reading) runs.set(document, { reading, since: fetched })
  return new Map([...runs].map(([document, { since }]) => [document, since]))
}

/** Every download of a source, oldest first. */
export async function* fetchesOf(db: Db, source: string): AsyncGenerator<Fetch> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Fetch>`
      select * from fetches where source = ${source} and id > ${after} order by id limit 200`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    yield* rows
    after = last.id
  }
}
