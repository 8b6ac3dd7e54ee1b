import type { Kysely } from 'kysely'

/** Which rules of alerts the recorded progress is about. */
export async function addKnownRules(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('alert_progress').addColumn('known_rules', 'text').execute()
}
