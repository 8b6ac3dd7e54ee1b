import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../db.ts'
import type { IssueIds } from './issue-ids.ts'
import type { RefusalLog } from './refusal-log.ts'

/** What the parts of one writing transaction share. */
export interface Round {
  readonly tx: Db
  readonly id: number
  /** A fact's id is this plus its line, so that order and line numbers survive in it. */
  readonly idBase: number
  /** Later than now: stands for the moment of the commit until that is known. */
  readonly provisional: Instant
  readonly issueIds: IssueIds
  readonly refusals: RefusalLog
  readonly counts: { read: number; taken: number; known: number }
}

export const lineOf = (round: Round, id: number): number => id - round.idBase
