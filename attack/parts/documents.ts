import { storableDocument } from '../../src/collect/observation.ts'
import { pick } from '../../src/demo/seeded.ts'
import { istDay } from '../../src/market/calendar.ts'
import { readLine } from '../../src/sources/facts-file/read-line.ts'
import { writeLine } from '../../src/sources/facts-file/write-line.ts'
import { type Entry, type ParsedDocument, Unreadable } from '../../src/sources/source.ts'
import { brokenValue, pollution } from '../documents/invariants.ts'
import { mutated } from '../documents/mutate.ts'
import { type Seed, seeds } from '../documents/seeds.ts'
import type { AttackPart } from '../part.ts'

const SHOWN = 200

export const documents: AttackPart = {
  name: 'documents',
  about: 'mutated documents through every reader',
  unit: 'documents',
  fullCount: 100_000,
  sampleCount: 300,
  async run({ count, random, tried, fail }) {
    const all = seeds()
    for (let i = 1; i <= count; i++) {
      const seed = pick(random, all)
      const failure = failureOf(seed, mutated(seed.format, seed.answer.body, random))
      if (failure) fail(`document ${i}, ${seed.source.id} ${seed.answer.document}: ${failure}`)
      tried()
    }
  },
}

function failureOf({ source, answer }: Seed, body: string): string | undefined {
  const mutant = { ...answer, body }
  try {
    const reading = source.read(mutant)
    source.follow?.(mutant, { now: answer.fetchedAt, days: [istDay(answer.fetchedAt)], lastRead: () => null })
    const broken = brokenReading(reading)
    if (broken) return `${broken}; ${shown(body)}`
  } catch (error) {
    if (!(error instanceof Unreadable)) return `${error}; ${shown(body)}`
  }
  const polluted = pollution()
  if (polluted === undefined) return undefined
  Reflect.deleteProperty(Object.prototype, polluted)
  return `every object has ${polluted}; ${shown(body)}`
}

const shown = (body: string): string => JSON.stringify(body.slice(0, SHOWN))

function brokenReading(reading: ParsedDocument): string | undefined {
  for (const entry of reading.entries) {
    const broken = 'said' in entry ? brokenValue(entry.said) : brokenRefusal(entry)
    if (broken !== undefined) return broken
  }
  return storableDocument(reading)
    .entries.map(brokenWhenKept)
    .find((broken) => broken !== undefined)
}

const brokenRefusal = ({ rule, reason }: Exclude<Entry, { said: unknown }>): string | undefined =>
  /^[a-z]+(-[a-z]+)*$/.test(rule) && reason !== '' ? undefined : `refused by ${rule}: ${reason}`

/** Deals become facts without further steps, so their lines in a facts file must be readable again. */
function brokenWhenKept(entry: Entry): string | undefined {
  if (!('said' in entry) || entry.said.kind !== 'deal') return undefined
  const fact = { fact: 'deal', ...entry.said.deal, source: 'nse', printed: null, url: null } as const
  const again = readLine(writeLine(fact, answerTime), 1)
  return 'reason' in again ? again.reason : undefined
}
const answerTime = '2031-03-31T00:00:00.000Z'
