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
export const LATE_AFTER_MS = 26 * 3_600_000
/** A tracker has new data nearly every day; an exchange may have none for weeks. */
export const QUIET_AFTER_DAYS = 3

type KnownAt = Pick<Moment, 'asOf' | 'clock'>

/** The state of each source as known at a moment. */
export async function sourceReports(
  db: Db,
  { known, chosen, isCollecting }: SourceChoice,
  { asOf, clock }: KnownAt,
): Promise<SourceStatus[]> {
  const ids = known.map(({ id }) => id)
  const roundsOf = await roundsOfSources(db, ids, { asOf, limit: ROUNDS_LOOKED_AT })
  const reports: SourceStatus[] = []
  for (const source of known) {
    const rounds = invariant(roundsOf.get(source.id), `the rounds of ${source.id}`)
    const isChosen = chosen.includes(source)
    reports.push(await sourceReport(db, source, rounds, { asOf, clock, isChosen, isCollecting }))
  }
  return reports
}

async function sourceReport(
  db: Db,
  source: Source,
  { last: rounds, started }: SourceRounds,
  { asOf, clock, isChosen, isCollecting }: KnownAt & { isChosen: boolean; isCollecting: boolean },
): Promise<SourceStatus> {
  const { id, publisher, home, schedule } = source
  const [last] = rounds
  const isCollected = isChosen && (isCollecting || last !== undefined)
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
  const state = stateOf(facts, { isCollected, isCollecting, isQuiet, clock })
  const owner = ownerOf(source)
  return { id, source: publisher, owner, cadence: schedule.words, url: home, state, ...facts }
}

function medianRows(rounds: readonly RoundRow[]): number | null {
  const rows = rounds.map(({ rows_read }) => rows_read).sort((a, b) => a - b)
  return rows[Math.floor(rows.length / 2)] ?? null
}

function stateOf(
  { fault, lastSuccess, roundsMissed }: Pick<SourceStatus, 'fault' | 'lastSuccess' | 'roundsMissed'>,
  {
    isCollected,
    isCollecting,
    isQuiet,
    clock,
  }: { isCollected: boolean; isCollecting: boolean; isQuiet: boolean; clock: Instant },
): SourceState {
  if (!isCollected) return 'off'
  const isLate =
    lastSuccess !== null &&
    (isCollecting ? (roundsMissed ?? 0) >= MISSED_TO_FAIL : msOf(clock) - msOf(lastSuccess) > LATE_AFTER_MS)
  if (fault !== null || isLate) return 'failing'
  if (lastSuccess === null) return 'waiting'
  return isQuiet ? 'quiet' : 'ok'
}
