import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { loadConfig } from '../../src/config.ts'
import { ServiceMonitor } from '../../src/operate/service-monitor.ts'
import { type ServedMarket, versionKey } from '../../src/reports/served-market.ts'
import { buildApp } from '../../src/service/app.ts'
import { openDailyFiles } from '../../src/service/daily-files.ts'
import type { Db } from '../../src/store/engines/db.ts'
import { marketVersion } from '../../src/store/version/market-version.ts'
import { marketOf } from './market-data.ts'
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
  '/unannounced',
]

/** The clock and the market of the API. */
interface Present {
  now: string
  market: ServedMarket
}

interface Api {
  readonly app: FastifyInstance
  readonly present: Present
}

/** Building the whole API takes longer than a request, so all stores of a worker share one. */
let api: Api | undefined

/** A number for each store, so that no answer about another store is reused. */
const numbers = new WeakMap<Db, number>()
let lastNumber = 0

function numberOf(db: Db): number {
  const number = numbers.get(db) ?? ++lastNumber
  numbers.set(db, number)
  return number
}

function serve(present: Present): Api {
  const context = {
    market: () => present.market,
    now: () => present.now,
    sources: { known: [], chosen: [], isCollecting: false },
  }
  const state = () => ({ outage: null, lag: null })
  const config = loadConfig({})
  const shared = {
    ...context,
    catchUp: async () => present.market,
    reach: async () => present.market,
    key: () => versionKey(present.market),
    operation: new ServiceMonitor({ ...context, state, version: '0.1.0', figures: async () => null }),
    log: pino({ level: 'silent' }),
  }
  const { files } = openDailyFiles(config, { ...shared, makesDailyFiles: false, temporaryFolder: null })
  const { server: app } = buildApp({ ...shared, config, files, stopwatch: () => 0 })
  return { app, present }
}

/**
 * The answers, as status and body, of all endpoints whose answer depends only on the facts and the moment, through the
 * whole API.
 */
export async function answersAt(db: Db, now: string, asOf: string): Promise<string[]> {
  const { version, recorded } = await marketVersion(db)
  const market = {
    ...marketOf(db),
    userStore: db,
    demo: false,
    version,
    committed: recorded,
    isUnavailable: false,
    history: numberOf(db),
    servedSince: '1970-01-01T00:00:00.000Z',
  }
  api ??= serve({ now, market })
  const { app, present } = api
  Object.assign(present, { now, market })
  const answers = []
  for (const path of PATHS) {
    const url = `/api/public/market${path}${path.includes('?') ? '&' : '?'}asOf=${asOf}`
    const { statusCode, body } = await app.inject(url)
    answers.push(`${path} ${statusCode} ${body}`)
  }
  return answers
}
