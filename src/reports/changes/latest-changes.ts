import { setImmediate } from 'node:timers/promises'
import { DAY_MS, type Instant, instantFromMs, istDay, msOf } from '../../market/calendar.ts'
import type { Db } from '../../store/engines/db.ts'
import { lastVersionRounds, versionRoundAt } from '../../store/version/market-version.ts'
import { en } from '../../texts/en.ts'
import type { MarketData } from '../market-data.ts'
import type { MarketChange } from './change.ts'
import { changesOfUnits } from './changed-units.ts'
import type { Position } from './position.ts'
import { type ChangeStep, inOneGo, MOST_ROUNDS, newsBetween } from './steps.ts'

/** The changes of one IPO, or of the deals, at one moment; the last reading of an IPO's subscription on a day; added IPOs. */
export interface ChangeGroup {
  readonly position: Position
  /** `null` for deals and added IPOs. */
  readonly slug: string | null
  /** What it is about, and the path of its page. */
  readonly name: string
  readonly path: string
  readonly changes: readonly MarketChange[]
}

/** The oldest changes that are included. */
const WINDOW_MS = 7 * DAY_MS

/** The most parts of `MOST_ROUNDS` rounds that are read: with them a week of all sources. */
const MOST_PARTS = 20

/** The latest changes before a position that matter to people, newest first. */
export async function latestChanges(
  market: MarketData,
  end: Position,
  limit: number,
): Promise<ChangeGroup[]> {
  const weekAgo = instantFromMs(msOf(end.moment) - WINDOW_MS)
  const groups: ChangeGroup[] = []
  const read = new Set<string>()
  let upTo = end
  for (let part = 0; part < MOST_PARTS && groups.length < limit && upTo.moment > weekAgo; part++) {
    const from = await beginning(market.db, upTo, weekAgo)
    const { steps } = await newsBetween(market.db, from, upTo)
    for (const step of steps.toReversed()) {
      if (groups.length >= limit) break
      groups.push(...(await groupsOf(market, step, read)))
    }
    upTo = from
  }
  return groups.slice(0, limit)
}

/** An import may change everything at once. */
const MOST_UNITS_OF_STEP = 300

/** `read` has the IPOs and days whose last reading is known; earlier ones of that day are left out. */
async function groupsOf(market: MarketData, step: ChangeStep, read: Set<string>): Promise<ChangeGroup[]> {
  const { after: position, units } = step
  const dayAndKey = (key: string) => `${istDay(position.moment)} ${key}`
  const some = units
    .filter((unit) => !(unit.isSubscription && isByReading(unit) && read.has(dayAndKey(unit.key))))
    .slice(0, MOST_UNITS_OF_STEP)
  const changesOf = await changesOfUnits(market, step, some)
  await setImmediate()
  const changes = some.flatMap((unit) => {
    const news = changesOf(unit).filter(
      (change) => isNews(change) && !(isReading(change) && read.has(dayAndKey(unit.key))),
    )
    if (news.some(isReading)) read.add(dayAndKey(unit.key))
    return news
  })
  const entryOf = (change: MarketChange) =>
    `${change.slug} ${change.slug === null ? change.kind : isReading(change)}`
  return [...Map.groupBy(changes, entryOf).values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ position, ...subjectOf(first), changes: group })),
  )
}

function subjectOf({ slug, name, kind }: MarketChange): Pick<ChangeGroup, 'slug' | 'name' | 'path'> {
  if (slug !== null) return { slug, name: name ?? slug, path: `/ipos/${slug}` }
  return kind === 'added' ? { slug, name: 'IPOs', path: '/ipos' } : { slug, name: 'Deals', path: '/deals' }
}

const isByReading = ({ by }: Pick<MarketChange, 'by'>): boolean => en.changes.correctionText(by) === null

/** Whether it is a reading of the subscription, of which there are many a day, and not the correction of one. */
export const isReading = (change: Pick<MarketChange, 'kind' | 'by'>): boolean =>
  change.kind === 'subscription' && isByReading(change)

/** The number of today's sources alone is no news to people. */
const isNews = (change: MarketChange): boolean => en.changes.changeTexts(change).length > 0

/** The position before the last rounds that one look covers. */
async function beginning(db: Db, end: Position, weekAgo: Instant): Promise<Position> {
  const rounds = await lastVersionRounds(db, end.version, MOST_ROUNDS + 1)
  const before = rounds[inOneGo(rounds.slice(0, MOST_ROUNDS)).length]
  if (before && before.committed > weekAgo) return { version: before.version, moment: before.committed }
  return { version: (await versionRoundAt(db, weekAgo)).version, moment: weekAgo }
}
