import type { Figure, Part } from '../figure.ts'
import { newValues, PAGES } from '../market/kinds.ts'
import { type BuiltStore, builtStore, sizeText } from '../market/stores.ts'
import { ask } from '../run/answers.ts'
import { inTurn, pair } from '../run/compare.ts'
import { API, CAN_READ_PROCESSES, megabytesOf, startGreymark } from '../run/greymark.ts'

/** Enough that the memory no longer grows much. */
const REQUESTS = 1000
/** A start reads the book of all issues, and keeps it (decision 015). */
const GOALS = { start: { atMost: 4 }, memory: { atMost: 2.5 } }

export const start: Part = {
  name: 'start',
  about:
    'from the start of the process to its first answer, and its memory: the large store against the small one',
  async run(bench) {
    const [large, small] = [await builtStore(bench, 'large'), await builtStore(bench, 'small')]
    const requests = Math.round(REQUESTS * bench.scale)
    const pairs = await inTurn(bench.rounds, async (round) => {
      bench.say(`round ${round + 1} of ${bench.rounds}`)
      return pair(
        round,
        () => started(large, requests),
        () => started(small, requests),
      )
    })
    const figure = (work: string, unit: string, key: keyof (typeof pairs)[number]['ours']): Figure => ({
      ...{ work, against: 'the small store', unit, goal: key === 'ms' ? GOALS.start : GOALS.memory },
      rounds: pairs.map(({ ours, theirs }) => ({ ours: ours[key], theirs: theirs[key] })),
    })
    const memory = [
      figure('memory after the first answer', 'MB', 'first'),
      figure(`memory after ${requests} more requests`, 'MB', 'later'),
    ]
    return {
      figures: [figure('start to the first answer', 'ms', 'ms'), ...(CAN_READ_PROCESSES ? memory : [])],
      note: `The large store has ${sizeText(large.size)}; the small one ${sizeText(small.size)}. The time is from the start of the process to the last byte of /ipos. Memory is the resident memory of the process; the requests are for pages and past moments that were not requested before.`,
    }
  },
}

async function started({ file, size }: BuiltStore, requests: number) {
  const begin = performance.now()
  const server = await startGreymark(file)
  await ask(server.address, { path: `${API}/ipos` })
  const ms = performance.now() - begin
  const memory = () => (CAN_READ_PROCESSES ? megabytesOf(server) : 0)
  const first = memory()
  const values = newValues(size)
  for (let n = 0; n < requests; n++)
    await ask(server.address, { path: PAGES[n % PAGES.length]?.path(values) ?? '' })
  const later = memory()
  await server.stop()
  return { ms, first, later }
}
