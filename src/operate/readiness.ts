import { type Instant, msOf, timeAheadText } from '../market/calendar.ts'
import type { StaleSource } from '../reports/freshness.ts'
import type { StoreState } from './store-state.ts'

interface Check {
  readonly ok: boolean
  readonly words: string
}

/** The answer of `/health/ready`. */
export interface Readiness {
  readonly status: 'ok' | 'degraded' | 'stopping'
  /** For load balancers: false only while the process is stopping or has nothing to serve. */
  readonly canServe: boolean
  /** The names of the checks that fail. */
  readonly failing: readonly string[]
  readonly checks: Readonly<Record<'database' | 'versionLag' | 'sources' | 'clock' | 'disk', Check>>
}

export interface Situation {
  readonly isStopping: boolean
  /** Whether any request can be answered: the store can be read, or answers are in memory. */
  readonly hasAnswers: boolean
  readonly store: StoreState
  /** The sources that are not updating; `null` when not known yet. */
  readonly stale: readonly StaleSource[] | null
  /** True when new facts may not fit on the disk of the store; `null` when not known, as with PostgreSQL. */
  readonly isDiskFull: boolean | null
  readonly now: Instant
  /** The time of the newest facts; `null` when there are none. */
  readonly newest: Instant | null
}

/** A replica is behind for a moment after every round, or loses its primary for one; only a longer lag is a fault. */
const LAG_ALLOWED_MS = 5000

export function readiness(situation: Situation): Readiness {
  const { isStopping, hasAnswers, store, stale, isDiskFull, now, newest } = situation
  const checks = {
    database: databaseCheck(store),
    versionLag: lagCheck(store, now),
    sources: sourcesCheck(stale),
    clock: clockCheck(newest, now),
    disk: diskCheck(isDiskFull),
  }
  const failing = Object.entries(checks).flatMap(([name, { ok }]) => (ok ? [] : [name]))
  const status = isStopping ? 'stopping' : failing.length > 0 ? 'degraded' : 'ok'
  return { status, canServe: !isStopping && hasAnswers, failing, checks }
}

function databaseCheck({ outage }: StoreState): Check {
  if (!outage) return { ok: true, words: 'the database can be read' }
  return {
    ok: false,
    words: `the database cannot be read since ${outage.since}: ${outage.reason}; answers in memory are still served`,
  }
}

function lagCheck({ outage, lag }: StoreState, now: Instant): Check {
  if (!lag && outage) return { ok: true, words: 'not known while the database cannot be read' }
  if (!lag) return { ok: true, words: 'the newest version is served' }
  const isBrief = msOf(now) - msOf(lag.since) <= LAG_ALLOWED_MS
  return { ok: isBrief, words: `${lag.reason}, since ${lag.since}` }
}

/** Facts are stamped slightly ahead, those of a large import by seconds; more means that a clock is or was wrong. */
const CLOCK_ALLOWED_MS = 60_000

/** True when the newest facts are later than the clock allows. */
export const isClockBehind = (newest: Instant, now: Instant): boolean =>
  msOf(newest) - msOf(now) > CLOCK_ALLOWED_MS

function clockCheck(newest: Instant | null, now: Instant): Check {
  if (newest === null || !isClockBehind(newest, now))
    return { ok: true, words: 'the clock is not behind the newest facts' }
  return { ok: false, words: `the newest facts: ${timeAheadText(newest, now)}` }
}

function diskCheck(isDiskFull: Situation['isDiskFull']): Check {
  if (isDiskFull === null) return { ok: true, words: 'not known' }
  if (!isDiskFull) return { ok: true, words: 'the disk of the store has free space' }
  return {
    ok: false,
    words: 'the disk of the store is full or nearly full: facts are served, but new ones may not be recorded',
  }
}

function sourcesCheck(stale: Situation['stale']): Check {
  if (!stale) return { ok: true, words: 'not known yet' }
  if (stale.length === 0) return { ok: true, words: 'all collected sources are updating' }
  const named = stale.map(
    ({ id, state, since }) => `${id} (${state}, ${since === null ? 'never read' : `since ${since}`})`,
  )
  return { ok: false, words: `not updating: ${named.join(', ')}` }
}
