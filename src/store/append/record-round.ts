import type { Instant } from '../../market/calendar.ts'
import type { Statement } from '../../market/facts/statement.ts'
import { type Db, whileBusy } from '../engines/db.ts'
import type { Work } from '../tables.ts'
import { appendAll } from './append.ts'
import { type RoundEnd, writeRound } from './round.ts'

export interface RoundContents {
  readonly rowsRead: number
  readonly rowsRefused: number
  /** The number of rows without news, beside the facts that turn out to be known. */
  readonly known?: number
  readonly result: RoundEnd['result']
}

/** Appends facts to a round, in their order. */
export type Append = (facts: readonly Omit<Statement, 'line'>[]) => Promise<void>

export interface RoundWork<C = RoundContents> {
  readonly source: string
  readonly work: Work
  readonly started: Instant
  readonly now: () => Instant
  /** Called under the market lock, so that what it reads cannot change before the commit. It may write, too. */
  readonly prepare: (tx: Db, round: number, append: Append) => Promise<C>
  /** Report what would happen, and change nothing. */
  readonly dryRun?: boolean
}

/** How many rows were read, recorded, known before, and refused. */
export interface RoundTotals {
  readonly read: number
  readonly taken: number
  readonly known: number
  readonly refused: number
  /** The time that facts without `recordedAt` got; `null` when no fact was new. */
  readonly committed: Instant | null
}

export const NO_ROWS: RoundTotals = { read: 0, taken: 0, known: 0, refused: 0, committed: null }

/** The sum of what two rounds came to. */
export const sumOfTotals = (before: RoundTotals, next: RoundTotals): RoundTotals => ({
  read: before.read + next.read,
  taken: before.taken + next.taken,
  known: before.known + next.known,
  refused: before.refused + next.refused,
  committed: next.committed ?? before.committed,
})

export interface RoundOutcome<C = RoundContents> extends RoundTotals {
  readonly round: number
  readonly prepared: C
}

/** Records one round of collecting, also when it had no new facts or failed. */
export const recordRound = <C extends RoundContents>(
  db: Db,
  { source, work, started, now, prepare, dryRun }: RoundWork<C>,
): Promise<RoundOutcome<C>> =>
  whileBusy(now, () =>
    writeRound(db, now, async (round) => {
      let line = 0
      const prepared = await prepare(round.tx, round.id, async (facts) => {
        await appendAll(round, { now, batches: [facts.map((fact) => ({ ...fact, line: ++line }))] })
        const [first] = round.refusals.first
        // The collector has checked each fact; a refusal by the store after that is a bug of ours.
        if (first) throw new Error(`the store refused what ${source} brought: ${first.reason}`)
      })
      const { rowsRead: read, rowsRefused: refused } = prepared
      const { taken } = round.counts
      const known = round.counts.known + (prepared.known ?? 0)
      const committed = taken > 0 ? round.recorded : null
      return {
        result: { round: round.id, read, taken, known, refused, committed, prepared },
        end: dryRun ? null : { source, work, started, now, ...prepared },
      }
    }),
  )
