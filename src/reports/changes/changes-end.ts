import { DAY_MS, type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import type { Db } from '../../store/engines/db.ts'
import { type VersionRound, versionRoundAt, versionRounds } from '../../store/version/market-version.ts'
import { visitTracked } from '../ipos/issues-in-view.ts'
import { type ClockSpan, withMoments } from '../moment.ts'
import type { Position } from './position.ts'

/**
 * The position of the market at a moment: the last version committed by then, and the last moment at which that
 * or the clock changed the list. It is the same for all requests until something changes. A commit's own moment
 * lies a little ahead, and is not used before it has passed.
 */
export async function changesEnd(
  db: Db,
  newest: Pick<VersionRound, 'version' | 'committed'>,
  clock: Instant,
): Promise<{ readonly end: Position; readonly span: ClockSpan }> {
  const { version, committed } = newest.committed > clock ? await versionRoundAt(db, clock) : newest
  const tracked = await visitTracked(db, { version, asOf: null, clock }, () => undefined)
  const span = withMoments(tracked, clock, [committed, newest.committed])
  return { end: { version, moment: span.changedAt ?? committed }, span }
}

/** Within this time every process sees a commit; until then one may pair a later moment with an older version. */
const SEEN_WITHIN_MS = 60_000

/**
 * Whether this store was ever at a position: the version exists here, was committed by that moment, and was the
 * newest then. A position of another store mostly fails, since its commits have other moments.
 */
export async function wasReached(db: Db, { version, moment }: Position, newest: number): Promise<boolean> {
  const [next] = await versionRounds(db, { after: version, upTo: newest }, 1)
  if (next && moment >= instantFromMs(msOf(next.committed) + SEEN_WITHIN_MS)) return false
  if (version === 0) return true
  const [own] = await versionRounds(db, { after: version - 1, upTo: version }, 1)
  return own !== undefined && own.committed <= moment
}

/**
 * The position of the market at a past moment. Before the first version nothing can change, so the position is that just
 * before it, which spares a reader the empty time.
 */
export async function positionAt(db: Db, moment: Instant, newest: number): Promise<Position> {
  const { version } = await versionRoundAt(db, moment)
  if (version > 0) return { version, moment }
  const [first] = await versionRounds(db, { after: 0, upTo: newest }, 1)
  return { version, moment: first ? instantFromMs(msOf(first.committed) - 1) : moment }
}

export async function dayBefore(db: Db, { moment }: Position): Promise<Position> {
  const before = instantFromMs(msOf(moment) - DAY_MS)
  return { version: (await versionRoundAt(db, before)).version, moment: before }
}
