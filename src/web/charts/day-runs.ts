import { addDays, type Day } from '../../market/calendar.ts'

/** Splits days, oldest first, into runs of consecutive days. */
export function runsOf<T extends { readonly day: Day }>(days: readonly T[]): T[][] {
  const runs: T[][] = []
  for (const each of days) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before && addDays(before.day, 1) === each.day) run.push(each)
    else runs.push([each])
  }
  return runs
}
