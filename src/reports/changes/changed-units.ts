import { invariant } from '../../invariant.ts'
import { dayAsDateTime } from '../../market/calendar.ts'
import { type Difference, differences } from '../../market/issues/changes.ts'
import { type DealListDay, dealCount } from '../../store/deals/deals.ts'
import type { Db } from '../../store/engines/db.ts'
import type { MarketData } from '../market-data.ts'
import type { MarketChange } from './change.ts'
import { partsDerivedOnce } from './derived-once.ts'
import { listedStatesAt, viewOfPosition } from './listed-states.ts'
import type { Position } from './position.ts'
import type { ChangeStep, Unit } from './steps.ts'

/** How a unit differs between two positions. */
interface UnitDifferences {
  readonly slug: string | null
  readonly name: string | null
  readonly differences: readonly Difference[]
}

/**
 * The changes of a step to these units. Each is derived once per pair of positions: a view of the market never
 * changes, so page size and start of a walk make no difference.
 */
export async function changesOfUnits(
  market: MarketData,
  step: ChangeStep,
  units: readonly Unit[],
): Promise<(unit: Unit) => MarketChange[]> {
  const between = `${nameOf(step.before)} ${nameOf(step.after)}`
  const found = await partsDerivedOnce(
    market,
    units,
    ({ key }) => `${between} ${key}`,
    (missing) => derivedUnits(market, step, missing),
  )
  const { after: position } = step
  return (unit) => {
    const { slug, name, differences } = invariant(found.get(unit), `the unit ${unit.key} of a step`)
    const { by } = unit
    return differences.map((difference) => ({ at: position.moment, position, by, slug, name, ...difference }))
  }
}

const nameOf = ({ version, moment }: Position): string => `${version}@${moment}`

async function derivedUnits(
  market: MarketData,
  step: ChangeStep,
  units: readonly Unit[],
): Promise<Map<Unit, UnitDifferences>> {
  const numbers = units.flatMap((unit) => ('issue' in unit ? [unit.issue] : []))
  const before = await listedStatesAt(market, step.before, numbers)
  const after = await listedStatesAt(market, step.after, numbers)
  const derived = new Map<Unit, UnitDifferences>()
  for (const unit of units) {
    if ('added' in unit) {
      const difference = { kind: 'added', old: null, new: { issues: unit.added }, into: null } as const
      derived.set(unit, { slug: null, name: null, differences: [difference] })
      continue
    }
    if ('deals' in unit) {
      const difference = await dealsDifference(market.db, step, unit.deals)
      derived.set(unit, { slug: null, name: null, differences: difference ? [difference] : [] })
      continue
    }
    const was = invariant(before.get(unit.issue), `the state of issue ${unit.issue} before a step`)
    const is = invariant(after.get(unit.issue), `the state of issue ${unit.issue} after a step`)
    const name = 'name' in is ? is.name : 'name' in was ? was.name : null
    derived.set(unit, { slug: is.slug, name, differences: differences(was, is) })
  }
  return derived
}

async function dealsDifference(
  db: Db,
  { before, after }: ChangeStep,
  list: DealListDay,
): Promise<Difference | undefined> {
  const was = await dealCount(db, viewOfPosition(before), list)
  const is = await dealCount(db, viewOfPosition(after), list)
  if (was === is) return undefined
  const { exchange, kind, tradeDate } = list
  const counted = (deals: number) => ({ exchange, kind, tradeDate: dayAsDateTime(tradeDate), deals })
  return { kind: 'deals', old: was === 0 ? null : counted(was), new: counted(is), into: null }
}
