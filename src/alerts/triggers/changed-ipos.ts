import type { ListedState } from '../../market/issues/changes.ts'
import { changesBetween } from '../../reports/changes/changed-units.ts'
import { type ChangingIpo, listedStatesAt } from '../../reports/changes/listed-states.ts'
import type { ChangeStep, Unit } from '../../reports/changes/steps.ts'
import type { MarketData } from '../../reports/market-data.ts'
import { chunksOf } from '../../store/engines/statements.ts'
import type { ChangedIpo } from './change-occurrences.ts'
import { multiplesAt, NO_MULTIPLES, settledGmpAt } from './figures-at.ts'

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
    const multiplesBefore = withMultiples ? await multiplesAt(market, step.before, numbers) : undefined
    const multiplesAfter = withMultiples ? await multiplesAt(market, step.after, numbers) : undefined
    const quoted = withQuotes
      ? numbers.filter((number) => hasOtherGmp(before.get(number), after.get(number)))
      : []
    const settledBefore = await settledGmpAt(market, step.before, quoted)
    const settledAfter = await settledGmpAt(market, step.after, quoted)
    for (const { issue, by } of some) {
      const [was, is] = [before.get(issue), after.get(issue)]
      if (!was || !is) continue
      yield {
        number: issue,
        by,
        before: itemOf(was),
        after: itemOf(is),
        changes: changesBetween(step.after, by, was, is),
        multiplesBefore: multiplesBefore?.get(issue) ?? NO_MULTIPLES,
        multiplesAfter: multiplesAfter?.get(issue) ?? NO_MULTIPLES,
        settledBefore: settledBefore.get(issue) ?? null,
        settledAfter: settledAfter.get(issue) ?? null,
        mergedIn: numbers
          .filter((other) => isMergedInto(is.slug, before.get(other), after.get(other)))
          .map((other) => ({
            before: itemOf(before.get(other) ?? UNKNOWN),
            multiplesBefore: multiplesBefore?.get(other) ?? NO_MULTIPLES,
            settledBefore: settledBefore.get(other) ?? null,
          })),
      }
    }
  }
}

const UNKNOWN: ListedState = { is: 'unknown' }

const isMergedInto = (slug: string, was: ListedState = UNKNOWN, is: ListedState = UNKNOWN): boolean =>
  was.is === 'listed' && is.is === 'joined' && is.into === slug

/** Whether the GMP may differ: most changes are about other figures, and all quotes of an IPO are read for this. */
function hasOtherGmp(was: ListedState = UNKNOWN, is: ListedState = UNKNOWN): boolean {
  const [before, after] = [itemOf(was), itemOf(is)]
  return (
    (before === null) !== (after === null) || GMP_FIELDS.some((field) => before?.[field] !== after?.[field])
  )
}

const GMP_FIELDS = ['lastGmp', 'lastGmpPct', 'gmpDisputed', 'lastGmpDay', 'lastGmpOwners'] as const

const itemOf = (state: ListedState): ChangingIpo | null =>
  state.is === 'listed' ? (state.item as unknown as ChangingIpo) : null
