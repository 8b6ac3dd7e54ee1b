import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely'
import type { Db } from '../../src/store/engines/db.ts'

/** SQLite's query plans for the statements that match the pattern. */
export async function plansOf(
  db: Db,
  pattern: RegExp,
  query: (db: Db) => Promise<unknown>,
): Promise<string[]> {
  const queries: RootOperationNode[] = []
  const listening: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await query(db.withPlugin(listening))
  const plans: string[] = []
  for (const node of queries) {
    const query = db.getExecutor().compileQuery(node, { queryId: 'plan' })
    if (!pattern.test(query.sql)) continue
    const explained = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters])
    const { rows } = await db.executeQuery<{ detail: string }>(explained)
    plans.push(...rows.map(({ detail }) => detail))
  }
  return plans
}
