import { addDays, type Day } from '../../market/calendar.ts'
import { longDay, plainDay, shortDay } from '../../texts/format.ts'

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

/** `on 3 Nov`, `from 7 to 9 Nov`, `from 30 Oct to 2 Nov`; with the year if it differs from that of `today`. */
export function dayRunText(run: readonly { readonly day: Day }[], today: Day): string {
  const [first, last] = [run.at(0)?.day ?? '', run.at(-1)?.day ?? '']
  if (first === last) return `on ${plainDay(first, today)}`
  if (first.slice(0, 4) !== last.slice(0, 4)) return `from ${longDay(first)} to ${longDay(last)}`
  const start = first.slice(0, 7) === last.slice(0, 7) ? String(Number(first.slice(8))) : shortDay(first)
  return `from ${start} to ${plainDay(last, today)}`
}
