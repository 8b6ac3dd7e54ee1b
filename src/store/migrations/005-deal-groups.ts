import { type Kysely, sql } from 'kysely'

/** Who deals, and which sorts of deals there are, so that a filter is looked for among these and not among all deals. */
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
