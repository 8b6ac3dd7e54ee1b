import { type Bench, type Figure, median, type Round } from '../figure.ts'
import { type Kind, newValues, type Values } from '../market/kinds.ts'
import type { MarketSize } from '../market/market.ts'
import { type Answer, ask, nextPath } from './answers.ts'
import { inTurn, pair } from './compare.ts'
import { startGreymark, untilIdle } from './greymark.ts'

/** A server, and values that were not requested from it before. */
export interface Side {
  readonly address: string
  readonly values: Values
}

/** Requests that are not measured, so that both sides have loaded what they need. */
const WARM_UPS = 3

/** Starts a server on each of two stores. */
export async function startSides(
  ours: { readonly store: string; readonly size: MarketSize },
  theirs: { readonly store: string; readonly size: MarketSize },
): Promise<{ readonly ours: Side; readonly theirs: Side }> {
  const servers = [await startGreymark(ours.store), await startGreymark(theirs.store)] as const
  await untilIdle(servers)
  return {
    ours: { address: servers[0].address, values: newValues(ours.size) },
    theirs: { address: servers[1].address, values: newValues(theirs.size) },
  }
}

/** The median time of requests for what was not requested before, one at a time and to both in turn. */
export async function singles(
  bench: Bench,
  kinds: readonly Kind[],
  sides: { readonly ours: Side; readonly theirs: Side },
  check: (kind: Kind, ours: Answer, theirs: Answer) => void = () => undefined,
): Promise<(Pick<Figure, 'work' | 'unit'> & { readonly rounds: Round[] })[]> {
  const pairs = (kind: Kind, count: number) =>
    inTurn(count, async (n): Promise<Round> => {
      const { ours, theirs } = await pair(
        n,
        () => answered(kind, sides.ours),
        () => answered(kind, sides.theirs),
      )
      check(kind, ours, theirs)
      return { ours: ours.ms, theirs: theirs.ms }
    })
  for (const kind of kinds) await pairs(kind, WARM_UPS)
  const rounds = await inTurn(bench.rounds, async (round) => {
    bench.say(`round ${round + 1} of ${bench.rounds}`)
    return inTurn(kinds.length, async (index) => {
      const measured = await pairs(kinds[index] as Kind, kinds[index]?.requests ?? 0)
      return {
        ours: median(measured.map(({ ours }) => ours)),
        theirs: median(measured.map((one) => one.theirs)),
      }
    })
  })
  return kinds.map(({ work }, index) => ({
    ...{ work, unit: 'ms' },
    rounds: rounds.flatMap((round) => round[index] ?? []),
  }))
}

async function answered({ path, isNext }: Kind, { address, values }: Side): Promise<Answer> {
  const answer = await ask(address, { path: path(values) })
  return isNext ? ask(address, { path: nextPath(answer) ?? '' }) : answer
}
