import { type Instant, msOf, timeAheadText } from '../market/calendar.ts'
import { type StaleSource, staleSource } from '../reports/freshness.ts'
import { newestFact, type ServiceState, type StoreState } from './service-state.ts'

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

/** A replica is behind for a moment after every round, or loses its primary for one; only a longer lag is a fault. */
const LAG_ALLOWED_MS = 5000

/** `hasAnswers`: whether any request can be answered, because the store can be read or answers are in memory. */
export function readiness(
  { market, state, sources, figures, now }: ServiceState,
  { isStopping, hasAnswers }: { readonly isStopping: boolean; readonly hasAnswers: boolean },
): Readiness {
  const checks = {
    database: databaseCheck(state),
    versionLag: lagCheck(state, now),
    sources: sourcesCheck(sources?.flatMap(staleSource)),
    clock: clockCheck(newestFact(market), now),
    disk: diskCheck(figures?.isDiskFull ?? null),
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

function diskCheck(isDiskFull: boolean | null): Check {
  if (isDiskFull === null) return { ok: true, words: 'not known' }
  if (!isDiskFull) return { ok: true, words: 'the disk of the store has free space' }
  return {
    ok: false,
    words: 'the disk of the store is full or nearly full: facts are served, but new ones may not be recorded',
  }
}

function sourcesCheck(stale: readonly StaleSource[] | undefined): Check {
  if (!stale) return { ok: true, words: 'not known yet' }
  if (stale.length === 0) return { ok: true, words: 'all collected sources are updating' }
  const named = stale.map(
    ({ id, state, since }) => `${id} (${state}, ${since === null ? 'never read' : `since ${since}`})`,
  )
  return { ok: false, words: `not updating: ${named.join(', ')}` }
}
