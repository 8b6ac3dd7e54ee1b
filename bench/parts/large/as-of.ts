import { seeded } from '../../../src/demo/seeded.ts'
import { builtStore } from '../../data/built-store.ts'
import { effort, type Part } from '../../figure.ts'
import { API, startGreymark } from '../../run/greymark.ts'
import { type Answer, Client, mustBeFull } from './client.ts'
import { interleaved, LatencyFigures } from './latency.ts'
import { pastMoment } from './moments.ts'
import { MANY_IPOS, MIDDLE, sizeText } from './stores.ts'

const GOAL = { atMost: 2, aim: 1.2 }
const REQUESTS = { usual: 200, smallest: 5 }
const WARM_UP = { usual: 50, smallest: 1 }
const PAGE = { usual: 60, smallest: 10 }
/** Before this share of the history the smaller market may not have a full page of IPOs. */
const FIRST_FIFTH = 0.2

export const largeAsOf: Part = {
  name: 'large-as-of',
  about: '/ipos at random past moments: 5,000 IPOs against 500',
  async run(bench) {
    const [many, middle] = [effort(bench, MANY_IPOS), effort(bench, MIDDLE)]
    const [requests, limit] = [effort(bench, REQUESTS), effort(bench, PAGE)]
    const servers = [
      await startGreymark(await builtStore(bench, many)),
      await startGreymark(await builtStore(bench, middle)),
    ]
    const [ours, theirs] = servers.map(({ address }) => new Client(address)) as [Client, Client]
    const random = seeded('large as of')
    const measured = async (count: number) => {
      const paths = Array.from(
        { length: count },
        () => `${API}/ipos?limit=${limit}&asOf=${pastMoment(random, FIRST_FIFTH)}`,
      )
      const ask = (client: Client) => (n: number) => page(client, paths[n] ?? '', limit)
      return interleaved(bench, { count, ours: ask(ours), theirs: ask(theirs) })
    }
    await measured(effort(bench, WARM_UP))
    const gathered = new LatencyFigures()
    for (let round = 0; round < bench.rounds; round++) {
      gathered.add('/ipos?asOf=', await measured(requests))
      bench.say(`round ${round + 1} of ${bench.rounds}`)
    }
    for (const client of [ours, theirs]) client.close()
    return {
      figures: gathered.figures('500 IPOs', 0.95, GOAL),
      notes: [
        `"Ours" is a store of ${sizeText(many)}, "theirs" one of ${sizeText(middle)}; neither is scaled. ${requests} moments per round, each requested once, the same for both; all answers are full pages of ${limit} IPOs.`,
        gathered.medians(),
      ],
    }
  },
}

const page = async (client: Client, path: string, limit: number): Promise<Answer> =>
  mustBeFull(await client.get(path), 'ipos', limit)
