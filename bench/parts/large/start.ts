import { builtStore } from '../../data/built-store.ts'
import type { MarketSize } from '../../data/market-size.ts'
import { effort, type Figure, type Measured, type Part } from '../../figure.ts'
import { undisturbedRounds } from '../../run/control/undisturbed.ts'
import { API, startGreymark } from '../../run/greymark.ts'
import { CAN_READ_MEMORY, memoryOf } from '../../run/memory.ts'
import { Client } from './client.ts'
import { expectedIpos } from './first-page.ts'
import { mixedRequests } from './mixed-requests.ts'
import { largeSize, SMALL, sizeText } from './stores.ts'

const GOAL = { atMost: 2, aim: 1.2 }
const REQUESTS = { usual: 1000, smallest: 20 }

interface Start {
  readonly ms: number
  readonly megabytes: number
  readonly megabytesLater: number
}

export const largeStart: Part = {
  name: 'large-start',
  about:
    'time from start to the first correct answer, and resident memory: the large store against the small one',
  async run(bench) {
    const sizes = { ours: largeSize(bench), theirs: effort(bench, SMALL) }
    const stores = {
      ours: await builtStore(bench, sizes.ours),
      theirs: await builtStore(bench, sizes.theirs),
    }
    const requests = effort(bench, REQUESTS)
    const start = (side: 'ours' | 'theirs') => started(stores[side], sizes[side], requests)
    if (!bench.isSmallest) {
      await start('ours')
      await start('theirs')
    }
    const rounds = await undisturbedRounds(bench, async (round) => {
      const first = round % 2 === 0 ? await start('ours') : undefined
      const theirs = await start('theirs')
      bench.say(`round ${round + 1}`)
      return { ours: first ?? (await start('ours')), theirs }
    })
    const figure = (work: string, unit: string, key: keyof Start): Figure => ({
      work,
      against: 'the small store',
      unit,
      goal: GOAL,
      rounds: rounds.map(
        ({ ours, theirs, isDisturbed }): Measured => ({ ours: ours[key], theirs: theirs[key], isDisturbed }),
      ),
    })
    const later = `resident memory after ${requests.toLocaleString('en-GB')} more requests`
    const memory = [
      figure('resident memory after that', 'MB', 'megabytes'),
      figure(later, 'MB', 'megabytesLater'),
    ]
    return {
      figures: [figure('start to the first correct answer', 'ms', 'ms'), ...(CAN_READ_MEMORY ? memory : [])],
      notes: [
        `"Ours" is a store of ${sizeText(sizes.ours)}, "theirs" one of ${sizeText(sizes.theirs)}. The time is from the start of the process to the last byte of /ipos, whose slugs must be those that were generated last. The files are in the system's cache. The requests are for random lists, IPOs, symbols and past moments, with as many different ones for both; the scoreboard is not included, because its answer grows with the market.`,
        ...(CAN_READ_MEMORY ? [] : ['Memory was not measured: this system has no /proc to read it from.']),
      ],
    }
  },
}

async function started(store: string, size: MarketSize, requests: number): Promise<Start> {
  const startedAt = performance.now()
  const server = await startGreymark(store)
  const client = new Client(server.address)
  const { ipos } = await client.json<{ ipos: { slug: string }[] }>(`${API}/ipos`)
  const ms = performance.now() - startedAt
  const [shown, expected] = [ipos.map(({ slug }) => slug).join(' '), expectedIpos(size).join(' ')]
  if (shown !== expected) throw new Error(`the first answer shows ${shown} instead of ${expected}`)
  const megabytes = memoryOf(server.pid).together
  for (const path of mixedRequests(size, requests)) await client.get(path)
  const megabytesLater = memoryOf(server.pid).together
  client.close()
  await server.stop()
  return { ms, megabytes, megabytesLater }
}
