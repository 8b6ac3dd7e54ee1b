import { join } from 'node:path'
import { collectRound } from '../../src/collect/collect-round.ts'
import { politeGet } from '../../src/collect/download/polite-get.ts'
import { chance, type Random } from '../../src/demo/seeded.ts'
import { type Instant, instantFromMs, msOf } from '../../src/market/calendar.ts'
import { SOURCES } from '../../src/sources/registry.ts'
import type { Source } from '../../src/sources/source.ts'
import { readTableFile } from '../../src/sources/table-file/table-file.ts'
import { type Db, openDb } from '../../src/store/engines/db.ts'
import { migrate } from '../../src/store/schema.ts'
import { ROUNDS } from '../../test/month/days.ts'
import { documentsAt } from '../../test/month/documents.ts'
import { BANYAN_FILE } from '../../test/month/tracker-documents.ts'
import { quickClock } from '../../test/support/command-line.ts'
import { faultsOfStore } from '../../test/support/store-state.ts'
import { startUpstreams, type UpstreamDocument, type Upstreams } from '../../test/support/upstreams.ts'
import { brokenFacts, knownAt, lostRefusals } from '../documents/invariants.ts'
import { mutated } from '../documents/mutate.ts'
import type { AttackPart } from '../part.ts'

/** The share of mutated documents of a round; the others create the issues that the mutated ones are about. */
const MUTATED = 0.4

export const rounds: AttackPart = {
  name: 'rounds',
  about: 'mutated documents through whole rounds of every source, and the store after each',
  unit: 'rounds',
  fullCount: 420,
  sampleCount: 2,
  async run({ count, random, folder, onEnd, tried, fail }) {
    const upstreams = await startUpstreams()
    onEnd(upstreams.close)
    const sources = [...SOURCES, readTableFile(JSON.stringify(BANYAN_FILE))]
    for (let left = count, month = 1; left > 0; left -= ROUNDS.length, month++) {
      const db = openDb(`sqlite:${join(folder, `month-${month}.db`)}`)
      await migrate(db)
      let before: { readonly moment: Instant; readonly facts: string } | undefined
      for (const moment of ROUNDS.slice(0, left)) {
        const failures = await attackRound({ db, upstreams, sources, random }, moment)
        // Answers as of a moment are derived from the facts recorded up to then.
        if (before && (await knownAt(db, before.moment)) !== before.facts)
          failures.push(`what was known at ${before.moment} has changed`)
        const later = instantFromMs(msOf(moment) + 3_600_000)
        before = { moment: later, facts: await knownAt(db, later) }
        fail(...failures.map((failure) => `month ${month}, round of ${moment}: ${failure}`))
        tried()
      }
      await db.destroy()
    }
  },
}

interface Scene {
  readonly db: Db
  readonly upstreams: Upstreams
  readonly sources: readonly Source[]
  readonly random: Random
}

/** Collects every source once, and returns what is wrong then. */
async function attackRound({ db, upstreams, sources, random }: Scene, moment: Instant): Promise<string[]> {
  upstreams.serve(documentsAt(moment).map((document) => maybeMutated(document, random)))
  const now = quickClock(moment)
  const timing = { backOffMs: [] }
  const get = politeGet({ upstreamBase: upstreams.base, contact: '', db, now, timing })
  const failures: string[] = []
  for (const source of sources) {
    try {
      const report = await collectRound(db, source, { now, get, sources })
      if (report.words?.includes('the parser broke')) failures.push(`${source.id}: ${report.words}`)
      failures.push(...(await lostRefusals(db, report)))
    } catch (error) {
      failures.push(`${source.id}: ${error}`)
    }
  }
  return [...failures, ...(await brokenFacts(db)), ...(await faultsOfStore(db))]
}

function maybeMutated(document: UpstreamDocument, random: Random): UpstreamDocument {
  const { type: format, body } = document
  return chance(random, MUTATED) ? { ...document, body: mutated(format, body, random) } : document
}
