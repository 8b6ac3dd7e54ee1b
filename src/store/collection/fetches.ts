import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { lastIdIn } from '../engines/statements.ts'
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

/** The downloads of one round, by id. */
export const fetchesOfRound = (
  db: Db,
  { source, round }: Pick<Fetch, 'source' | 'round'>,
): Promise<Fetch[]> =>
  db
    .selectFrom('fetches')
    .selectAll()
    .where('source', '=', source)
    .where('round', '=', round)
    .orderBy('id')
    .execute()

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

/** Every download of a source, oldest first, and whether its payload is still stored. */
export async function* fetchesOf(db: Db, source: string): AsyncGenerator<Fetch & { hasPayload: boolean }> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Fetch & { stored: number }>`
      select f.*, exists (select 1 from payloads p where p.hash = f.payload) as stored from fetches f
      where f.source = ${source} and f.id > ${after} order by f.id limit 200`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    yield* rows.map(({ stored, ...fetch }) => ({ ...fetch, hasPayload: Boolean(stored) }))
    after = last.id
  }
}
