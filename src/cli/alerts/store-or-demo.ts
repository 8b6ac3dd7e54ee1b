import { knownSources } from '../../collect/own-sources.ts'
import type { Config } from '../../config.ts'
import { openDemoMarket } from '../../demo/demo-market.ts'
import type { Instant } from '../../market/calendar.ts'
import type { MarketData } from '../../reports/market-data.ts'
import { ownersAmong, SOURCES } from '../../sources/registry.ts'
import { marketVersion } from '../../store/version/market-version.ts'
import { untilNoCommitPending } from '../../store/version/pending-commit.ts'
import type { Terminal } from '../command.ts'
import { withStore } from '../open-store.ts'

/** The market that alerts are tried out on. */
export interface StoreOrDemoMarket extends MarketData {
  readonly version: number
  readonly isDemo: boolean
  /** When it was opened; everything that was committed by then is included. */
  readonly openedAt: Instant
}

/** Runs work on the store, or on the demo while the store is empty or missing. */
export const withStoreOrDemo = <T>(
  terminal: Terminal,
  { SOURCE_FILES }: Config,
  work: (market: StoreOrDemoMarket) => Promise<T>,
): Promise<T> =>
  // Its line on the demo also covers a store that is missing.
  withStore(terminal, 'try-read', async (store) => {
    const openedAt = terminal.now()
    if (!(await untilNoCommitPending(store)))
      throw new Error('a commit in progress may add facts to the past; try again soon')
    const { version } = await marketVersion(store)
    const owners = ownersAmong(knownSources(SOURCE_FILES))
    if (version > 0) return work({ db: store, owners, version, isDemo: false, openedAt })
    terminal.stderr.write('DEMO: the store holds no facts; everything here is invented\n')
    return withDemo(openedAt, work)
  })

export async function withDemo<T>(
  openedAt: Instant,
  work: (market: StoreOrDemoMarket) => Promise<T>,
): Promise<T> {
  const demo = await openDemoMarket(openedAt)
  try {
    const { db, version } = demo.served()
    return await work({ db, owners: ownersAmong(SOURCES), version, isDemo: true, openedAt })
  } finally {
    await demo.close()
  }
}
