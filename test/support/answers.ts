import { pino } from 'pino'
import { buildApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { Operation } from '../../src/operate/operation.ts'
import type { Db } from '../../src/store/db.ts'
import { marketVersion } from '../../src/store/market-version.ts'
import { SLUGS } from './market-facts.ts'

const PATHS = [
  '/ipos?limit=200',
  '/ipos?status=open,closed&board=sme',
  ...SLUGS.map((slug) => `/ipos/${slug}`),
  '/deals?limit=300',
  '/deals?symbol=zeta',
  '/scoreboard',
  '/accuracy',
  '/calibration',
]

/** What the endpoints whose answers hold for any store of these facts say at a moment, status and body of each, through the whole API. */
export async function answersAt(db: Db, now: string, asOf: string): Promise<string[]> {
  const { version, recorded } = await marketVersion(db)
  const market = { db, own: db, demo: false, version, committed: recorded, isAway: false, history: 0 }
  const served = {
    market: () => market,
    sources: { known: [], chosen: [], isCollecting: false },
    now: () => now,
  }
  const state = () => ({ outage: null, lag: null })
  const app = buildApp({
    stopwatch: () => 0,
    folder: async () => '',
    ...served,
    config: loadConfig({}),
    catchUp: async () => market,
    operation: new Operation({ ...served, state }),
    log: pino({ level: 'silent' }),
  })
  const answers = []
  for (const path of PATHS) {
    const url = `/api/public/market${path}${path.includes('?') ? '&' : '?'}asOf=${asOf}`
    const { statusCode, body } = await app.inject(url)
    answers.push(`${path} ${statusCode} ${body}`)
  }
  await app.close()
  return answers
}
