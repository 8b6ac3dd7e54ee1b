import { seeded } from '../../../src/demo/seeded.ts'
import { builtStore } from '../../data/built-store.ts'
import type { Part } from '../../figure.ts'
import { API, startGreymark } from '../../run/greymark.ts'
import { type Answer, Client, mustBeFull } from './client.ts'
import { interleaved, LatencyFigures } from './latency.ts'
import { pastMoment } from './moments.ts'
import { MANY_IPOS, MIDDLE, sizeWords } from './stores.ts'

const GOAL = { atMost: 2, aim: 1.2 }
const REQUESTS = 200
const WARM_UP = 50
const PAGE = 60
/** Before it the smaller market may not have a page of IPOs yet. */
const FIRST_FIFTH = 0.2

export const largeAsOf: Part = {
  name: 'large-as-of',
  about: '/ipos at random past moments: 5,000 IPOs against 500',
  async run(bench) {
    const servers = [
      await startGreymark(await builtStore(bench, MANY_IPOS)),
      await startGreymark(await builtStore(bench, MIDDLE)),
    ]
    const [ours, theirs] = servers.map(({ address }) => new Client(address)) as [Client, Client]
    const random = seeded('large as of')
    const measured = async (requests: number) => {
      const paths = Array.from(
        { length: requests },
        () => `${API}/ipos?limit=${PAGE}&asOf=${pastMoment(random, FIRST_FIFTH)}`,
      )
      const ask = (client: Client) => (n: number) => page(client, paths[n] ?? '')
      return interleaved(requests, ask(ours), ask(theirs))
    }
    await measured(WARM_UP)
    const gathered = new LatencyFigures()
    for (let round = 0; round < bench.rounds; round++) {
      gathered.add('/ipos?asOf=', await measured(REQUESTS))
      bench.say(`round ${round + 1} of ${bench.rounds}`)
    }
    for (const client of [ours, theirs]) client.close()
    return {
      figures: gathered.figures('500 IPOs', 0.95, GOAL),
      notes: [
        `Ours is a store of ${sizeWords(MANY_IPOS)}, theirs one of ${sizeWords(MIDDLE)}; neither is scaled. ${REQUESTS} moments a round, none asked for twice, the same for both; all answers are full pages of ${PAGE} IPOs.`,
        gathered.medians(),
      ],
    }
  },
}

const page = async (client: Client, path: string): Promise<Answer> =>
  mustBeFull(await client.get(path), 'ipos', PAGE)
