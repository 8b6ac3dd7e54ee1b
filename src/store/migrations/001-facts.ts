import { type CreateTableBuilder, type Kysely, sql } from 'kysely'

/**
 * The columns that every fact has. `integer` keys are SQLite's row ids, so that rows are stored in the order of
 * recording.
 */
const factColumns = <T extends string>(table: CreateTableBuilder<T>) =>
  table
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('round', 'integer', (column) => column.notNull())
    .addColumn('recorded', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())

const issueColumn = <T extends string>(table: CreateTableBuilder<T>) =>
  table.addColumn('issue', 'integer', (column) => column.notNull().references('issues.id'))

const citedColumns = <T extends string>(table: CreateTableBuilder<T>) =>
  table.addColumn('printed', 'text').addColumn('url', 'text')

async function createOriginTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('market_version')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('last_round', 'integer', (column) => column.notNull())
    .addColumn('last_fact', 'integer', (column) => column.notNull())
    .addColumn('recorded', 'text', (column) => column.notNull())
    .execute()
  await sql`insert into market_version (id, version, last_round, last_fact, recorded)
            values (1, 0, 0, 0, '1970-01-01T00:00:00.000Z')`.execute(db)
  await db.schema
    .createTable('rounds')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('started', 'text', (column) => column.notNull())
    .addColumn('committed', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('rows_read', 'integer', (column) => column.notNull())
    .addColumn('rows_kept', 'integer', (column) => column.notNull())
    .addColumn('rows_refused', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('issues')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .execute()
}

async function createIssueFactTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('issue_facts')
    .$call(factColumns)
    .$call(issueColumn)
    .addColumn('said', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('aliases')
    .$call(factColumns)
    .$call(issueColumn)
    .addColumn('name', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('sames')
    .$call(factColumns)
    .$call(issueColumn)
    .addColumn('same_as', 'integer', (column) => column.notNull().references('issues.id'))
    .execute()
  await db.schema
    .createTable('gmp_reports')
    .$call(factColumns)
    .$call(issueColumn)
    .addColumn('observed', 'text', (column) => column.notNull())
    .addColumn('gmp', 'bigint', (column) => column.notNull())
    .addColumn('reported', 'text')
    .$call(citedColumns)
    .execute()
  await db.schema
    .createTable('subscription_reports')
    .$call(factColumns)
    .$call(issueColumn)
    .addColumn('observed', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('book', 'text', (column) => column.notNull())
    .addColumn('times', 'double precision', (column) => column.notNull())
    .$call(citedColumns)
    .execute()
  await db.schema
    .createTable('listings')
    .$call(factColumns)
    .$call(issueColumn)
    .addColumn('listed_on', 'text', (column) => column.notNull())
    .addColumn('exchange', 'text', (column) => column.notNull())
    .addColumn('price', 'bigint', (column) => column.notNull())
    .$call(citedColumns)
    .execute()
}

async function createDealAndRetractionTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deals')
    .$call(factColumns)
    .addColumn('exchange', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('trade_date', 'text', (column) => column.notNull())
    .addColumn('symbol', 'text', (column) => column.notNull())
    .addColumn('security_name', 'text', (column) => column.notNull())
    .addColumn('client_name', 'text', (column) => column.notNull())
    .addColumn('deal_type', 'text', (column) => column.notNull())
    .addColumn('quantity', 'bigint', (column) => column.notNull())
    .addColumn('price', 'bigint', (column) => column.notNull())
    .addColumn('value', 'bigint', (column) => column.notNull())
    .addColumn('occurrence', 'integer', (column) => column.notNull())
    .$call(citedColumns)
    .execute()
  await db.schema
    .createTable('retractions')
    .$call(factColumns)
    .addColumn('fact', 'text', (column) => column.notNull())
    .addColumn('issue', 'integer', (column) => column.references('issues.id'))
    .addColumn('named', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('deal_exchange', 'text')
    .addColumn('deal_kind', 'text')
    .addColumn('deal_trade_date', 'text')
    .addColumn('deal_symbol', 'text')
    .addColumn('deal_security_name', 'text')
    .addColumn('deal_client_name', 'text')
    .addColumn('deal_type', 'text')
    .addColumn('deal_quantity', 'bigint')
    .addColumn('deal_price', 'bigint')
    .addColumn('deal_source', 'text')
    .addColumn('deal_recorded', 'text')
    .execute()
}

/** One index per query: statements by subject and source, a page of deals, and facts in the order of recording. */
const INDEXES: readonly { table: string; name: string; columns: string[]; unique?: true }[] = [
  { table: 'issue_facts', name: 'issue_facts_subject', columns: ['issue', 'source'] },
  { table: 'aliases', name: 'aliases_subject', columns: ['issue'] },
  { table: 'sames', name: 'sames_subject', columns: ['issue'] },
  {
    table: 'gmp_reports',
    name: 'gmp_reports_subject',
    columns: ['issue', 'observed', 'source', 'recorded', 'round', 'gmp'],
  },
  { table: 'subscription_reports', name: 'subscription_reports_subject', columns: ['issue', 'observed'] },
  { table: 'listings', name: 'listings_subject', columns: ['issue'] },
  {
    table: 'deals',
    name: 'deals_identity',
    columns: [
      'trade_date',
      'symbol',
      'client_name',
      'quantity',
      'price',
      'exchange',
      'kind',
      'deal_type',
      'occurrence',
    ],
    unique: true,
  },
  { table: 'deals', name: 'deals_newest', columns: ['trade_date desc', 'value desc', 'recorded', 'round'] },
  { table: 'retractions', name: 'retractions_issue', columns: ['issue'] },
  { table: 'retractions', name: 'retractions_deal', columns: ['deal_trade_date', 'deal_symbol'] },
  ...[
    'issue_facts',
    'aliases',
    'sames',
    'gmp_reports',
    'subscription_reports',
    'listings',
    'deals',
    'retractions',
  ].map((table) => ({ table, name: `${table}_recorded`, columns: ['recorded', 'id'] })),
]

export async function createFactTables(db: Kysely<unknown>): Promise<void> {
  await createOriginTables(db)
  await createIssueFactTables(db)
  await createDealAndRetractionTables(db)
  for (const { table, name, columns, unique } of INDEXES) {
    const index = db.schema.createIndex(name).on(table).columns(columns)
    await (unique ? index.unique() : index).execute()
  }
  // A symbol is searched for in any letter case.
  await sql`create index deals_of_symbol on deals (upper(symbol), trade_date desc, value desc, recorded, round)`.execute(
    db,
  )
}
