import { join } from 'node:path'
import { ownCopy } from '../data/built-store.ts'
import { type Bench, effort, type Part } from '../figure.ts'
import { median } from '../ratio.ts'
import { markdownTable } from '../report/document.ts'
import { startGreymark } from '../run/greymark.ts'
import { Landing } from '../run/landing.ts'
import { CAN_READ_MEMORY, type Memory, memoryOf } from '../run/memory.ts'
import { type Everyday, everyday } from './everyday.ts'
import { Client } from './large/client.ts'
import { mixedRequests } from './large/mixed-requests.ts'
import { FACTS_TEXT, roundsOn } from './rounds/facts.ts'
import { ServedVersion } from './rounds/served-version.ts'

const REQUESTS = { usual: 1000, smallest: 20 }
const ROUNDS = { usual: 10, smallest: 1 }
const STEPS = [
  'the start and the first answer',
  'the requests',
  'the rounds, and the requests again',
] as const

/** The memory after each step. */
type Steps = readonly Memory[]

export const memory: Part = {
  name: 'memory',
  about: 'resident memory of one serving process, to be compared with the same part of an earlier run',
  async run(bench) {
    if (!CAN_READ_MEMORY)
      return { figures: [], notes: ['Memory was not measured: this system has no /proc to read it from.'] }
    const market = await everyday(bench)
    const measured: Steps[] = []
    for (let round = 0; round < bench.rounds; round++) {
      measured.push(await stepsOf(bench, market))
      bench.say(`round ${round + 1} of ${bench.rounds}`)
    }
    const row = (step: string, index: number) => [
      step,
      ...(['resident', 'together'] as const).map((key) =>
        megabytes(measured.map((steps) => steps[index]?.[key] ?? 0)),
      ),
    ]
    return {
      figures: [],
      text: markdownTable(
        ['after', 'serving process, MB', 'with the process that makes answers ahead, MB'],
        STEPS.map(row),
      ),
      notes: [
        `${market.description} ${effort(bench, REQUESTS)} requests for random lists, IPOs, symbols and past moments, one after the other, then ${effort(bench, ROUNDS)} rounds by another process, each of ${FACTS_TEXT}. Medians of ${bench.rounds} processes, each with a new copy of the store. What both processes share, mostly the program itself, counts once.`,
      ],
    }
  },
}

const megabytes = (values: readonly number[]): string => String(Math.round(median(values)))

async function stepsOf(bench: Bench, { store: original, size, endpoints }: Everyday): Promise<Steps> {
  const store = ownCopy(original, join(bench.place, 'memory'))
  const server = await startGreymark(store)
  const client = new Client(server.address)
  const served = new ServedVersion(server.address, endpoints[1] ?? '')
  const requests = async () => {
    for (const path of mixedRequests(size, effort(bench, REQUESTS))) await client.get(path)
    for (const path of endpoints) await client.get(path)
  }
  await served.begin()
  const first = memoryOf(server.pid)
  await requests()
  const second = memoryOf(server.pid)
  const nextFacts = await roundsOn(server.address)
  const landing = new Landing({ store, nextFacts, everyMs: 0, onCommit: () => served.committed() })
  for (let round = 0; round < effort(bench, ROUNDS); round++) await landing.land()
  await requests()
  const third = memoryOf(server.pid)
  for (const each of [client, served]) each.close()
  await landing.stop()
  await server.stop()
  return [first, second, third]
}
