import { type Kysely, sql } from 'kysely'
import { type Db, isOnPostgres } from '../engines/db.ts'

/**
 * The number of deals of a symbol ('' for all) that were recorded in a period, so that no request has to count them.
 */
export async function createDealTotals(db: Kysely<unknown>): Promise<void> {
  const table = db.schema
    .createTable('deal_totals')
    .addColumn('symbol', 'text', (column) => column.notNull())
    .addColumn('level', 'integer', (column) => column.notNull())
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('deals', 'integer', (column) => column.notNull())
    .addColumn('first_recorded', 'text', (column) => column.notNull())
    .addColumn('last_recorded', 'text', (column) => column.notNull())
    .addColumn('first_day', 'text', (column) => column.notNull())
    .addColumn('last_day', 'text', (column) => column.notNull())
    .addColumn('is_split', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('deal_totals_key', ['symbol', 'level', 'period'])
  // On SQLite the rows are then stored in the order of the key by which they are read.
  await (isOnPostgres(db as unknown as Db) ? table : table.modifyEnd(sql`without rowid`)).execute()
  await renewDealIndexes(db)
  await fillTotals(db)
}

/** Leaves out the recording time, which is written again at the commit: every index with it is written twice. */
async function renewDealIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`drop index deals_newest`.execute(db)
  await sql`drop index deals_of_symbol`.execute(db)
  await sql`create index deals_newest on deals (trade_date desc, value desc)`.execute(db)
  await sql`create index deals_of_symbol on deals (upper(symbol), trade_date desc, value desc)`.execute(db)
  await sql`create index retractions_of_deals on retractions (upper(deal_symbol)) where fact = 'deal'`.execute(
    db,
  )
}

const PERIOD_LENGTHS = [4, 7, 9, 10, 13, 16, 19, 24]
const MOST_IN_ONE = 128

/** Years first; then the parts of periods with many deals of several moments, down to the moments. */
async function fillTotals(db: Kysely<unknown>): Promise<void> {
  await collectHeaps(db)
  for (const [level, length] of PERIOD_LENGTHS.entries()) {
    // `cross join` forces SQLite to this order: first the split periods, then their deals.
    const ofSplit = sql`deal_totals t cross join deal_heaps h
      where t.level = ${sql.lit(level - 1)} and t.is_split = 1 and h.symbol = t.symbol
        and h.recorded between t.first_recorded and t.last_recorded`
    await sql`
      insert into deal_totals
      select h.symbol, ${sql.lit(level)}, substr(h.recorded, 1, ${sql.lit(length)}), sum(h.deals),
        min(h.recorded), max(h.recorded), min(h.first_day), max(h.last_day), 0
      from ${level === 0 ? sql`deal_heaps h` : ofSplit}
      group by 1, 2, 3`.execute(db)
    if (length === PERIOD_LENGTHS.at(-1)) continue
    await sql`
      update deal_totals set is_split = 1
      where level = ${sql.lit(level)} and deals > ${sql.lit(MOST_IN_ONE)} and first_recorded < last_recorded`.execute(
      db,
    )
  }
  await sql`drop table deal_heaps`.execute(db)
}

/** The deals of each symbol, and of all, by moment of recording, so that the deals themselves are read only once. */
async function collectHeaps(db: Kysely<unknown>): Promise<void> {
  await sql`
    create temporary table deal_heaps as
    select upper(symbol) as symbol, recorded, count(*) as deals, min(trade_date) as first_day, max(trade_date) as last_day
    from deals group by 1, 2`.execute(db)
  await sql`
    insert into deal_heaps
    select '', recorded, sum(deals), min(first_day), max(last_day) from deal_heaps group by recorded`.execute(
    db,
  )
  await sql`create index deal_heaps_key on deal_heaps (symbol, recorded)`.execute(db)
}
