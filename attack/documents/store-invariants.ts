import { sql } from 'kysely'
import type { RoundReport } from '../../src/collect/collect-round.ts'
import type { Instant } from '../../src/market/calendar.ts'
import { readLine } from '../../src/sources/facts-file/read-line.ts'
import { writeLine } from '../../src/sources/facts-file/write-line.ts'
import type { Observation } from '../../src/sources/source.ts'
import type { Db } from '../../src/store/engines/db.ts'
import { allFacts } from '../../src/store/facts/all-facts.ts'
import { FACT_TABLES } from '../../src/store/facts/fact-rows.ts'
import { marketVersion } from '../../src/store/version/market-version.ts'
import { brokenValue } from './invariants.ts'

/** Faults of the facts of a store: each must be plausible, and importable again from a facts file. */
export async function brokenFacts(db: Db): Promise<string[]> {
  const broken: string[] = []
  for await (const fact of allFacts(db)) {
    const line = writeLine(fact, fact.recorded)
    const again = readLine(line, 1)
    const fault = brokenValue(fact) ?? ('reason' in again ? again.reason : undefined)
    if (fault !== undefined) broken.push(`the store has ${line}: ${fault}`)
  }
  return broken
}

/** All facts that are recorded up to a moment. */
export async function knownAt(db: Db, asOf: Instant): Promise<string> {
  const lines: string[] = []
  const { version } = await marketVersion(db)
  for await (const fact of allFacts(db, { version, asOf })) lines.push(writeLine(fact, fact.recorded))
  return lines.join('\n')
}

/** Facts, downloads and refusals without a round, and downloads without their content. */
export async function halfWritten(db: Db): Promise<string[]> {
  const broken: string[] = []
  const count = async (what: string, query: ReturnType<typeof sql<{ n: number }>>) => {
    const [row] = (await query.execute(db)).rows
    if (Number(row?.n) > 0) broken.push(`${row?.n} ${what}`)
  }
  for (const table of [...FACT_TABLES, 'fetches', 'refusals'])
    await count(
      `rows of ${table} belong to no round`,
      sql<{
        n: number
      }>`select count(*) as n from ${sql.table(table)} where round not in (select id from rounds)`,
    )
  await count(
    'downloads have no content',
    sql<{ n: number }>`select count(*) as n from fetches where payload not in (select hash from payloads)`,
  )
  return broken
}

/** Refused rows of a round that are not in the store. A row that equals an earlier one is stored as that one. */
export async function lostRefusals(db: Db, { source, rows }: RoundReport): Promise<string[]> {
  const lost: string[] = []
  for (const { raw, said, refused } of rows) {
    if (refused === null) continue
    const alike = await db
      .selectFrom('refusals')
      .select(['raw', 'said'])
      .where('source', '=', source)
      .where('rule', '=', refused.rule)
      .execute()
    const kept = alike.some(
      (row) => row.raw === raw || (said !== null && sayingOf(row.said) === sayingOf(said)),
    )
    if (!kept) lost.push(`${source} refused a row by ${refused.rule} that is not kept: ${raw.slice(0, 100)}`)
  }
  return lost
}

/** The content of a row, without the time of reading that replaces a missing stamp. */
function sayingOf(said: Observation | string | null): string {
  const {
    observedAt: _,
    isUnstamped: __,
    ...rest
  } = typeof said === 'string' ? JSON.parse(said) : (said ?? {})
  return JSON.stringify(rest)
}
