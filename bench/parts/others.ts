import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, Figure, Goal, Part } from '../figure.ts'
import { startPeer } from '../peers/start-peer.ts'
import { ask } from '../run/answers.ts'
import { duel } from '../run/duel.ts'
import { API, startGreymark } from '../run/greymark.ts'
import { requestsPerSecond, type Target } from '../run/load.ts'
import { requireSameSubstance } from '../run/same-substance.ts'
import { everyday, shortName } from './everyday.ts'

interface Other {
  readonly against: string
  readonly goal: Goal
  readonly target: Target
  /** The path it uses for a path of ours, and the part of our answer that it returns. */
  readonly pathFor: (path: string) => string
  readonly substanceOf: (answer: Answer) => unknown
}

interface Answer {
  readonly ipos?: readonly Item[]
  readonly ipo?: Item
  readonly deals?: readonly Item[]
  readonly summary?: unknown
  readonly rows?: unknown
  readonly disclaimer?: string
}
type Item = Record<string, unknown>

/** A longer window, because the slowest of them answers each connection only once in more than a second. */
const WINDOW_FACTOR = 3
/** One such window is as long as the warm-up of other parts. */
const WARM_UPS = 1

export const others: Part = {
  name: 'others',
  about: 'the four endpoints, against a one-day Express program and json-server with the same data',
  async run(bench) {
    const market = await everyday(bench)
    const ours = await startGreymark(market.store)
    const peers = [await express(ours, market.store), await jsonServer(bench, ours)]
    const figures: Figure[] = []
    for (const other of peers) {
      const each: Figure[] = []
      for (const path of market.endpoints) each.push(await measured(bench, path, ours, other))
      figures.push(...each, oneOfEach(each, other))
    }
    return {
      figures,
      notes: [
        market.description,
        'The Express program (bench/peers/express.ts) runs in production mode, with prepared statements on the same store and the same indexes, and without the hash for an ETag. Its answers are compared with ours, figure by figure, before it is measured.',
        '"One of each" is calculated from the four lines above it, round by round: how many times a second all four can be requested, one after the other.',
        'json-server has the same answers as its data in memory, gets requests for pages of the same length, and writes no log. The items are compared with ours before it is measured.',
      ],
    }
  },
}

async function express(ours: Target, store: string): Promise<Other> {
  const { disclaimer = '' } = await getJson(ours, `${API}/ipos`)
  return {
    against: 'one-day Express',
    goal: { atLeast: 8, aim: 10 },
    target: await startPeer('express.ts', [store, disclaimer]),
    pathFor: (path) => path,
    substanceOf: (answer) => answer,
  }
}

async function jsonServer(bench: Bench, ours: Target): Promise<Other> {
  const file = join(bench.place, 'json-server-db.json')
  bench.say('reading all data through our API for json-server')
  writeFileSync(file, JSON.stringify(await dataOf(ours)))
  return {
    against: 'json-server',
    goal: { atLeast: 12, aim: 20 },
    target: await startPeer('json-server.ts', [file]),
    pathFor: (path) =>
      ({
        '/ipos': '/ipos?_page=1&_limit=60',
        '/ipos/:slug': `/ipo/${path.split('/').at(-1)}`,
        '/deals': '/deals?_page=1&_limit=100',
      })[shortName(path)] ?? '/scoreboard',
    substanceOf: ({ ipos, ipo, deals, summary, rows }) =>
      ipos?.map(withId) ?? deals ?? (ipo ? withId(ipo) : { summary, rows }),
  }
}

/** json-server finds an item by its `id`. */
const withId = (item: Item): Item => ({ id: item.slug, ...item })

async function dataOf(ours: Target): Promise<object> {
  const ipos = await walked(ours, `${API}/ipos?limit=200`, ({ ipos: found = [] }) => found)
  const deals = await walked(ours, `${API}/deals?limit=300`, ({ deals: found = [] }) => found)
  const details: Item[] = []
  for (const { slug } of ipos) details.push((await getJson(ours, `${API}/ipos/${slug}`)).ipo ?? {})
  const { summary, rows } = await getJson(ours, `${API}/scoreboard`)
  return { ipos: ipos.map(withId), ipo: details.map(withId), deals, scoreboard: { summary, rows } }
}

/** The items of all pages of a list, by following its links. */
async function walked(
  { address }: Target,
  path: string,
  itemsOf: (answer: Answer) => readonly Item[],
): Promise<readonly Item[]> {
  const items: Item[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const response: Response = await fetch(`${address}${next}`)
    items.push(...itemsOf((await response.json()) as Answer))
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return items
}

const getJson = async ({ address }: Target, path: string): Promise<Answer> =>
  JSON.parse((await ask(address, { path, headers: {} })).body.toString())

async function measured(bench: Bench, path: string, ours: Target, other: Other): Promise<Figure> {
  const { against, goal, target, pathFor, substanceOf } = other
  const theirPath = pathFor(path)
  requireSameSubstance(
    `${against} ${theirPath}`,
    substanceOf(await getJson(ours, path)),
    await getJson(target, theirPath),
  )
  bench.say(`${shortName(path)} against ${against}`)
  const longer = { ...bench, seconds: bench.seconds * WINDOW_FACTOR }
  const load = (server: Target, at: string) => () =>
    requestsPerSecond(longer, server, { path: at, headers: {} })
  const rounds = await duel(bench, load(ours, path), load(target, theirPath), WARM_UPS)
  return { work: shortName(path), against, unit: 'requests/s', goal, rounds }
}

/** How many times a second all four can be requested, one after the other. */
function oneOfEach(each: readonly Figure[], { against, goal }: Other): Figure {
  const together = (round: number, side: 'ours' | 'theirs') =>
    1 / each.reduce((sum, { rounds }) => sum + 1 / (rounds[round]?.[side] ?? 0), 0)
  const rounds = (each[0]?.rounds ?? []).map((_, round) => ({
    ours: together(round, 'ours'),
    theirs: together(round, 'theirs'),
    isDisturbed: each.some(({ rounds }) => rounds[round]?.isDisturbed),
  }))
  return { work: 'one of each', against, unit: 'times/s', goal, rounds }
}
