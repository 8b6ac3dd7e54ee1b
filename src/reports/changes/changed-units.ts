import { LRUCache } from 'lru-cache'
import { invariant } from '../../invariant.ts'
import { dayAsDateTime } from '../../market/calendar.ts'
import {
  type ChangeCause,
  type Difference,
  differences,
  type ListedState,
} from '../../market/issues/changes.ts'
import { type DealListDay, dealCount } from '../../store/deals/deals.ts'
import type { Db } from '../../store/engines/db.ts'
import { type MarketData, onePerMarket } from '../market-data.ts'
import type { MarketChange } from './change.ts'
import { listedStatesAt, viewOfPosition } from './listed-states.ts'
import type { Position } from './position.ts'
import type { ChangeStep, Unit } from './steps.ts'

/** Two positions of the market. */
type Between = Pick<ChangeStep, 'before' | 'after'>

/** The changed units of some of the largest pages: a few kilobytes each at most. */
const UNITS_KEPT = 6000

const unitsKept = onePerMarket(() => new LRUCache<string, readonly MarketChange[]>({ max: UNITS_KEPT }))

/**
 * The changes of these units. Each is derived once per pair of positions: a view of the market never changes, so page
 * size and start of a walk make no difference.
 */
export async function changesOfUnits(
  market: MarketData,
  between: Between,
  units: readonly Unit[],
): Promise<(unit: Unit) => readonly MarketChange[]> {
  const kept = unitsKept(market)
  const positions = [between.before, between.after].map(({ version, moment }) => `${version}@${moment}`)
  const keyOf = ({ by, key }: Unit) => [...positions, by, key].join(' ')
  const found = new Map(units.map((unit) => [unit, kept.get(keyOf(unit))]))
  const missing = units.filter((unit) => found.get(unit) === undefined)
  const derived = missing.length === 0 ? [] : await derivedChanges(market, between, missing)
  for (const [unit, changes] of derived) {
    found.set(unit, changes)
    kept.set(keyOf(unit), changes)
  }
  return (unit) => invariant(found.get(unit), `the unit ${unit.key}`)
}

async function derivedChanges(market: MarketData, between: Between, units: readonly Unit[]) {
  const numbers = units.flatMap((unit) => ('issue' in unit ? [unit.issue] : []))
  const before = await listedStatesAt(market, between.before, numbers)
  const after = await listedStatesAt(market, between.after, numbers)
  const derived = new Map<Unit, MarketChange[]>()
  for (const unit of units) {
    if ('issue' in unit) {
      const was = invariant(before.get(unit.issue), `the state of issue ${unit.issue} before a step`)
      const is = invariant(after.get(unit.issue), `the state of issue ${unit.issue} after a step`)
      derived.set(unit, changesBetween(between.after, unit.by, was, is))
      continue
    }
    const difference: Difference | undefined =
      'added' in unit
        ? { kind: 'added', old: null, new: { issues: unit.added }, into: null }
        : await dealsDifference(market.db, between, unit.deals)
    derived.set(unit, difference ? [changeAt(between.after, unit.by, null, null, difference)] : [])
  }
  return derived
}

/** The changes of an issue from one state to the one at a position. */
export function changesBetween(
  position: Position,
  by: ChangeCause,
  was: ListedState,
  is: ListedState & { readonly slug: string },
): MarketChange[] {
  const name = 'name' in is ? is.name : 'name' in was ? was.name : null
  return differences(was, is).map((difference) => changeAt(position, by, is.slug, name, difference))
}

const changeAt = (
  position: Position,
  by: ChangeCause,
  slug: string | null,
  name: string | null,
  difference: Difference,
): MarketChange => ({ at: position.moment, position, by, slug, name, ...difference })

async function dealsDifference(
  db: Db,
  { before, after }: Between,
  list: DealListDay,
): Promise<Difference | undefined> {
  const was = await dealCount(db, viewOfPosition(before), list)
  const is = await dealCount(db, viewOfPosition(after), list)
  if (was === is) return undefined
  const { exchange, kind, tradeDate } = list
  const counted = (deals: number) => ({ exchange, kind, tradeDate: dayAsDateTime(tradeDate), deals })
  return { kind: 'deals', old: was === 0 ? null : counted(was), new: counted(is), into: null }
}
