import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectRound } from '../../src/collect/collect-round.ts'
import { politeGet } from '../../src/collect/download/polite-get.ts'
import { type Instant, instantFromMs, msOf } from '../../src/market/calendar.ts'
import { SOURCES } from '../../src/sources/registry.ts'
import { openDb } from '../../src/store/engines/db.ts'
import { quickClock, runHere } from '../support/command-line.ts'
import { quickPlace } from '../support/quick-place.ts'
import { startUpstreams, type Upstreams } from '../support/upstreams.ts'
import { MORNINGS, morning, ROUNDS } from './days.ts'
import { documentsAt } from './documents.ts'
import { HOST_FAULTS, OF_SLOW_HOST } from './faults.ts'
import { BANYAN_FILE } from './tracker-documents.ts'

/** After the month, for collecting it afterwards with every round recorded as of its own moment. */
const AFTERWARDS: Instant = '2031-06-01T00:00:00.000Z'
const HOUR_MS = 3_600_000

/** On the 19th, between the rounds, the operator identifies `Chaiwala`. */
const ALIAS = {
  fact: 'alias',
  slug: 'nilgiri-commerce-ventures',
  name: 'Chaiwala',
  source: 'operator',
  recordedAt: '2031-03-19T09:00:00.000Z',
}

export interface Month {
  /** The store, and the table file that the operator has written. */
  readonly settings: { readonly DATABASE_URL: string; readonly SOURCE_FILES: string }
  readonly url: string
  readonly upstreams: Upstreams
  readonly run: (...args: string[]) => Promise<{ code: number; stdout: string; stderr: string }>
  /** All facts, as a facts file. */
  readonly facts: () => Promise<string>
  /** Collects every source in its state of a moment. */
  readonly collectAt: (moment: Instant) => Promise<void>
  /** Imports a fact; a live operator does that at this moment. */
  readonly importAt: (moment: Instant, fact: object) => Promise<void>
  readonly close: () => void
}

/**
 * An empty store, unless one is given, the upstreams, and the command line of an operator who has enabled every source
 * and collects each round at its time, or all of them afterwards.
 */
export async function openMonth(when: 'live' | 'afterwards', store?: string): Promise<Month> {
  const upstreams = await startUpstreams()
  const folder = mkdtempSync(join(quickPlace(), 'greymark-test-'))
  const url = store ?? `sqlite:${join(folder, 'greymark.db')}`
  const tableFile = join(folder, 'banyan.json')
  writeFileSync(tableFile, JSON.stringify(BANYAN_FILE))
  const settings = { DATABASE_URL: url, SOURCE_FILES: tableFile }
  const env = { ...settings, UPSTREAM_BASE: upstreams.base }
  let clock = quickClock(AFTERWARDS)
  const now = () => clock()
  const moveTo = (moment: Instant) => {
    clock = quickClock(moment)
  }
  const isPresent = when === 'live'
  const ids = [...SOURCES.map(({ id }) => id), BANYAN_FILE.id]

  const run: Month['run'] = (...args) => runHere(args, { env, now })

  /** Like `collect`, but without waiting half a minute for a host. */
  const collectImpatiently = async (moment: Instant) => {
    const db = openDb(url)
    // Long enough to connect on a busy machine: who is not even connected does not refuse.
    const timing = { timeoutMs: 2000, firstAnswerMs: 2000, backOffMs: [] }
    const get = politeGet({ upstreamBase: upstreams.base, contact: '', db, now, timing })
    for (const source of SOURCES.filter(({ id }) => OF_SLOW_HOST.includes(id)))
      await collectRound(db, source, {
        now,
        get,
        sources: SOURCES,
        ...(!isPresent && { at: moment }),
      })
    await db.destroy()
  }

  return {
    settings,
    url,
    upstreams,
    run,
    facts: async () => (await run('export')).stdout,
    importAt: async (moment, fact) => {
      if (isPresent) moveTo(moment)
      const { stderr } = await runHere(['import', '-'], { env, now, stdin: JSON.stringify(fact) })
      if (stderr !== '') throw new Error(stderr)
    },
    close: () => {
      upstreams.close()
      rmSync(folder, { recursive: true, force: true })
    },
    collectAt: async (moment) => {
      const faults = HOST_FAULTS[moment] ?? {}
      upstreams.serve(documentsAt(moment))
      upstreams.fail(faults)
      if (isPresent) moveTo(moment)
      // So that no host is left alone any more after a fault.
      else moveTo(instantFromMs(msOf(now()) + HOUR_MS))
      const isSlow = Object.values(faults).includes('slow')
      const asked = ids.filter((id) => !isSlow || !OF_SLOW_HOST.includes(id))
      const { stderr } = await run('collect', ...(isPresent ? [] : ['--at', moment]), ...asked)
      // The invented faults of hosts are expected.
      const problems = stderr.replaceAll(/^[\w-]+: (unreachable|refused|changed): .*\n/gm, '')
      if (problems !== '') throw new Error(stderr)
      if (isSlow) await collectImpatiently(moment)
    },
  }
}

export const settleAlias = (month: Month): Promise<void> => month.importAt(ALIAS.recordedAt, ALIAS)

/** Runs the whole month. */
export async function runMonth(month: Month, afterRound?: (moment: Instant) => Promise<void>): Promise<void> {
  for (const moment of ROUNDS) {
    await month.collectAt(moment)
    await afterRound?.(moment)
    if (moment === morning(19)) await settleAlias(month)
  }
}

/** Collects the mornings of the whole month. */
export async function runMornings(month: Month): Promise<void> {
  for (const moment of MORNINGS) await month.collectAt(moment)
}
