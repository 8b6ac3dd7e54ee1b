import type { EndpointContext } from '../api/endpoint.ts'
import type { Config } from '../config.ts'
import { type DemoMarket, openDemoMarket } from '../demo/demo-market.ts'
import { invariant } from '../invariant.ts'
import type { Instant } from '../market/calendar.ts'
import { processClient, type ToolMarket } from '../mcp/market-client.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { storeUnavailable } from '../request/problems.ts'
import { ownersAmong } from '../sources/registry.ts'
import type { Db } from '../store/engines/db.ts'
import { marketVersion } from '../store/version/market-version.ts'
import { settledVersion } from '../store/version/pending-commit.ts'
import { sourceChoice } from './source-choice.ts'

export interface LocalMarket extends ToolMarket {
  readonly isDemo: () => boolean
  close(): Promise<void>
}

/**
 * The market of a store without a service: its version is read before every answer, and nothing is cached. The demo takes
 * seconds to make, so that waits for the first question.
 */
export async function openLocalMarket(
  store: Db,
  config: Config,
  now: () => Instant,
  onFailure: (error: unknown) => string,
): Promise<LocalMarket> {
  const sources = sourceChoice(config)
  const shared = {
    userStore: store,
    owners: ownersAmong(sources.known),
    isUnavailable: false,
    history: 0,
    servedSince: now(),
  }
  let demo: DemoMarket | undefined

  const readMarket = async (): Promise<ServedMarket> => {
    const { version, recorded } = await marketVersion(store)
    isDemo = version === 0
    if (version > 0) return { ...shared, db: store, demo: false, version, committed: recorded }
    if (demo) await demo.advance(now())
    demo ??= await openDemoMarket(now())
    return { ...shared, ...demo.served() }
  }
  let isDemo = (await marketVersion(store)).version === 0
  let current: ServedMarket | undefined

  const context: EndpointContext = {
    now,
    sources,
    publicUrl: config.PUBLIC_URL,
    market: () => invariant(current, 'the market, which is read before every answer'),
    catchUp: async (moment) => {
      const version = await settledVersion(store, moment, now())
      current = await readMarket()
      if (version === null) return { ...current, isUnavailable: true }
      return current.demo ? current : { ...current, version }
    },
    reach: readMarket,
  }
  const client = processClient(async (endpoint, request) => {
    current = await readMarket()
    const { query, make } = await endpoint.ask(request, context)
    if (query.market.isUnavailable) throw storeUnavailable()
    const { body, headers = {} } = await make()
    return { body: String(body), headers }
  }, onFailure)
  return {
    client,
    publicUrl: config.PUBLIC_URL,
    now,
    isDemo: () => isDemo,
    close: async () => demo?.close(),
  }
}
