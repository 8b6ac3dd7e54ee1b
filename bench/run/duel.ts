import { effort, type Measured } from '../figure.ts'
import { type Repeating, undisturbedRounds } from './control/undisturbed.ts'

type Side = () => Promise<number>

/** Warm-up until both run at full speed. */
const WARM_UPS = { usual: 3, smallest: 0 }

/**
 * Measures both at the same time on one core, which the operating system shares evenly: the one that needs less time for
 * an answer gives more answers. One after the other would also measure the machine, whose speed may change in a second.
 */
export async function duel(bench: Repeating, ours: Side, theirs: Side): Promise<readonly Measured[]> {
  const both = () => Promise.all([ours(), theirs()])
  for (let warmUp = 0; warmUp < effort(bench, WARM_UPS); warmUp++) await both()
  return undisturbedRounds(bench, async () => {
    const [first, second] = await both()
    return { ours: first, theirs: second }
  })
}
