import type { Instant } from '../../market/calendar.ts'
import type { Statement } from '../../market/facts/statement.ts'
import type { Db } from '../engines/db.ts'
import type { FactTable } from '../tables.ts'
import { lockMarket, nextRecorded } from '../version/market-version.ts'
import { withdrawAnnouncement } from '../version/pending-commit.ts'
import { StoredDealTotals } from './deal-totals.ts'
import { IssueIds } from './issue-ids.ts'
import { PENDING_TIMESTAMP } from './pending-timestamp.ts'
import { RefusalLog } from './refusal-log.ts'

/** The state that the parts of one writing transaction share. */
export interface Round {
  readonly tx: Db
  readonly id: number
  /** The market version before this round. */
  readonly version: number
  /** When the previous round was committed. */
  readonly lastRecorded: Instant
  /** A fact's id is this plus its line, so that ids contain order and line numbers. */
  readonly idBase: number
  /** The commit time as estimated at the start: facts must not be about a later day. */
  readonly expected: Instant
  readonly issueIds: IssueIds
  readonly dealTotals: StoredDealTotals
  readonly refusals: RefusalLog
  /** The tables that got rows in this round. */
  readonly writtenTables: Set<FactTable>
  readonly counts: { read: number; taken: number; known: number }
}

/** Locks the market, and so must be the first call in its transaction. */
export async function beginRound(tx: Db, started: Instant): Promise<Round> {
  const { version, last_round, last_fact, recorded } = await lockMarket(tx)
  await withdrawAnnouncement(tx)
  return {
    tx,
    id: last_round,
    version,
    lastRecorded: recorded,
    idBase: last_fact,
    expected: nextRecorded(started, recorded, 0),
    issueIds: new IssueIds(tx),
    dealTotals: new StoredDealTotals(tx),
    refusals: new RefusalLog(),
    writtenTables: new Set(),
    counts: { read: 0, taken: 0, known: 0 },
  }
}

/** The columns by which a fact's row belongs to its round. */
export const recordedTimeOf = (round: Round, { line, recordedAt, fetch }: Statement) => ({
  id: round.idBase + line,
  round: round.id,
  recorded: recordedAt ?? PENDING_TIMESTAMP,
  fetch: fetch ?? null,
})

export const lineOf = (round: Round, id: number): number => id - round.idBase
