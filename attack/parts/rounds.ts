import { join } from 'node:path'
import { collectRound } from '../../src/collect/collect-round.ts'
import { type Get, politeGet } from '../../src/collect/download/polite-get.ts'
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
import { startUpstreams, type UpstreamDocument, type Upstreams } from '../../test/support/upstreams.ts'
import { mutated } from '../documents/mutate.ts'
import { brokenFacts, halfWritten, knownAt, lostRefusals } from '../documents/store-invariants.ts'
import type { AttackPart } from '../part.ts'

/** The share of mutated documents of a round; the others create the issues that the mutated ones are about. */
const MUTATED = 0.4

export const rounds: AttackPart = {
  name: 'rounds',
  about: 'mutated documents through whole rounds of every source, and the store after each',
  unit: 'rounds',
  fullCount: 420,
  sampleCount: 2,
  async run({ count, random, folder, onEnd, say }) {
    const upstreams = await startUpstreams()
    onEnd(() => upstreams.close())
    const sources = [...SOURCES, readTableFile(JSON.stringify(BANYAN_FILE))]
    const failures: string[] = []
    for (let tried = 0, month = 1; tried < count; month++) {
      const db = openDb(`sqlite:${join(folder, `month-${month}.db`)}`)
      await migrate(db)
      const moments = ROUNDS.slice(0, count - tried)
      const found = await attackMonth({ db, upstreams, sources, random }, moments)
      failures.push(...found.map((failure) => `month ${month}, ${failure}`))
      tried += moments.length
      say(`${tried} rounds, ${failures.length} failures`)
      await db.destroy()
    }
    return { tried: count, failures }
  },
}

interface Scene {
  readonly db: Db
  readonly upstreams: Upstreams
  readonly sources: readonly Source[]
  readonly random: Random
}

/** Collects the invented month into an empty store, round by round. */
async function attackMonth(scene: Scene, moments: readonly Instant[]): Promise<string[]> {
  const { db } = scene
  const failures: string[] = []
  let before: { readonly moment: Instant; readonly facts: string } | undefined
  for (const moment of moments) {
    const found = await attackRound(scene, moment)
    // Answers as of a moment are derived from the facts recorded up to then.
    if (before && (await knownAt(db, before.moment)) !== before.facts)
      found.push(`what was known at ${before.moment} has changed`)
    const later = instantFromMs(msOf(moment) + 3_600_000)
    before = { moment: later, facts: await knownAt(db, later) }
    failures.push(...found.map((failure) => `round of ${moment}: ${failure}`))
  }
  return failures
}

async function attackRound({ db, upstreams, sources, random }: Scene, moment: Instant): Promise<string[]> {
  upstreams.serve(documentsAt(moment).map((document) => maybeMutated(document, random)))
  const now = tickingFrom(moment)
  const get = quickGet(upstreams.base, db, now)
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
  return [...failures, ...(await brokenFacts(db)), ...(await halfWritten(db))]
}

function maybeMutated(document: UpstreamDocument, random: Random): UpstreamDocument {
  if (!chance(random, MUTATED)) return document
  const { type: format, url, body } = document
  const answer = { document: '', url, day: null, fetchedAt: '', body }
  return { ...document, body: mutated({ answer, format }, random) }
}

/** A clock that advances by a second on each reading. */
function tickingFrom(moment: Instant): () => Instant {
  let ms = msOf(moment)
  return () => {
    ms += 1000
    return instantFromMs(ms)
  }
}

const quickGet = (upstreamBase: string, db: Db, now: () => Instant): Get =>
  politeGet({ upstreamBase, contact: '', db, now, timing: { backOffMs: [] } })
