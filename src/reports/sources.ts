import { DAY_MS, type Instant, msOf } from '../market/calendar.ts'
import { RANK, rankOf } from '../market/facts/publisher.ts'
import { ownerOf } from '../sources/registry.ts'
import { timesDue } from '../sources/schedule.ts'
import type { Source } from '../sources/source.ts'
import {
  firstFaultAfter,
  firstRound,
  lastRounds,
  lastRoundThat,
  type RoundRow,
} from '../store/collection/rounds.ts'
import type { Db } from '../store/engines/db.ts'
import type { SourceState, SourceStatus } from './schemas/sources.ts'

/** Which sources there are, and which of them this service reads. */
export interface SourceChoice {
  readonly known: readonly Source[]
  /** Those that the settings name. */
  readonly chosen: readonly Source[]
  /** Whether this process reads them; another one may. */
  readonly isCollecting: boolean
}

const ROUNDS_LOOKED_AT = 20
/** Counting further tells nobody more. */
const MOST_MISSED = 100
/** Being late by two rounds is a restart; by three, a silence. */
const MISSED_TO_FAIL = 3
/** Who collects by a timer of their own may do so once a day. */
const LATE_AFTER_MS = 26 * 3_600_000
/** A tracker has something new to say nearly every day; an exchange may have none for weeks. */
export const QUIET_AFTER_DAYS = 3

/** What each source is doing, as known at a moment. */
export async function sourceReports(
  db: Db,
  { known, chosen, isCollecting }: SourceChoice,
  { asOf, clock }: { readonly asOf: Instant | null; readonly clock: Instant },
): Promise<SourceStatus[]> {
  const reports: SourceStatus[] = []
  for (const source of known) {
    const isChosen = chosen.includes(source)
    reports.push(await sourceReport(db, source, { asOf, clock, isChosen, isCollecting }))
  }
  return reports
}

async function sourceReport(
  db: Db,
  source: Source,
  {
    asOf,
    clock,
    isChosen,
    isCollecting,
  }: { asOf: Instant | null; clock: Instant; isChosen: boolean; isCollecting: boolean },
): Promise<SourceStatus> {
  const { id, publisher, home, schedule } = source
  const rounds = await lastRounds(db, id, { asOf, limit: ROUNDS_LOOKED_AT })
  const success = await lastRoundThat(db, id, { asOf, kind: 'succeeded' })
  const whole = await lastRoundThat(db, id, { asOf, kind: 'whole' })
  const news = await lastRoundThat(db, id, { asOf, kind: 'newFacts' })
  const [last] = rounds
  const isCollected = isChosen && (isCollecting || last !== undefined)
  const isFaulty = last !== undefined && last.outcome !== 'done'
  const since = isFaulty ? await firstFaultAfter(db, id, { asOf, after: whole?.started ?? '' }) : undefined
  const heard = success?.started ?? null
  const roundsMissed = heard === null ? null : timesDue(schedule, { after: heard, upTo: clock }, MOST_MISSED)
  const facts = {
    lastSuccess: heard,
    lastChange: news?.started ?? null,
    roundsMissed: isCollected ? roundsMissed : null,
    rowsUsual: medianRows(rounds.filter(({ outcome }) => outcome === 'done')),
    rowsLast: last && last.outcome !== 'failed' ? last.rows_read : null,
    fault: last?.fault ?? null,
    faultSince: since?.started ?? null,
    faultDetail: last?.words ?? null,
  }
  const isTracker = rankOf(publisher) > RANK.exchange
  const first = isTracker && !news ? await firstRound(db, id, { asOf }) : undefined
  const saidSomething = facts.lastChange ?? first?.started ?? clock
  const isQuiet = isTracker && msOf(clock) - msOf(saidSomething) > QUIET_AFTER_DAYS * DAY_MS
  const state = stateOf(facts, { isCollected, isCollecting, isQuiet, clock })
  return {
    id,
    source: publisher,
    owner: ownerOf(source),
    cadence: schedule.words,
    url: home,
    state,
    ...facts,
  }
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
