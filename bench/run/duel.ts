import type { Bench, Measured } from '../figure.ts'

type Side = () => Promise<number>

/**
 * After a warm-up of both, each round has both twice, and who is in the middle changes from round to round: a machine that
 * grows slower or faster meanwhile does so for both.
 */
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
      const [outer, inner] = await aroundEachOther(ours, theirs)
      measured.push({ ours: outer, theirs: inner })
    } else {
      const [outer, inner] = await aroundEachOther(theirs, ours)
      measured.push({ ours: inner, theirs: outer })
    }
  }
  return measured
}

/** The mean of two measurements each, those of the second side between those of the first. */
async function aroundEachOther(outer: Side, inner: Side): Promise<[number, number]> {
  const first = await outer()
  const middle = (await inner()) + (await inner())
  return [(first + (await outer())) / 2, middle / 2]
}
