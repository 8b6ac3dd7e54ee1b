import type { Instant } from '../../market/calendar.ts'
import type { Statement } from '../../market/facts/statement.ts'
import type { Db } from '../engines/db.ts'
import { whileBusy } from '../engines/while-busy.ts'
import { saveIndex } from '../issue-index/saved-index.ts'
import type { Work } from '../tables.ts'
import { nextRecorded } from '../version/market-version.ts'
import { appendAll } from './append-all.ts'
import { commitRound, type RoundEnd } from './commit-round.ts'
import { beginRound } from './round.ts'

/** What a round of collecting wants to be recorded. */
export interface RoundContents {
  readonly statements: readonly Statement[]
  readonly rowsRead: number
  readonly rowsRefused: number
  readonly result: RoundEnd['result']
  /** What can only be written once the facts are, in the same transaction. */
  readonly afterwards?: (tx: Db) => Promise<void>
}

export interface RoundWork {
  readonly source: string
  readonly work: Work
  readonly started: Instant
  readonly now: () => Instant
  /** Called under the market's lock: nothing can come between what it reads and what it gives. It may write, too. */
  readonly prepare: (tx: Db, round: number) => Promise<RoundContents>
  /** Find out what would happen, and change nothing. */
  readonly dryRun?: boolean
}

export interface RoundOutcome {
  readonly round: number
  readonly taken: number
  readonly known: number
  readonly prepared: RoundContents
  /** The time that facts without one of their own got; `null` when nothing was taken. */
  readonly committed: Instant | null
}

class OnlyTried extends Error {}

/** One round in one transaction, recorded also when it brought nothing or failed. */
export const recordRound = (db: Db, work: RoundWork): Promise<RoundOutcome> =>
  whileBusy(work.now, () => tryRound(db, work))

async function tryRound(db: Db, work: RoundWork): Promise<RoundOutcome> {
  let outcome: RoundOutcome | undefined
  try {
    await db.transaction().execute(async (tx) => {
      const round = await beginRound(tx, work.now())
      const prepared = await work.prepare(tx, round.id)
      await appendAll(round, { now: work.now, batches: [prepared.statements] })
      const [first] = round.refusals.first
      // Who collects has looked at each statement; what the store refuses after that is a mistake of ours.
      if (first) throw new Error(`the store refused what ${work.source} brought: ${first.reason}`)
      await prepared.afterwards?.(tx)
      const { taken, known } = round.counts
      const recorded = nextRecorded(work.now(), round.lastRecorded, taken)
      const result = { round: round.id, taken, known, prepared }
      outcome = { ...result, committed: taken > 0 ? recorded : null }
      if (work.dryRun) throw new OnlyTried()
      const { source, started, now } = work
      const committed = await commitRound(round, {
        ...{ source, work: work.work, started, now },
        ...prepared,
      })
      outcome = { ...result, committed: taken > 0 ? committed : null }
    })
  } catch (error) {
    if (!(error instanceof OnlyTried)) throw error
  }
  if (!outcome) throw new Error('the transaction ended without an outcome')
  if (outcome.committed !== null && !work.dryRun) await saveIndex(db)
  return outcome
}
