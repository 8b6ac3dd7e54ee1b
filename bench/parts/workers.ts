import type { Bench, Figure, Part } from '../figure.ts'
import { ask } from '../run/answers.ts'
import { undisturbedRounds } from '../run/control/undisturbed.ts'
import { CAN_READ_CPU_TIME, childCpuSeconds } from '../run/cpu-time.ts'
import { duel } from '../run/duel.ts'
import { startGreymark } from '../run/greymark.ts'
import { untilIdle } from '../run/idle.ts'
import { LOAD_TOOL, type Request, requestsPerSecond, type Target } from '../run/load.ts'
import { everyday, shortName } from './everyday.ts'

const PROCESSES = 2
const PER_PROCESSOR_SECOND = { atLeast: 0.9, aim: 0.95 }
const EVENLY = { atLeast: 0.8, aim: 0.9 }
/** The smallest time that the system counts, in seconds. */
const TICK = 0.01

export const workers: Part = {
  name: 'workers',
  about: `repeated answers of ${PROCESSES} serving processes on one port, by processor time, against those of one`,
  async run(bench) {
    if (!CAN_READ_CPU_TIME)
      return { figures: [], notes: ['Not measured: this system has no /proc to read processor time from.'] }
    const market = await everyday(bench)
    const one = await startGreymark(market.store)
    const several = await startGreymark(market.store, { env: { WORKERS: String(PROCESSES) } })
    await untilIdle(bench, [one.pid, several.pid])
    const figures: Figure[] = []
    for (const path of [...market.endpoints.slice(0, 2), '/']) {
      const request = { path, headers: {} }
      const work = path === '/' ? 'page /' : shortName(path)
      await mustHaveSameBody(several, one, request)
      bench.say(work)
      figures.push(await perProcessorSecond(bench, work, { several, one, request }))
      figures.push(await evenness(bench, work, several, request))
    }
    return {
      figures,
      notes: [
        market.description,
        `Load: ${LOAD_TOOL}. The processor time of ${PROCESSES} processes includes that of the process that starts them and hands them connections. How busy they are is that of the less busy one against the other. Measured after they have made the answers that everyone requests.`,
      ],
    }
  },
}

/** Links to further rows state when each process made the answer, so only bodies are the same. */
async function mustHaveSameBody(several: Target, one: Target, request: Request): Promise<void> {
  const [ours, theirs] = await Promise.all([several, one].map(({ address }) => ask(address, request)))
  if (String(ours?.body) !== String(theirs?.body)) throw new Error(`${request.path} has two bodies`)
}

interface Sides {
  readonly several: Target
  readonly one: Target
  readonly request: Request
}

async function perProcessorSecond(
  bench: Bench,
  work: string,
  { several, one, request }: Sides,
): Promise<Figure> {
  const load = (target: Target) => () => requestsPerSecond({ ...bench, isByCpu: true }, target, request)
  return {
    work,
    against: 'one process',
    unit: 'requests/s of processor time',
    goal: PER_PROCESSOR_SECOND,
    rounds: await duel(bench, load(several), load(one)),
  }
}

/** How evenly the processes are loaded, with new connections in each round. */
async function evenness(bench: Bench, work: string, several: Target, request: Request): Promise<Figure> {
  const rounds = await undisturbedRounds(bench, async () => {
    const before = childCpuSeconds(several.pid)
    await requestsPerSecond(bench, several, request)
    const spent = childCpuSeconds(several.pid).map((after, child) => after - (before[child] ?? 0) + TICK)
    return { ours: Math.min(...spent), theirs: Math.max(...spent) }
  })
  return {
    work: `${work}, how busy`,
    against: 'the other process',
    unit: 's of processor time',
    goal: EVENLY,
    rounds,
  }
}
