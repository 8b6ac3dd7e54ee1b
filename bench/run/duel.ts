import { type Bench, effort, type Measured } from '../figure.ts'

type Side = () => Promise<number>

/** Warm-up until both run at full speed. */
const WARM_UPS = { usual: 3, smallest: 0 }

/**
 * Measures both at the same time on one core, which the operating system shares evenly: the one that needs less time for
 * an answer gives more answers. One after the other would also measure the machine, whose speed may change in a second.
 */
export async function duel(
  bench: Pick<Bench, 'rounds' | 'isSmallest'>,
  ours: Side,
  theirs: Side,
): Promise<readonly Measured[]> {
  const both = () => Promise.all([ours(), theirs()])
  for (let warmUp = 0; warmUp < effort(bench, WARM_UPS); warmUp++) await both()
  const measured: Measured[] = []
  for (let round = 0; round < bench.rounds; round++) {
    const [first, second] = await both()
    measured.push({ ours: first, theirs: second })
  }
  return measured
}
