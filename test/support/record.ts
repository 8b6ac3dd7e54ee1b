import { readLine } from '../../src/sources/facts-file/read-line.ts'
import { type Recording, type RecordOutcome, recordFacts } from '../../src/store/append/record-facts.ts'
import type { Db } from '../../src/store/engines/db.ts'

/** A line of a facts file, as an object. */
export type Line = Readonly<Record<string, unknown>>

/** Records lines through the reader of facts files, as an import does. */
export function record(
  db: Db,
  now: string,
  lines: readonly Line[],
  options: Pick<Recording, 'skipBad' | 'dryRun'> = {},
): Promise<RecordOutcome> {
  const entries = lines.map((line, i) => readLine(JSON.stringify(line), i + 1))
  return recordFacts(db, { source: 'import', now: () => now, batches: [entries], ...options })
}

/** Like `record`, for lines that must all be accepted or known: a refusal fails the test. */
export async function recordAll(db: Db, now: string, lines: readonly Line[]): Promise<RecordOutcome> {
  const outcome = await record(db, now, lines)
  if (outcome.refused > 0)
    throw new Error(outcome.refusals.map(({ line, reason }) => `${line}: ${reason}`).join('\n'))
  return outcome
}
