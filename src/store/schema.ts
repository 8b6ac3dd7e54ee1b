import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, isOnPostgres, isPostgres, openDb } from './engines/db.ts'
import { sqliteFileExists } from './engines/sqlite.ts'
import { FACT_TABLES, tableDefinition } from './facts/fact-rows.ts'
import { type ColumnKind, type StoredColumn, TABLES } from './tables.ts'

/** What a table has beside its columns. */
const TABLE_CONSTRAINTS: Readonly<Record<string, string>> = {
  deal_counts: 'primary key (round, day)',
  issue_keys: 'primary key (source, key, issue)',
  host_introductions: 'primary key (host, agent)',
  closed_paths: 'primary key (host, path)',
  host_requests: 'primary key (host, day)',
  alerts: 'unique (channel, key)',
}

const sqlTypeOf = (kind: ColumnKind): string =>
  kind === 'id' || kind === 'count' ? 'integer' : kind === 'bytes' ? 'bytea' : 'text'

/** The definition of a table, for SQLite; `forPostgres` translates the types. */
function definitionOf([table, columns]: [string, Readonly<Record<string, StoredColumn>>]): string {
  const parts = Object.entries(columns).map(
    ([name, { kind, isNullable, constraint = isNullable ? '' : 'not null' }]) =>
      `"${name}" ${sqlTypeOf(kind)} ${constraint}`,
  )
  return `${table} (${[...parts, TABLE_CONSTRAINTS[table] ?? []].flat().join(', ')})`
}

/** One index for each way of reading: by subject, by issue, in the order of recording, a page of deals. */
const INDEXES: readonly string[] = [
  `index issue_facts_subject on issue_facts (issue, source)`,
  `index aliases_subject on aliases (issue)`,
  `index sames_subject on sames (issue)`,
  // Covers the quotes of many issues, of which only these columns are needed.
  `index gmp_reports_subject on gmp_reports (issue, observed_at, source, recorded, round, gmp)`,
  `index subscription_reports_subject on subscription_reports (issue, observed_at)`,
  `index listings_subject on listings (issue)`,
  `index holidays_subject on holidays (day)`,
  `index retractions_issue on retractions (issue)`,
  `index retractions_of_deals on retractions (id) where fact = 'deal'`,
  `unique index deals_identity on deals
    (trade_date, symbol, client_name, quantity, price, exchange, kind, deal_type, occurrence)`,
  // With the columns of filters, so that rows that do not match are not read.
  `index deals_newest on deals (trade_date desc, value desc, exchange, kind, deal_type)`,
  // A symbol and a client are searched for in any letter case.
  `index deals_of_symbol on deals (upper(symbol), trade_date desc, value desc)`,
  `index deals_of_client on deals (upper(client_name), trade_date desc, value desc)`,
  ...FACT_TABLES.map((table) => `index ${table}_recorded on ${table} (recorded, id)`),
  `index rounds_source on rounds (source, work, started)`,
  `index rounds_committed on rounds (committed)`,
  `index fetches_document on fetches (source, document, fetched)`,
  `index fetches_round on fetches (round, id)`,
  `index fetches_batch on fetches (batch)`,
  `index refusals_open on refusals (settled, rule, id)`,
  `index refusals_subject on refusals (source, subject, rule)`,
  `index refusal_changes_round on refusal_changes (round)`,
  `index alerts_held on alerts (channel, at, id) where message is null`,
  `index alerts_of_message on alerts (message)`,
  `index alerts_of_issue on alerts (slug, at)`,
  `index alert_messages_waiting on alert_messages (channel, position) where state = 'waiting'`,
  `index alert_messages_created on alert_messages (channel, created)`,
]

/** Text is compared by code point as on SQLite, whatever the database's locale, and integers have 64 bits. */
const forPostgres = (definition: string): string =>
  definition.replace(/ text\b/g, ' text collate "C"').replace(/ integer\b/g, ' bigint')

async function createTables(tx: Db): Promise<void> {
  const translated = isOnPostgres(tx) ? forPostgres : (definition: string) => definition
  const tables = [...Object.entries(TABLES).map(definitionOf), ...FACT_TABLES.map(tableDefinition)]
  for (const table of tables) await sql.raw(`create table ${translated(table)}`).execute(tx)
  for (const index of INDEXES) await sql.raw(`create ${index}`).execute(tx)
  const beginning = '1970-01-01T00:00:00.000Z'
  await sql`insert into market_version values (1, 0, 0, 0, ${beginning})`.execute(tx)
  await sql`insert into alert_progress (id) values (1)`.execute(tx)
  await sql`insert into installation values (1, ${randomInt(1_000_000_000)})`.execute(tx)
}

/** The name of the schema in the store. A later change of it adds a name and a step that leads there. */
const SCHEMA = '011-one-schema'

/**
 * Creates the tables where there are none, in one transaction. Safe when several processes start at once. Throws for a
 * store with another schema.
 */
export async function migrate(db: Db): Promise<void> {
  // Reading an up-to-date store needs no lock, and does not wait for a large import.
  if (await isUpToDate(db)) return
  await db.transaction().execute(async (tx) => {
    await lockSchema(tx)
    if (await isUpToDate(tx)) return
    await createTables(tx)
    await sql`insert into schema_migrations (name) values (${SCHEMA})`.execute(tx)
  })
}

/** True when the schema is this release's, and false when there is none. Throws for another one. Writes nothing. */
export async function isUpToDate(db: Db): Promise<boolean> {
  if (!(await hasSchema(db))) return false
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
  const names = rows.map(({ name }) => name)
  const fault = schemaFault(names)
  if (fault !== undefined) throw new Error(`this store ${fault}`)
  return names.includes(SCHEMA)
}

/** Why this release cannot use a store whose schema has these names, as the rest of a sentence. */
export function schemaFault(names: readonly string[]): string | undefined {
  const newer = names.find((name) => name > SCHEMA)
  if (newer !== undefined)
    return `was written by a newer Greymark (its schema has "${newer}"): upgrade Greymark, or point DATABASE_URL at another store`
  return names.length === 0 || names.includes(SCHEMA)
    ? undefined
    : 'was written by an earlier build of Greymark, which nothing here can read: with that build run "greymark export FILE", then with this one, and DATABASE_URL at a new place, "greymark import FILE". Refused rows, raw answers and sent alerts do not come along; no alert is sent again (docs/operating.md, "Move an earlier store")'
}

/** True when there is a store at the address. Creates nothing. */
export async function storeExists(url: string): Promise<boolean> {
  if (!isPostgres(url)) return sqliteFileExists(url)
  const db = openDb(url)
  try {
    return await hasSchema(db)
  } finally {
    await db.destroy()
  }
}

/** Makes a second process wait here until the first has created the tables. */
async function lockSchema(tx: Db): Promise<void> {
  if (isOnPostgres(tx))
    await sql`select pg_advisory_xact_lock(hashtextextended('greymark migrations', 0))`.execute(tx)
  await sql`create table if not exists schema_migrations (name text primary key)`.execute(tx)
  // Only one transaction can hold this key: on SQLite, if the table exists, no statement before this takes the lock.
  await sql`insert into schema_migrations (name) values ('')`.execute(tx)
  await sql`delete from schema_migrations where name = ''`.execute(tx)
}

/** True when there are tables of Greymark, of whatever release. */
export async function hasSchema(db: Db): Promise<boolean> {
  const { rows } = isOnPostgres(db)
    ? await sql`select 1 where to_regclass('schema_migrations') is not null`.execute(db)
    : await sql`select 1 from sqlite_master where name = 'schema_migrations'`.execute(db)
  return rows.length > 0
}
