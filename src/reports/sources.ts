import { invariant } from '../invariant.ts'
import { DAY_MS, type Instant, msOf } from '../market/calendar.ts'
import { RANK, rankOf } from '../market/facts/publisher.ts'
import { ownerOf } from '../sources/registry.ts'
import { timesMissed } from '../sources/schedule.ts'
import type { Source } from '../sources/source.ts'
import {
  firstFaultAfter,
  type RoundRow,
  roundsOfSources,
  type SourceRounds,
} from '../store/collection/rounds.ts'
import type { Db } from '../store/engines/db.ts'
import { takenPosition } from '../store/pieces/piece.ts'
import type { Moment } from './moment.ts'
import type { SourceState, SourceStatus } from './schemas/sources.ts'

/** The known sources, and those that this service reads. */
export interface SourceChoice {
  readonly known: readonly Source[]
  readonly chosen: readonly Source[]
  /** Whether this process reads them; another one may. */
  readonly isCollecting: boolean
}

const ROUNDS_LOOKED_AT = 20
/** Missed rounds are counted up to this number. */
const MOST_MISSED = 100
/** Two missed rounds may be a restart; three are a failure. */
const MISSED_TO_FAIL = 3
/** Operators who collect by their own timer may do so once a day. */
const LATE_AFTER_MS = 26 * 3_600_000
/** A tracker has new data nearly every day; an exchange may have none for weeks. */
export const QUIET_AFTER_DAYS = 3

type KnownAt = Pick<Moment, 'asOf' | 'clock'>

/**
 * The state of each source as known at a moment. A process that does not collect shows what another one collects,
 * perhaps with other settings or on another machine: what was tried within a day is collected, and then the other
 * chosen sources wait for their first round.
 */
export async function sourceReports(
  db: Db,
  { known, chosen, isCollecting }: SourceChoice,
  { asOf, clock }: KnownAt,
): Promise<SourceStatus[]> {
  const ids = known.map(({ id }) => id)
  const roundsOf = await roundsOfSources(db, ids, { asOf, limit: ROUNDS_LOOKED_AT })
  const lastStart = ({ id }: Source) => roundsOf.get(id)?.last[0]?.started ?? ''
  const isFed = !isCollecting && (await takenPosition(db)).round > 0
  // A machine that feeds this store and has stopped is missed; its sources are not off.
  const lastSign = isFed ? known.map(lastStart).sort().at(-1) : clock
  const isTried = (source: Source) =>
    !isCollecting &&
    lastStart(source) !== '' &&
    msOf(lastSign || clock) - msOf(lastStart(source)) <= LATE_AFTER_MS
  const isCollectedElsewhere = known.some(isTried)
  const isOnSchedule = isCollecting || isFed
  const reports: SourceStatus[] = []
  for (const source of known) {
    const rounds = invariant(roundsOf.get(source.id), `the rounds of ${source.id}`)
    const isCollected =
      isTried(source) ||
      (chosen.includes(source) && (isCollecting || isCollectedElsewhere || rounds.last.length > 0))
    reports.push(await sourceReport(db, source, rounds, { asOf, clock, isCollected, isOnSchedule }))
  }
  return reports
}

/** Whether it is collected at all, and whether by its schedule, so that missed rounds count. */
interface Collected {
  readonly isCollected: boolean
  readonly isOnSchedule: boolean
}

async function sourceReport(
  db: Db,
  source: Source,
  { last: rounds, started }: SourceRounds,
  { asOf, clock, isCollected, isOnSchedule }: KnownAt & Collected,
): Promise<SourceStatus> {
  const { id, publisher, home, schedule } = source
  const [last] = rounds
  const isFaulty = last !== undefined && last.outcome !== 'done'
  const since = isFaulty ? await firstFaultAfter(db, id, { asOf, after: started.whole ?? '' }) : undefined
  const after = started.succeeded
  const roundsMissed = after === null ? null : timesMissed(schedule, { after, upTo: clock }, MOST_MISSED)
  const facts = {
    lastSuccess: after,
    lastChange: started.newFacts,
    roundsMissed: isCollected ? roundsMissed : null,
    rowsUsual: medianRows(rounds.filter(({ outcome }) => outcome === 'done')),
    rowsLast: last && last.outcome !== 'failed' ? last.rows_read : null,
    fault: last?.fault ?? null,
    faultSince: since?.started ?? null,
    faultDetail: last?.words ?? null,
  }
  const isTracker = rankOf(publisher) > RANK.exchange
  const quietSince = started.newFacts ?? started.first ?? clock
  const isQuiet = isTracker && msOf(clock) - msOf(quietSince) > QUIET_AFTER_DAYS * DAY_MS
  const state = stateOf(facts, { isCollected, isOnSchedule, isQuiet, clock })
  const owner = ownerOf(source)
  return { id, source: publisher, owner, cadence: schedule.words, url: home, state, ...facts }
}

function medianRows(rounds: readonly RoundRow[]): number | null {
  const rows = rounds.map(({ rows_read }) => rows_read).sort((a, b) => a - b)
  return rows[Math.floor(rows.length / 2)] ?? null
}

function stateOf(
  { fault, lastSuccess, roundsMissed }: Pick<SourceStatus, 'fault' | 'lastSuccess' | 'roundsMissed'>,
  { isCollected, isOnSchedule, isQuiet, clock }: Collected & { isQuiet: boolean; clock: Instant },
): SourceState {
  if (!isCollected) return 'off'
  const isLate =
    lastSuccess !== null &&
    (isOnSchedule ? (roundsMissed ?? 0) >= MISSED_TO_FAIL : msOf(clock) - msOf(lastSuccess) > LATE_AFTER_MS)
  if (fault !== null || isLate) return 'failing'
  if (lastSuccess === null) return 'waiting'
  return isQuiet ? 'quiet' : 'ok'
}
