import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Db, isOnPostgres } from '../db.ts'

/** How many deals of a symbol ('' for all) were learned in a period, so that no answer has to count them. */
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
  // On SQLite the rows then lie in the order of the key, where they are read.
  await (isOnPostgres(db as unknown as Db) ? table : table.modifyEnd(sql`without rowid`)).execute()
  await renewDealIndexes(db)
  await fillTotals(db, sql`''`, sql`t.symbol = ''`)
  await fillTotals(
    db,
    sql`upper(d.symbol)`,
    // As an expression: SQLite would not look a column up in an index of expressions.
    sql`upper(d.symbol) = (t.symbol || '') and d.trade_date between t.first_day and t.last_day`,
  )
}

/** Without the time of learning, which is written once more at the commit: every index that has it is written twice. */
async function renewDealIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`drop index deals_newest`.execute(db)
  await sql`drop index deals_of_symbol`.execute(db)
  await sql`create index deals_newest on deals (trade_date desc, value desc)`.execute(db)
  await sql`create index deals_of_symbol on deals (upper(symbol), trade_date desc, value desc)`.execute(db)
  await sql`create index retractions_of_deals on retractions (upper(deal_symbol)) where fact = 'deal'`.execute(
    db,
  )
}

const PERIOD_LENGTHS = [4, 7, 10, 13, 16, 19, 24]
const MOST_IN_ONE = 256

/** Years first; then the parts of what holds many deals of several moments, down to the moments themselves. */
async function fillTotals(
  db: Kysely<unknown>,
  symbol: RawBuilder<unknown>,
  isInParent: RawBuilder<unknown>,
): Promise<void> {
  for (const [level, length] of PERIOD_LENGTHS.entries()) {
    // The words keep SQLite to this order: first what is split, then its deals.
    const inParents = sql`from deal_totals t cross join deals d
      where t.level = ${sql.lit(level - 1)} and t.is_split = 1 and ${isInParent}
        and d.recorded between t.first_recorded and t.last_recorded`
    await sql`
      insert into deal_totals
      select ${symbol}, ${sql.lit(level)}, substr(d.recorded, 1, ${sql.lit(length)}), count(*),
        min(d.recorded), max(d.recorded), min(d.trade_date), max(d.trade_date), 0
      ${level === 0 ? sql`from deals d` : inParents}
      group by 1, 2, 3`.execute(db)
    if (length === PERIOD_LENGTHS.at(-1)) continue
    await sql`
      update deal_totals set is_split = 1
      where level = ${sql.lit(level)} and deals > ${sql.lit(MOST_IN_ONE)} and first_recorded < last_recorded`.execute(
      db,
    )
  }
}
