import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { type DemoMarket, openDemoMarket } from '../demo/demo-market.ts'
import type { Instant } from '../market/calendar.ts'
import type { Owners } from '../market/facts/publisher.ts'
import type { StoreState } from '../operate/store-state.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { followStore } from './followed-store.ts'

/** How often the demo looks whether its clock has something new to tell. */
const DEMO_STEP_MS = 30_000
/** Requests that are still reading the demo when it gives way are done by then. */
const DEMO_GRACE_MS = 30_000

export interface LiveMarket {
  /** The same object as long as nothing of it has changed. */
  readonly market: () => ServedMarket
  /** The market with all that was learned up to a moment (`null`: all that is committed). */
  catchUp(moment: Instant | null): Promise<ServedMarket>
  /** How it stands to its store. */
  state(): StoreState
  close(): Promise<void>
}

/** Opens the user's store, and beside it, in memory and only while that holds no facts, the demo. */
export async function openLiveMarket(
  addresses: Pick<Config, 'DATABASE_URL' | 'DATABASE_READ_URL'>,
  owners: Owners,
  now: () => Instant,
  log: FastifyBaseLogger,
): Promise<LiveMarket> {
  let demo: DemoMarket | undefined
  let leaving: NodeJS.Timeout | undefined

  const store = await followStore(addresses, {
    now,
    log,
    onChange: () => {
      if (!demo || leaving) return
      log.info('the store holds facts now: the demo market gives way')
      leaving = setTimeout(leaveDemo, DEMO_GRACE_MS)
      leaving.unref()
    },
  })
  const isDemo = () => store.current.version === 0 && demo !== undefined
  const demoTimer = setInterval(() => {
    if (isDemo()) demo?.advance(now()).catch((error) => log.error({ err: error }, 'the demo stands still'))
  }, DEMO_STEP_MS)
  demoTimer.unref()

  async function leaveDemo() {
    const gone = demo
    demo = undefined
    await gone?.close()
  }

  if (store.current.version === 0) {
    demo = await openDemoMarket(now())
    log.warn(
      'DEMO: the store holds no facts yet, so an invented demo market is shown; collect them with COLLECT=on, or bring them in with "greymark import FILE"',
    )
  }

  let last: ServedMarket | undefined
  function market(isComplete = true): ServedMarket {
    const { db, history, current } = store
    const seen =
      current.version === 0 && demo
        ? { ...demo.served(), own: db, owners, isAway: false, history }
        : {
            db,
            own: db,
            owners,
            demo: false,
            version: current.version,
            committed: current.recorded,
            isAway: store.isAway,
            history,
          }
    if (last === undefined || !isSame(last, seen)) last = seen
    return isComplete ? last : { ...last, isAway: true }
  }

  return {
    market: () => market(),
    async catchUp(moment) {
      const isComplete = await store.catchUp(moment)
      if (moment !== null && isDemo() && demo && moment > demo.upTo()) await demo.advance(now())
      return market(isComplete)
    },
    state: () => store.state(),
    async close() {
      clearInterval(demoTimer)
      clearTimeout(leaving)
      await leaveDemo()
      await store.close()
    },
  }
}

const isSame = (a: ServedMarket, b: ServedMarket): boolean =>
  a.version === b.version &&
  a.history === b.history &&
  a.isAway === b.isAway &&
  a.db === b.db &&
  a.own === b.own &&
  a.demo === b.demo &&
  a.committed === b.committed
