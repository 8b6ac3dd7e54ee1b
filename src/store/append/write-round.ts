import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { commitRound, type RoundEnd } from './commit-round.ts'
import { beginRound, type Round } from './round.ts'

interface WrittenRound<T> {
  readonly result: T
  /** The time of facts without their own; `null` when no fact was recorded. */
  readonly committed: Instant | null
}

/** Thrown in a transaction to roll it back on purpose. */
export class RolledBack extends Error {}

/** Writes one round in one transaction. `write` appends the facts and returns the round's record, or `null` to roll back. */
export async function writeRound<T>(
  db: Db,
  startedAt: () => Instant,
  write: (round: Round) => Promise<{ readonly result: T; readonly end: RoundEnd | null }>,
): Promise<WrittenRound<T>> {
  let written: WrittenRound<T> | undefined
  try {
    await db.transaction().execute(async (tx) => {
      const round = await beginRound(tx, startedAt())
      const { result, end } = await write(round)
      written = { result, committed: null }
      if (end === null) throw new RolledBack()
      const committed = await commitRound(round, end)
      if (round.counts.taken === 0) return
      written = { result, committed }
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
  if (!written) throw new Error('the transaction ended without an outcome')
  return written
}
