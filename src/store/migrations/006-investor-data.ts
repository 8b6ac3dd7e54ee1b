import { type Kysely, sql } from 'kysely'
import { type Db, isOnPostgres } from '../engines/db.ts'

/** Holidays; the other figures of a listing day; bids and applications; what trackers print beside a quote. */
export async function addInvestorData(db: Kysely<unknown>): Promise<void> {
  await createHolidays(db)
  const added: Readonly<Record<string, Readonly<Record<string, 'bigint' | 'double precision'>>>> = {
    gmp_reports: { printed_low: 'bigint', printed_high: 'bigint', sauda: 'bigint' },
    subscription_reports: { shares_offered: 'bigint', shares_bid: 'bigint', applications: 'bigint' },
    listings: {
      high: 'bigint',
      low: 'bigint',
      close: 'bigint',
      volume: 'bigint',
      delivered_pct: 'double precision',
    },
  }
  for (const [table, columns] of Object.entries(added))
    for (const [column, type] of Object.entries(columns))
      await db.schema.alterTable(table).addColumn(column, type).execute()
  await allowNoMultiple(db)
}

async function createHolidays(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('holidays')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('round', 'integer', (column) => column.notNull())
    .addColumn('recorded', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('fetch', 'integer')
    .addColumn('exchange', 'text', (column) => column.notNull())
    .addColumn('segment', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .execute()
  await db.schema.createIndex('holidays_subject').on('holidays').columns(['day']).execute()
  await db.schema.createIndex('holidays_recorded').on('holidays').columns(['recorded', 'id']).execute()
}

/** A reading may have bids and applications without a multiple. SQLite changes a column only by copying the table. */
async function allowNoMultiple(db: Kysely<unknown>): Promise<void> {
  if (isOnPostgres(db as unknown as Db)) {
    await sql`alter table subscription_reports alter column times drop not null`.execute(db)
    return
  }
  await sql`
    create table subscription_copy (
      id integer primary key, round integer not null, recorded text not null, source text not null,
      issue integer not null references issues (id), observed text not null, category text not null,
      book text not null, times double precision, printed text, url text, "fetch" integer,
      shares_offered bigint, shares_bid bigint, applications bigint)`.execute(db)
  await sql`
    insert into subscription_copy
    select id, round, recorded, source, issue, observed, category, book, times, printed, url, "fetch",
      shares_offered, shares_bid, applications from subscription_reports order by id`.execute(db)
  await sql`drop table subscription_reports`.execute(db)
  await sql`alter table subscription_copy rename to subscription_reports`.execute(db)
  await sql`create index subscription_reports_subject on subscription_reports (issue, observed)`.execute(db)
  await sql`create index subscription_reports_recorded on subscription_reports (recorded, id)`.execute(db)
}
