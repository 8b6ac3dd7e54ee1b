import { type Kysely, sql } from 'kysely'

/** The outbox of alerts: how far they were derived, the alerts, and the messages that carry them. */
export async function createAlertTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alert_progress')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', 'integer')
    .addColumn('moment', 'text')
    .addColumn('updated', 'text')
    .addColumn('away_from', 'text')
    .addColumn('away_to', 'text')
    .execute()
  await sql`insert into alert_progress (id) values (1)`.execute(db)
  await createAlerts(db)
  await createMessages(db)
}

async function createAlerts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alerts')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('rule', 'text', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('slug', 'text')
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('recorded', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('message', 'text')
    .addUniqueConstraint('alerts_key', ['channel', 'key'])
    .execute()
  await sql`create index alerts_held on alerts (channel, at, id) where message is null`.execute(db)
  await sql`create index alerts_of_message on alerts (message)`.execute(db)
  await sql`create index alerts_of_issue on alerts (slug, at)`.execute(db)
}

async function createMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alert_messages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('position', 'integer', (column) => column.notNull().unique())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('created', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('first_try', 'text')
    .addColumn('next_try', 'text')
    .addColumn('reason', 'text')
    .addColumn('rejected', 'integer', (column) => column.notNull())
    .addColumn('ended', 'text')
    .execute()
  await sql`create index alert_messages_waiting on alert_messages (channel, position) where state = 'waiting'`.execute(
    db,
  )
  await sql`create index alert_messages_created on alert_messages (channel, created)`.execute(db)
}
