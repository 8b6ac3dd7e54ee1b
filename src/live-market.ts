import type { FastifyBaseLogger } from 'fastify'
import { type DemoMarket, openDemoMarket } from './demo/demo-market.ts'
import type { Instant } from './market/calendar.ts'
import { watchVersion } from './publish/version-watch.ts'
import type { ServedMarket } from './reports/served-market.ts'
import { type Db, openDb } from './store/db.ts'
import { marketVersion } from './store/market-version.ts'
import { migrate } from './store/migrate.ts'

/** How often the demo looks whether its clock has something new to tell. */
const DEMO_STEP_MS = 30_000

export interface LiveMarket {
  readonly market: () => ServedMarket
  /** Looks at the store now: for the process that has just written. */
  refresh(): Promise<void>
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

  const watch = await watchVersion(() => marketVersion(db), {
    onChange: ({ version }) => {
      if (!demo || version === 0) return
      log.info('the store holds facts now: the demo market gives way')
      // Requests that are still reading the demo finish first; nothing else holds it.
      setTimeout(() => leaveDemo(), DEMO_STEP_MS).unref()
    },
    onError: (error) => log.error({ err: error }, 'cannot read the market version; the last one stands'),
  })
  const demoTimer = setInterval(() => {
    if (watch.current.version === 0)
      demo?.advance(now()).catch((error) => log.error({ err: error }, 'the demo stands still'))
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
      'DEMO: the store holds no facts yet, so an invented demo market is shown; bring facts in with "greymark import FILE"',
    )
  }

  return {
    market: () => {
      const { version, recorded } = watch.current
      if (version === 0 && demo) return demo.served()
      return { db, demo: false, version, committed: recorded }
    },
    refresh: watch.refresh,
    async close() {
      watch.stop()
      clearInterval(demoTimer)
      await leaveDemo()
      await db.destroy()
    },
  }
}
