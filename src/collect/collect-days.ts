import type { Source } from '../sources/source.ts'
import type { RoundTotals } from '../store/append/record-round.ts'
import type { Db } from '../store/engines/db.ts'
import { chunksOf } from '../store/engines/statements.ts'
import { type CollectOptions, collectRound, type RoundReport } from './collect-round.ts'

/** A round holds all its answers in memory, and a day file may have megabytes. */
const DAYS_PER_ROUND = 5

/** Collects any number of days of a source, a few days per round, and returns one report of all rounds. */
export async function collectDays(db: Db, source: Source, options: CollectOptions): Promise<RoundReport> {
  const [first, ...later] = chunksOf(options.days ?? [], DAYS_PER_ROUND)
  let total = await collectRound(db, source, { ...options, ...(first && { days: first }) })
  for (const days of later) {
    if (total.isBrokenOff) break
    total = sumOf(total, await collectRound(db, source, { ...options, days }))
  }
  return total
}

const FROM_BEST_TO_WORST = ['done', 'partial', 'failed'] as const

function sumOf(before: RoundReport, next: RoundReport): RoundReport {
  const faulty = before.fault === null ? next : before
  return {
    source: before.source,
    outcome:
      FROM_BEST_TO_WORST.findLast((outcome) => [before.outcome, next.outcome].includes(outcome)) ?? 'done',
    fault: faulty.fault,
    words: faulty.words,
    ...sumOfTotals(before, next),
    refusedBy: sumOfCounts(before.refusedBy, next.refusedBy),
    asked: before.asked + next.asked,
    isBrokenOff: next.isBrokenOff,
    rows: [...before.rows, ...next.rows],
  }
}

export const sumOfTotals = (before: RoundTotals, next: RoundTotals): RoundTotals => ({
  read: before.read + next.read,
  taken: before.taken + next.taken,
  known: before.known + next.known,
  refused: before.refused + next.refused,
  committed: next.committed ?? before.committed,
})

function sumOfCounts(
  before: ReadonlyMap<string, number>,
  next: ReadonlyMap<string, number>,
): Map<string, number> {
  const sum = new Map(before)
  for (const [rule, count] of next) sum.set(rule, (sum.get(rule) ?? 0) + count)
  return sum
}
