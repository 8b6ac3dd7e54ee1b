import { type Random, seeded, shuffled } from '../../../src/demo/seeded.ts'
import { builtStore } from '../../data/built-store.ts'
import { sharesOf } from '../../data/deal-lines.ts'
import { type Bench, effort, type Part } from '../../figure.ts'
import { API, startGreymark } from '../../run/greymark.ts'
import { type Answer, Client, mustBeFull, nextPath } from './client.ts'
import { interleaved, LatencyFigures } from './latency.ts'
import { pastMoment } from './moments.ts'
import { largeSize, MIDDLE, sizeText } from './stores.ts'

const GOAL = { atMost: 2, aim: 1.3 }
const REQUESTS = { usual: 300, smallest: 5 }
/** The number of symbols and of pages per walk. */
const WARM_UP = { usual: 50, smallest: 2 }
const PAGE = 100
const SMALL_PAGE = 10
/** In the first half of the history a share of the smaller market may not have a full page of deals. */
const HALF = 0.5
const PAGE_AS_OF = 50

/** A market and its shares in random order. */
interface Side {
  readonly client: Client
  readonly symbols: readonly string[]
}

export const largeDeals: Part = {
  name: 'large-deals',
  about: 'deals of a symbol not requested before, paging and past moments: ten million deals against 100,000',
  async run(bench) {
    const [large, middle] = [largeSize(bench), effort(bench, MIDDLE)]
    const stores = [await builtStore(bench, large), await builtStore(bench, middle)] as const
    const gathered = new LatencyFigures()
    for (let round = 0; round < bench.rounds; round++) {
      // New processes each round, so that no symbol was requested before and no answer is cached.
      const servers = [await startGreymark(stores[0]), await startGreymark(stores[1])] as const
      const random = seeded(`large deals ${round}`)
      const side = (n: 0 | 1, deals: number): Side => ({
        client: new Client(servers[n].address),
        symbols: shuffled(random, sharesOf(deals)).map(({ symbol }) => symbol),
      })
      const [ours, theirs] = [side(0, large.deals), side(1, middle.deals)]
      await measure(bench, { ours, theirs }, random, gathered)
      bench.say(`round ${round + 1} of ${bench.rounds}`)
      for (const each of [ours, theirs]) each.client.close()
      for (const server of servers) await server.stop()
    }
    return {
      figures: gathered.figures(`${middle.deals.toLocaleString('en-GB')} deals`, 0.99, GOAL),
      notes: [
        `"Ours" is a store of ${sizeText(large)}, "theirs" one of ${sizeText(middle)}. ${effort(bench, REQUESTS)} requests of each kind per round, one at a time, to both in turn; both servers are restarted in each round and warmed up with other symbols. All answers are full pages: ${PAGE} deals, ${SMALL_PAGE} when paging through one symbol, ${PAGE_AS_OF} of one symbol at a past moment.`,
        gathered.medians(),
      ],
    }
  },
}

async function measure(
  bench: Bench,
  { ours, theirs }: { ours: Side; theirs: Side },
  random: Random,
  gathered: LatencyFigures,
): Promise<void> {
  const requests = effort(bench, REQUESTS)
  await warmUp(bench, ours)
  await warmUp(bench, theirs)
  const both = (ask: (side: Side, n: number) => Promise<Answer>) =>
    interleaved(bench, { count: requests, ours: (n) => ask(ours, n), theirs: (n) => ask(theirs, n) })

  gathered.add(
    '/deals?symbol= not requested before',
    await both((side, n) => page(side, `symbol=${side.symbols[n]}&limit=${PAGE}`, PAGE)),
  )
  const walks = new Map([ours, theirs].map((side) => [side, walkOf(side, `limit=${PAGE}`, PAGE)]))
  gathered.add('next page of /deals', await both((side) => next(walks.get(side))))
  const symbolWalks = new Map([ours, theirs].map((side) => [side, walksOfSymbols(side)]))
  gathered.add('next page of /deals?symbol=', await both((side) => next(symbolWalks.get(side))))

  const moments = Array.from({ length: requests }, () => pastMoment(random, HALF))
  gathered.add('/deals?asOf=', await both((side, n) => page(side, `asOf=${moments[n]}&limit=${PAGE}`, PAGE)))
  gathered.add(
    '/deals?symbol=&asOf=',
    await both((side, n) =>
      page(side, `symbol=${side.symbols[n]}&asOf=${moments[n]}&limit=${PAGE_AS_OF}`, PAGE_AS_OF),
    ),
  )
}

const page = async ({ client }: Side, query: string, limit: number): Promise<Answer> =>
  mustBeFull(await client.get(`${API}/deals?${query}`), 'deals', limit)

/** Warms up with symbols and page sizes that are not measured. */
async function warmUp(bench: Bench, side: Side): Promise<void> {
  const random = seeded('warm up')
  const most = effort(bench, WARM_UP)
  const others = side.symbols.slice(effort(bench, REQUESTS)).slice(0, most)
  for (let size = 21; size < 25; size++) {
    for (const symbol of others) {
      await page(side, `symbol=${symbol}&limit=${size}`, size)
      await page(side, `symbol=${symbol}&limit=${size}&asOf=${pastMoment(random, HALF)}`, size)
      await page(side, `limit=${size}&asOf=${pastMoment(random, HALF)}`, size)
    }
    const walk = walkOf(side, `limit=${size}`, size)
    for (let n = 0; n < most; n++) await next(walk)
  }
}

/** The pages after the first, which has no cursor. */
async function* walkOf(side: Side, query: string, limit: number): AsyncGenerator<Answer> {
  for (let path = nextPath(await page(side, query, limit)); path; ) {
    const answer = mustBeFull(await side.client.get(path), 'deals', limit)
    yield answer
    path = nextPath(answer)
  }
}

/** Nine pages of each symbol: even a rare share of the smaller market has a hundred deals. */
async function* walksOfSymbols(side: Side): AsyncGenerator<Answer> {
  for (const symbol of side.symbols) {
    const walk = walkOf(side, `symbol=${symbol}&limit=${SMALL_PAGE}`, SMALL_PAGE)
    for (let n = 0; n < 9; n++) yield await next(walk)
  }
}

async function next(walk: AsyncGenerator<Answer> | undefined): Promise<Answer> {
  const step = await walk?.next()
  if (!step || step.done) throw new Error('a walk ended before its time')
  return step.value
}
