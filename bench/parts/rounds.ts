import { setTimeout } from 'node:timers/promises'
import { seeded, wholeBetween } from '../../src/demo/seeded.ts'
import type { Part } from '../figure.ts'
import { issueAt, type MarketSize, TRADING_DAYS, tradingDay } from '../market/market.ts'
import { builtStore, ownCopy, sizeText } from '../market/stores.ts'
import { ask, headerOf } from '../run/answers.ts'
import { inTurn, pair, startLoad } from '../run/compare.ts'
import { API, startGreymark, untilIdle } from '../run/greymark.ts'
import type { Loaded } from '../run/load.ts'
import { Worker } from '../run/processes.ts'

/** Ten sources, each collected every few minutes, give a round every half minute: this is twelve times as often. */
const ROUND_EVERY_MS = 2500
/** The length of a window as a multiple of that in other parts: several rounds are committed in it. */
const WINDOW = 5
/** The rate of the requests whose latencies are measured. */
const PER_SECOND = 1000
/** A round is served at most so long after its commit. */
const SERVED_LIMIT_MS = 2000
/** A busy machine may take longer. */
const SERVED_WITHIN_MS = 60_000
const POLL_EVERY_MS = 10
const ISSUES = 60
const SOURCES = ['IPOWatch', 'InvestorGain', 'IPO Ji', 'IPO Premium'] as const
const DEALS = 60
const GZIP = { 'Accept-Encoding': 'gzip' }

export const rounds: Part = {
  name: 'rounds',
  about: 'answers while rounds of facts are recorded, against no rounds',
  async run(bench) {
    const store = await builtStore(bench, 'small')
    const copy = ownCopy(bench, store)
    const ours = await startGreymark(copy)
    await untilIdle([ours])
    const load = startLoad()
    const importer = new Worker<string, string>('servers', 'run/import-facts.ts', [copy])
    const slugs = newestSlugs(store.size)
    const nextRound = roundsOn(slugs)
    const list = `${API}/ipos`
    const paths = [list, `${list}/${slugs[0]}`, `${API}/deals`, `${API}/scoreboard`]
    const plan = { address: ours.address, headers: GZIP, seconds: bench.seconds * WINDOW }
    const throughput = () => load.ask({ ...plan, paths: [list] })
    const latency = () => load.ask({ ...plan, paths, perSecond: PER_SECOND })
    const version = async () =>
      headerOf(await ask(ours.address, { path: list }), 'x-market-version')?.split('@')[0]

    /** Records a round, and returns how many milliseconds after its commit it is served. */
    const record = async (): Promise<number> => {
      const before = await version()
      await importer.ask(nextRound())
      const committed = performance.now()
      while ((await version()) === before) {
        if (performance.now() - committed > SERVED_WITHIN_MS) throw new Error('a round was not served')
        await setTimeout(POLL_EVERY_MS)
      }
      return performance.now() - committed
    }
    const servedAfter: number[] = []
    /** Records a round every few seconds, at least one, while the load lasts. */
    const withRounds = async (loaded: Promise<Loaded>): Promise<Loaded> => {
      let isOver = false
      const end = loaded.finally(() => {
        isOver = true
      })
      do {
        servedAfter.push(await record())
        await Promise.race([end, setTimeout(ROUND_EVERY_MS)])
      } while (!isOver)
      return end
    }
    const windows = await inTurn(bench.rounds, async (round) => {
      bench.say(`round ${round + 1} of ${bench.rounds}`)
      // The pages of IPOs that were requested lately are also made again for each round.
      for (const slug of slugs) await ask(ours.address, { path: `/ipos/${slug}`, headers: GZIP })
      const busy = await pair(round, () => withRounds(throughput()), throughput)
      // Not while the server has no time left.
      servedAfter.length = 0
      const calm = await pair(round, () => withRounds(latency()), latency)
      return {
        throughput: { ours: busy.ours.perSecond, theirs: busy.theirs.perSecond },
        latency: { ours: calm.ours.p99, theirs: calm.theirs.p99 },
        served: { ours: Math.max(...servedAfter), theirs: SERVED_LIMIT_MS },
      }
    })
    return {
      figures: [
        {
          ...{ work: '/ipos, gzip, during rounds', against: 'no rounds', unit: 'requests/s' },
          ...{ goal: { atLeast: 0.7 }, rounds: windows.map(({ throughput }) => throughput) },
        },
        {
          ...{ work: 'answers during rounds', against: 'no rounds', unit: 'ms p99' },
          ...{ goal: { atMost: 2 }, rounds: windows.map(({ latency }) => latency) },
        },
        {
          ...{ work: 'from the commit until it is served', against: 'the limit', unit: 'ms, longest' },
          ...{ goal: { atMost: 1 }, rounds: windows.map(({ served }) => served) },
        },
      ],
      note: `The store has ${sizeText(store.size)}. Another process, on the core of the server, records a round every ${ROUND_EVERY_MS / 1000} s: ${ISSUES * SOURCES.length} GMP reports on the ${ISSUES} newest IPOs, whose pages are made again, and ${DEALS} deals. Latencies are those of ${PER_SECOND} requests a second for /ipos, one IPO, /deals and /scoreboard, each from the time for which it was planned.`,
    }
  },
}

const newestSlugs = (market: MarketSize): string[] =>
  Array.from({ length: ISSUES }, (_, n) => issueAt(market.ipos - 1 - n, market).slug)

/** Rounds of facts, one after the other, as lines. */
function roundsOn(slugs: readonly string[]): () => string {
  const random = seeded('rounds')
  const observedAt = tradingDay(TRADING_DAYS - 1)
  return () => {
    const premiums = slugs.flatMap((slug) =>
      SOURCES.map((source) => ({
        fact: 'gmp',
        slug,
        observedAt,
        source,
        gmp: wholeBetween(random, 1, 1000),
      })),
    )
    const deals = Array.from({ length: DEALS }, () => ({
      ...{ fact: 'deal', exchange: 'NSE', kind: 'BULK', tradeDate: observedAt, symbol: 'RECORDED' },
      ...{ securityName: 'Recorded Limited', clientName: 'SOME FUND', dealType: 'BUY', source: 'nse' },
      ...{ quantity: wholeBetween(random, 1, 1_000_000_000), price: 100 },
    }))
    return [...premiums, ...deals].map((fact) => `${JSON.stringify(fact)}\n`).join('')
  }
}
