import type { Instant } from '../../market/calendar.ts'
import type { Refusal } from '../../market/facts/statement.ts'
import type { Db } from '../engines/db.ts'
import { saveIndex } from '../issue-index/saved-index.ts'
import { appendAll, type Batches } from './append-all.ts'
import { commitRound } from './commit-round.ts'
import { beginRound } from './round.ts'

export interface Recording {
  /** Who brings the facts: a source's id, or `import`. */
  readonly source: string
  readonly now: () => Instant
  /** Batches in the order of their lines; a refusal stands for a line that could not be read at all. */
  readonly batches: Batches
  /** Take the good lines although others are refused. */
  readonly skipBad?: boolean
  /** Find out what would happen, and change nothing. */
  readonly dryRun?: boolean
}

export interface RecordOutcome {
  readonly read: number
  readonly taken: number
  readonly known: number
  readonly refused: number
  /** The first refused lines, in order. */
  readonly refusals: Refusal[]
  /** The time that facts without one of their own got; `null` when the market is as it was before. */
  readonly committed: Instant | null
}

class NothingCommitted extends Error {}

/** Records facts as one round in one transaction: all of them, or with a refused line none, unless bad lines may be skipped. */
export async function recordFacts(db: Db, recording: Recording): Promise<RecordOutcome> {
  let outcome: RecordOutcome | undefined
  try {
    await db.transaction().execute(async (tx) => {
      const { now, skipBad = false, dryRun = false } = recording
      const started = now()
      const round = await beginRound(tx, started)
      await appendAll(round, recording)
      const { refusals, counts } = round
      const mayCommit = !dryRun && (skipBad || refusals.count === 0)
      const isCommitted = mayCommit && counts.taken > 0
      const result = { ...counts, refused: refusals.count, refusals: refusals.first }
      outcome = { ...result, committed: null }
      if (!isCommitted) throw new NothingCommitted()
      const committed = await commitRound(round, {
        source: recording.source,
        work: 'import',
        started,
        now,
        rowsRead: counts.read,
        rowsRefused: refusals.count,
        result: { outcome: 'done', fault: null, words: null },
      })
      outcome = { ...result, committed }
    })
  } catch (error) {
    if (!(error instanceof NothingCommitted)) throw error
  }
  if (!outcome) throw new Error('the transaction ended without an outcome')
  if (outcome.committed !== null) await saveIndex(db)
  return outcome
}
