import type { Instant } from '../../market/calendar.ts'
import type { Refusal } from '../../market/facts/statement.ts'
import type { Db } from '../engines/db.ts'
import { appendAll, type Batches } from './append.ts'
import type { RoundTotals } from './record-round.ts'
import { DONE, writeRound } from './round.ts'

export interface Recording {
  /** The source of the round: a source's id, or `import`. */
  readonly source: string
  readonly now: () => Instant
  /** Batches in the order of their lines; a `Refusal` represents a line that could not be parsed. */
  readonly batches: Batches
  /** Accept the good lines although others are refused. */
  readonly skipBad?: boolean
  /** Report what would happen, and change nothing. */
  readonly dryRun?: boolean
}

export interface RecordOutcome extends RoundTotals {
  /** The first refused lines, in order. */
  readonly refusals: Refusal[]
}

/** Records facts as one round: all of them, or none when a line is refused, unless bad lines may be skipped. */
export async function recordFacts(db: Db, recording: Recording): Promise<RecordOutcome> {
  const { source, now, skipBad = false, dryRun = false } = recording
  const started = now()
  return writeRound(db, now, async (round) => {
    await appendAll(round, recording)
    const { refusals, counts, recorded } = round
    const isCommitted = !dryRun && (skipBad || refusals.count === 0) && counts.taken > 0
    const [rowsRead, rowsRefused] = [counts.read, refusals.count]
    return {
      result: {
        ...counts,
        refused: rowsRefused,
        refusals: refusals.first,
        committed: isCommitted ? recorded : null,
      },
      end: isCommitted ? { source, work: 'import', started, now, rowsRead, rowsRefused, result: DONE } : null,
    }
  })
}
