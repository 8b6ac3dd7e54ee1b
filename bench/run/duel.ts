import type { Bench, Measured } from '../figure.ts'

type Side = () => Promise<number>

/** Both in turn, after a warm-up of both; who begins changes from round to round. */
export async function duel(
  { rounds }: Pick<Bench, 'rounds'>,
  ours: Side,
  theirs: Side,
): Promise<readonly Measured[]> {
  await ours()
  await theirs()
  const measured: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const first = await ours()
      measured.push({ ours: first, theirs: await theirs() })
    } else {
      const first = await theirs()
      measured.push({ ours: await ours(), theirs: first })
    }
  }
  return measured
}
