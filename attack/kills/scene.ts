import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Instant, instantFromMs } from '../../src/market/calendar.ts'
import { payloadOf } from '../../src/store/collection/payloads.ts'
import { openDb } from '../../src/store/engines/db.ts'
import { migrate } from '../../src/store/schema.ts'
import { type Env, runGreymark } from '../../test/support/greymark-process.ts'
import { manyFacts } from '../../test/support/many-facts.ts'
import { PAST_DOCUMENTS } from '../../test/support/past-documents.ts'
import { recordAll } from '../../test/support/record.ts'
import {
  EXCHANGE_DOCUMENTS,
  IPOWATCH_PAGE,
  IPOWATCH_WITHOUT_GMP,
} from '../../test/support/upstream-documents.ts'
import { startUpstreams, type UpstreamDocument } from '../../test/support/upstreams.ts'
import type { AttackRun } from '../part.ts'
import type { Engine } from './engine.ts'

/** The setup of all kills of a run. */
export interface Scene {
  readonly engine: Engine
  readonly folder: string
  /** When the run started; facts with a later time were recorded by its commands. */
  readonly startedAt: Instant
  /** A facts file that is not imported yet. */
  readonly factsFile: string
  readonly upstreamBase: string
}

const DATED_FACTS = 5_000
const DEALS = 600
/** A round before that of `EVENING`, so that there are raw answers that are no longer needed. */
const EVENING_BEFORE = '2026-01-13T14:00:00.000Z'
const LEARNED_BY = '2026-01-12T00:00:00.000Z'

/** The days that a backfill is asked for: those of `PAST_DOCUMENTS`. */
export const PAST_RANGE = ['--from', '2024-05-01', '--to', '2025-03-31'] as const

export const SOURCES = ['nse-deals', 'nse-issues', 'ipowatch'] as const

const manyDeals = (day: string): UpstreamDocument => ({
  url: 'https://nsearchives.nseindia.com/content/equities/bulk.csv',
  type: 'csv',
  body: [
    'Date,Symbol,Security Name,Client Name,Buy/Sell,Quantity Traded,Trade Price / Wght. Avg. Price,Remarks',
    ...Array.from(
      { length: DEALS },
      (_, i) => `${day},KAMALTEX,Kamal Textiles Limited,CLIENT ${i},BUY,${i + 1},467.70,-`,
    ),
    `${day},KAMALTEX,Kamal Textiles Limited,SURAJ FUND,HOLD,1000,467.70,-`,
    '',
  ].join('\n'),
})

/** Makes the store `filled`, with facts, raw answers and refusals, that is copied for each kill; `earlier` has facts only. */
export async function prepareScene(run: AttackRun, engine: Engine): Promise<Scene> {
  const upstreams = await startUpstreams()
  run.onEnd(upstreams.close)
  const { dated, undated } = manyFacts(DATED_FACTS)
  const factsFile = join(run.folder, 'facts.ndjson')
  const lines = (undated[0] ?? []).map((line) => `${JSON.stringify(line)}\n`)
  writeFileSync(factsFile, lines.join(''))

  const earlier = await engine.create('earlier')
  const db = openDb(earlier)
  await migrate(db)
  await recordAll(db, LEARNED_BY, dated)
  await db.destroy()

  const filled = await engine.copy('earlier', 'filled')
  const env = { DATABASE_URL: filled, UPSTREAM_BASE: upstreams.base }
  upstreams.serve([manyDeals('13-JAN-2026'), IPOWATCH_WITHOUT_GMP, ...EXCHANGE_DOCUMENTS])
  await collectAt(EVENING_BEFORE, env)
  upstreams.serve([manyDeals('14-JAN-2026'), IPOWATCH_PAGE, ...EXCHANGE_DOCUMENTS, ...PAST_DOCUMENTS])
  await makeReadable(filled)

  const startedAt = instantFromMs(Date.now())
  return { engine, folder: run.folder, startedAt, factsFile, upstreamBase: upstreams.base }
}

async function collectAt(moment: string, env: Env): Promise<void> {
  const { stdout, stderr } = await runGreymark(['collect', ...SOURCES, '--at', moment], env)
  if (!/TAKEN/.test(stdout + stderr)) throw new Error(`the first round failed: ${stdout}${stderr}`)
}

/** Makes an unreadable answer readable, as after a parser fix, so that it waits for a replay. */
async function makeReadable(url: string): Promise<void> {
  const db = openDb(url)
  const { size, compressed } = await payloadOf(Buffer.from(IPOWATCH_PAGE.body))
  const unreadable = db.selectFrom('fetches').select('payload').where('source', '=', 'ipowatch')
  const { numUpdatedRows } = await db
    .updateTable('payloads')
    .set({ size, compressed })
    .where('hash', 'in', unreadable)
    .executeTakeFirstOrThrow()
  await db.destroy()
  if (numUpdatedRows !== 1n) throw new Error('the unreadable answer is missing')
}
