import type { Bench, Figure, Part } from '../figure.ts'
import { startRaw } from '../peers/start-raw.ts'
import { ask, headerOf, mustAnswerAlike } from '../run/answers.ts'
import { duel } from '../run/duel.ts'
import { startGreymark } from '../run/greymark.ts'
import { type Request, requestsPerSecond, type Target } from '../run/load.ts'
import { everyday, shortName } from './everyday.ts'

const GOAL = { atLeast: 0.85, aim: 0.92 }

interface Case {
  readonly work: string
  readonly request: Request
}

export const again: Part = {
  name: 'again',
  about:
    'repeated answers of the four endpoints and the first page, against raw node:http with the same bytes',
  async run(bench) {
    const market = await everyday(bench)
    const ours = await startGreymark(market.store)
    const cases = await casesOf(ours.address, market.endpoints)
    const answers = await Promise.all(cases.map(({ request }) => ask(ours.address, request)))
    const { targets: raws } = await startRaw(bench.place, answers)
    const figures: Figure[] = []
    for (const [index, one] of cases.entries()) {
      const raw = raws[index]
      if (raw) figures.push(await measured(bench, one, ours, raw))
    }
    const sizes = cases.map(({ work }, index) => `${work} ${answers[index]?.body.length ?? 0}`).join(', ')
    return { figures, notes: [market.description, `Size of the bodies in bytes: ${sizes}.`] }
  },
}

async function casesOf(address: string, endpoints: readonly string[]): Promise<readonly Case[]> {
  const plain = endpoints.map((path) => ({ work: shortName(path), request: { path, headers: {} } }))
  const gzip = plain.map(({ work, request: { path } }) => ({
    work: `${work}, gzip`,
    request: { path, headers: { 'Accept-Encoding': 'gzip' } },
  }))
  const known = plain.map(async ({ work, request }) => {
    const etag = headerOf(await ask(address, request), 'etag') ?? ''
    return { work: `${work}, 304`, request: { ...request, headers: { 'If-None-Match': etag } } }
  })
  const page = { work: 'page /', request: { path: '/', headers: {} } }
  return [...plain, ...gzip, ...(await Promise.all(known)), page]
}

async function measured(bench: Bench, { work, request }: Case, ours: Target, raw: Target): Promise<Figure> {
  await mustAnswerAlike(ours.address, raw.address, request)
  bench.say(work)
  const load = (target: Target) => () => requestsPerSecond(bench, target, request)
  return {
    work,
    against: 'raw node:http',
    unit: 'requests/s',
    goal: GOAL,
    rounds: await duel(bench, load(ours), load(raw)),
  }
}
