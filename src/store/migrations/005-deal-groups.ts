import { type Kysely, sql } from 'kysely'

/** The clients and the sorts of deals, so that a filter is matched against these and not against all deals. */
export async function createDealGroups(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deal_groups')
    .addColumn('grouped_by', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('deals', 'integer', (column) => column.notNull())
    .addColumn('first_day', 'text', (column) => column.notNull())
    .addColumn('last_day', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('deal_groups_key', ['grouped_by', 'name'])
    .execute()
  await sql`create index deals_of_client on deals (upper(client_name), trade_date desc, value desc)`.execute(
    db,
  )
  for (const [by, name] of [
    ['client', sql`upper(client_name)`],
    ['sort', sql`exchange || ' ' || kind || ' ' || deal_type`],
  ] as const)
    await sql`
      insert into deal_groups
      select ${sql.lit(by)}, ${name}, count(*), min(trade_date), max(trade_date) from deals group by 2`.execute(
      db,
    )
}
