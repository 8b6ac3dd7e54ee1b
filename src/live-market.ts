import type { FastifyBaseLogger } from 'fastify'
import { type DemoMarket, openDemoMarket } from './demo/demo-market.ts'
import type { Instant } from './market/calendar.ts'
import type { StoreState } from './operate/store-state.ts'
import { watchVersion } from './publish/version-watch.ts'
import type { ServedMarket } from './reports/served-market.ts'
import { type Db, openDb } from './store/db.ts'
import { marketVersion } from './store/market-version.ts'
import { migrate } from './store/migrate.ts'

/** How often the demo looks whether its clock has something new to tell. */
const DEMO_STEP_MS = 30_000
/** Requests that are still reading the demo when it gives way are done by then. */
const DEMO_GRACE_MS = 30_000

export interface LiveMarket {
  readonly market: () => ServedMarket
  /** Makes sure that the market knows all that was learned up to a moment (`null`: all that is committed). */
  catchUp(moment: Instant | null): Promise<void>
  /** How it stands to its store. */
  state(): StoreState
  close(): Promise<void>
}

/** Opens the user's store, and beside it, in memory and only while that holds no facts, the demo. */
export async function openLiveMarket(
  url: string,
  now: () => Instant,
  log: FastifyBaseLogger,
): Promise<LiveMarket> {
  const db: Db = openDb(url)
  await migrate(db)
  let demo: DemoMarket | undefined
  let leaving: NodeJS.Timeout | undefined

  const watch = await watchVersion(() => marketVersion(db), {
    onChange: () => {
      if (!demo || leaving) return
      log.info('the store holds facts now: the demo market gives way')
      leaving = setTimeout(leaveDemo, DEMO_GRACE_MS)
      leaving.unref()
    },
    onError: (error) => log.error({ err: error }, 'cannot read the market version; the last one stands'),
  })
  const isDemo = () => watch.current.version === 0 && demo !== undefined
  const demoTimer = setInterval(() => {
    if (isDemo()) demo?.advance(now()).catch((error) => log.error({ err: error }, 'the demo stands still'))
  }, DEMO_STEP_MS)
  demoTimer.unref()

  async function leaveDemo() {
    const gone = demo
    demo = undefined
    await gone?.close()
  }

  if (watch.current.version === 0) {
    demo = await openDemoMarket(now())
    log.warn(
      'DEMO: the store holds no facts yet, so an invented demo market is shown; collect them with COLLECT=on, or bring them in with "greymark import FILE"',
    )
  }

  return {
    market: () => {
      const { version, recorded } = watch.current
      if (version === 0 && demo) return { ...demo.served(), own: db }
      return { db, own: db, demo: false, version, committed: recorded }
    },
    async catchUp(moment) {
      await watch.refresh()
      if (moment !== null && isDemo() && demo && moment > demo.upTo()) await demo.advance(now())
    },
    state: () => ({ outage: null, lag: null }),
    async close() {
      watch.stop()
      clearInterval(demoTimer)
      clearTimeout(leaving)
      await leaveDemo()
      await db.destroy()
    },
  }
}
