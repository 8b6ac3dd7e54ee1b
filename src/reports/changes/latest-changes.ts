import { instantFromMs, msOf } from '../../market/calendar.ts'
import type { Db } from '../../store/engines/db.ts'
import { lastVersionRounds, versionRoundAt } from '../../store/version/version-rounds.ts'
import type { MarketData } from '../market-data.ts'
import type { MarketChange } from './change.ts'
import { changeText } from './change-text.ts'
import { changesOfStep } from './changes.ts'
import type { Position } from './position.ts'
import { inOneGo, MOST_ROUNDS, stepsBetween } from './steps.ts'

/** The changes of one IPO, or of the deals, at one moment. */
export interface ChangeGroup {
  readonly position: Position
  /** `null` for deals. */
  readonly slug: string | null
  readonly name: string | null
  readonly changes: readonly MarketChange[]
}

/** The oldest changes that are included. */
const WINDOW_MS = 7 * 86_400_000

/** The latest changes before a position that matter to people, newest first. */
export async function latestChanges(
  market: MarketData,
  end: Position,
  limit: number,
): Promise<ChangeGroup[]> {
  const { steps } = await stepsBetween(market.db, await beginning(market.db, end), end)
  const groups: ChangeGroup[] = []
  for (const step of steps.toReversed()) {
    if (groups.length >= limit) break
    const changes = await changesOfStep(market, step, MOST_CHANGES_OF_STEP)
    for (const [slug, some] of Map.groupBy(changes.filter(isNews), (change) => change.slug))
      groups.push({ position: step.after, slug, name: some[0]?.name ?? null, changes: some })
  }
  return groups.slice(0, limit)
}

/** The number of today's sources alone is no news to people. */
const isNews = (change: MarketChange): boolean => changeText(change).length > 0

/** An import may change everything at once. */
const MOST_CHANGES_OF_STEP = 300

/** The position before the last rounds that one look covers. */
async function beginning(db: Db, end: Position): Promise<Position> {
  const weekAgo = instantFromMs(msOf(end.moment) - WINDOW_MS)
  const rounds = await lastVersionRounds(db, end.version, MOST_ROUNDS + 1)
  const before = rounds[inOneGo(rounds.slice(0, MOST_ROUNDS)).length]
  if (before && before.committed > weekAgo) return { version: before.version, moment: before.committed }
  return { version: (await versionRoundAt(db, weekAgo)).version, moment: weekAgo }
}
