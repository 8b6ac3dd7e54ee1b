import { type Kysely, sql } from 'kysely'

const FACT_TABLES = [
  'issue_facts',
  'aliases',
  'sames',
  'gmp_reports',
  'subscription_reports',
  'listings',
  'deals',
  'retractions',
]

/** The tables of collection: raw answers, their downloads, refused rows, learned keys. */
export async function createCollectionTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payloads')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('stored', 'text', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    // SQLite stores bytes as they are in a column of any type.
    .addColumn('compressed', sql`bytea`, (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('fetches')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('round', 'integer', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('day', 'text')
    .addColumn('fetched', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('etag', 'text')
    .addColumn('last_modified', 'text')
    .addColumn('reading', 'text')
    .execute()
  await createRefusalTables(db)
  await addRoundColumns(db)
  for (const table of FACT_TABLES) await db.schema.alterTable(table).addColumn('fetch', 'integer').execute()
  await db.schema
    .createIndex('fetches_document')
    .on('fetches')
    .columns(['source', 'document', 'fetched'])
    .execute()
  await db.schema.createIndex('rounds_source').on('rounds').columns(['source', 'work', 'started']).execute()
}

async function createRefusalTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('refusals')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('identity', 'text', (column) => column.notNull().unique())
    .addColumn('round', 'integer', (column) => column.notNull())
    .addColumn('fetch', 'integer')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('line', 'integer', (column) => column.notNull())
    .addColumn('raw', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('rule', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('said', 'text')
    .addColumn('candidates', 'text', (column) => column.notNull())
    .addColumn('first_seen', 'text', (column) => column.notNull())
    .addColumn('last_seen', 'text', (column) => column.notNull())
    .addColumn('times', 'integer', (column) => column.notNull())
    .addColumn('settled', 'text')
    .addColumn('settled_as', 'text')
    .addColumn('settled_at', 'text')
    .execute()
  await db.schema.createIndex('refusals_open').on('refusals').columns(['settled', 'rule', 'id']).execute()
  await db.schema
    .createIndex('refusals_subject')
    .on('refusals')
    .columns(['source', 'subject', 'rule'])
    .execute()
  await db.schema
    .createTable('issue_keys')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('issue', 'integer', (column) => column.notNull().references('issues.id'))
    .addColumn('learned', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('issue_keys_key', ['source', 'key', 'issue'])
    .execute()
}

/** Before this, every round was an import with facts. */
async function addRoundColumns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('rounds')
    .addColumn('work', 'text', (column) => column.notNull().defaultTo('import'))
    .execute()
  await db.schema
    .alterTable('rounds')
    .addColumn('rows_known', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('rounds').addColumn('fault', 'text').execute()
  await db.schema.alterTable('rounds').addColumn('words', 'text').execute()
}
