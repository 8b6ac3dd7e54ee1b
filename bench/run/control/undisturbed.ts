import { type Bench, effort } from '../../figure.ts'
import { MAX_LOST_SHARE } from './disturbance.ts'

/** What of a run the repetition of disturbed rounds depends on. */
export type Repeating = Pick<Bench, 'rounds' | 'isSmallest' | 'isByCpu' | 'control'>

/** The most rounds that are measured again, as a multiple of the rounds of a figure. */
const MAX_REPEATED = { usual: 1, smallest: 0 }

/** A measured round, and the share of it that the machine disturbed. */
export interface Round<T> {
  readonly value: T
  readonly lostShare: number
}

/** A round that counts. It is disturbed only if there were not enough others. */
export type KeptRound<T> = T & { readonly isDisturbed: boolean }

/**
 * Measures rounds until enough of them are undisturbed, but at most twice as many as asked for. Then the least disturbed
 * ones are kept, in their order.
 */
export async function undisturbedRounds<T extends object>(
  bench: Repeating,
  measure: (round: number) => Promise<T>,
): Promise<readonly KeptRound<T>[]> {
  return keptRounds(bench, MAX_LOST_SHARE, async (round) => bench.control.during(() => measure(round)))
}

/** The same for rounds that are judged by something else than their time, such as the requests that do not count. */
export async function keptRounds<T extends object>(
  bench: Repeating,
  maxLost: number,
  measure: (round: number) => Promise<Round<T>>,
): Promise<readonly KeptRound<T>[]> {
  const { rounds, isByCpu, control } = bench
  const most = isByCpu ? rounds : rounds * (1 + effort(bench, MAX_REPEATED))
  const isDisturbed = ({ lostShare }: Round<T>) => !isByCpu && lostShare > maxLost
  const measured: Round<T>[] = []
  while (measured.length < most && measured.filter((one) => !isDisturbed(one)).length < rounds)
    measured.push(await measure(measured.length))
  const kept = leastDisturbed(measured, rounds)
  control.counts.addRounds(
    measured.length,
    measured.filter(isDisturbed).length,
    kept.filter(isDisturbed).length,
  )
  return kept.map((one) => ({ ...one.value, isDisturbed: isDisturbed(one) }))
}

/** The rounds with the least disturbance, in the order in which they were measured. */
export function leastDisturbed<T>(measured: readonly Round<T>[], count: number): readonly Round<T>[] {
  const best = new Set(measured.toSorted((a, b) => a.lostShare - b.lostShare).slice(0, count))
  return measured.filter((one) => best.has(one))
}
