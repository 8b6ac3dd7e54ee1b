import { effort, type Measured } from '../figure.ts'
import { type Repeating, undisturbedRounds } from './control/undisturbed.ts'

type Side = () => Promise<number>

/** Rounds of warm-up until both run at full speed. */
const WARM_UPS = 3

/**
 * Measures both at the same time on one core, which the operating system shares evenly: the one that needs less time for
 * an answer gives more answers. One after the other would also measure the machine, whose speed may change in a second.
 */
export async function duel(
  bench: Repeating,
  ours: Side,
  theirs: Side,
  warmUps = WARM_UPS,
): Promise<readonly Measured[]> {
  const both = () => Promise.all([ours(), theirs()])
  for (let left = effort(bench, { usual: warmUps, smallest: 0 }); left > 0; left--) await both()
  return undisturbedRounds(bench, async () => {
    const [first, second] = await both()
    return { ours: first, theirs: second }
  })
}
