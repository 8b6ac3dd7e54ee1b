import { type Bench, effort, type Measured } from '../figure.ts'

type Side = () => Promise<number>

/** Until both run at their full speed. */
const WARM_UPS = { usual: 3, smallest: 0 }

/**
 * Both at the same time on one core, which the system shares evenly between them: who needs less of it for an answer gives
 * more answers. One after the other would measure the machine, too: a shared one may be half as fast a second later.
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
