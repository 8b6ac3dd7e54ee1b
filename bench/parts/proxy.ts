import type { Bench, Figure, Part } from '../figure.ts'
import { startShippedNginx, startStaticNginx } from '../peers/nginx.ts'
import { ask, mustAnswerAlike, type Received } from '../run/answers.ts'
import { duel } from '../run/duel.ts'
import { startGreymark } from '../run/greymark.ts'
import { requestsPerSecond, type Target } from '../run/load.ts'
import { NGINX } from '../run/programs.ts'
import { everyday, shortName } from './everyday.ts'

const GOAL = { atLeast: 0.7, aim: 0.85 }

export const proxy: Part = {
  name: 'proxy',
  about: 'behind the nginx cache of deploy/, against nginx with static files and the same header fields',
  async run(bench) {
    if (!NGINX) return { figures: [], notes: ['nginx is not installed, so this part was not measured.'] }
    const market = await everyday(bench)
    const paths = market.endpoints
    const ours = await startGreymark(market.store)
    const shipped = await startShippedNginx(bench.place, ours.address)
    const files = await startStaticNginx(bench.place, await cachedAnswers(shipped, paths))
    const figures: Figure[] = []
    for (const path of paths) figures.push(await measured(bench, path, shipped, files))
    return {
      figures,
      notes: [
        market.description,
        'Both nginx have one worker, on the core of the servers, with sendfile and an access log, as configured by Debian. In the shipped file only ports and folders are changed, and the limit per client is raised; its requests are still counted.',
      ],
    }
  },
}

/** The answers of nginx from its cache. */
async function cachedAnswers(
  { address }: Target,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Received>> {
  const answers = new Map<string, Received>()
  for (const path of paths) {
    await ask(address, { path, headers: {} })
    answers.set(path, await ask(address, { path, headers: {} }))
  }
  return answers
}

async function measured(bench: Bench, path: string, shipped: Target, files: Target): Promise<Figure> {
  const request = { path, headers: {} }
  await ask(shipped.address, request)
  await mustAnswerAlike(shipped.address, files.address, request)
  const work = shortName(path)
  bench.say(work)
  const load = (target: Target) => () => requestsPerSecond(bench, target, request)
  const rounds = await duel(bench, load(shipped), load(files))
  return { work: `${work}, cached`, against: 'nginx, static file', unit: 'requests/s', goal: GOAL, rounds }
}
