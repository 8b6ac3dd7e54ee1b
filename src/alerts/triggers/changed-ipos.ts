import type { ListedState } from '../../market/issues/changes.ts'
import type { MarketChange } from '../../reports/changes/change.ts'
import { changesBetween } from '../../reports/changes/changed-units.ts'
import { type ChangingIpo, listedStatesAt } from '../../reports/changes/listed-states.ts'
import type { Position } from '../../reports/changes/position.ts'
import type { ChangeStep, Unit } from '../../reports/changes/steps.ts'
import type { MarketData } from '../../reports/market-data.ts'
import { chunksOf } from '../../store/engines/statements.ts'
import { type Multiples, multiplesAt, NO_MULTIPLES, type SettledGmp, settledGmpAt } from './figures-at.ts'
import type { NumberedIpo, Occurrence } from './occurrence.ts'

export type StepPositions = Pick<ChangeStep, 'before' | 'after'>

/** An IPO before or after a step. */
export interface IpoState {
  /** `null` where it was not in the list. */
  readonly item: ChangingIpo | null
  /** Read only where a rule needs them. */
  readonly multiples: Multiples
  /** The GMP of the last day with enough sources; read only where a rule needs it. */
  readonly settled: SettledGmp | null
}

export interface ChangedIpo {
  readonly number: number
  readonly before: IpoState
  readonly after: IpoState
  readonly changes: readonly MarketChange[]
  /** The IPOs that the step merged into this one, as they were before. */
  readonly mergedIn: readonly IpoState[]
}

/** Where an IPO is described that changed: before the step if it left the list. */
export function describedAt(
  { number, before, after }: ChangedIpo,
  step: StepPositions,
): (NumberedIpo & Pick<Occurrence, 'position'>) | null {
  if (after.item) return { number, item: after.item, position: step.after }
  return before.item && { number, item: before.item, position: step.before }
}

type IssueUnit = Extract<Unit, { readonly issue: number }>

const IPOS_AT_A_TIME = 100

/** The IPOs of a step before and after it, in the order of the market. */
export async function* changedIpos(
  market: MarketData,
  step: ChangeStep,
  { withMultiples, withQuotes }: { readonly withMultiples: boolean; readonly withQuotes: boolean },
): AsyncGenerator<ChangedIpo & { readonly by: Unit['by'] }> {
  const units = step.units.filter((unit): unit is IssueUnit => 'issue' in unit)
  for (const some of chunksOf(units, IPOS_AT_A_TIME)) {
    const numbers = some.map(({ issue }) => issue)
    const before = await listedStatesAt(market, step.before, numbers)
    const after = await listedStatesAt(market, step.after, numbers)
    const quoted = withQuotes
      ? numbers.filter((number) => hasOtherGmp(before.get(number), after.get(number)))
      : []
    const statesAt = async (position: Position, states: ReadonlyMap<number, ListedState>) => {
      const multiples = withMultiples ? await multiplesAt(market, position, numbers) : undefined
      const settled = await settledGmpAt(market, position, quoted)
      return (number: number): IpoState => ({
        item: itemOf(states.get(number)),
        multiples: multiples?.get(number) ?? NO_MULTIPLES,
        settled: settled.get(number) ?? null,
      })
    }
    const [stateBefore, stateAfter] = [await statesAt(step.before, before), await statesAt(step.after, after)]
    for (const { issue, by } of some) {
      const [was, is] = [before.get(issue), after.get(issue)]
      if (!was || !is) continue
      yield {
        number: issue,
        by,
        before: stateBefore(issue),
        after: stateAfter(issue),
        changes: changesBetween(step.after, by, was, is),
        mergedIn: numbers
          .filter((other) => isMergedInto(is.slug, before.get(other), after.get(other)))
          .map(stateBefore),
      }
    }
  }
}

const isMergedInto = (slug: string, was?: ListedState, is?: ListedState): boolean =>
  was?.is === 'listed' && is?.is === 'joined' && is.into === slug

/** Whether the GMP may differ: most changes are about other figures, and all quotes of an IPO are read for this. */
function hasOtherGmp(was?: ListedState, is?: ListedState): boolean {
  const [before, after] = [itemOf(was), itemOf(is)]
  return (
    (before === null) !== (after === null) || GMP_FIELDS.some((field) => before?.[field] !== after?.[field])
  )
}

const GMP_FIELDS = ['lastGmp', 'lastGmpPct', 'gmpDisputed', 'lastGmpDay', 'lastGmpOwners'] as const

const itemOf = (state?: ListedState): ChangingIpo | null =>
  state?.is === 'listed' ? (state.item as unknown as ChangingIpo) : null
