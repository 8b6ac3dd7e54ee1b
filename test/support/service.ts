import { onTestFinished } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { startService } from '../../src/service/start-service.ts'
import type { Db } from '../../src/store/engines/db.ts'
import { type Line, recordAll } from './record.ts'
import { emptyStoreUrl, openStore } from './store.ts'

/** A service of a test takes a free port, shows no metrics, says little and ends without a drain. */
export const TEST_SETTINGS = { PORT: '0', METRICS: 'off', DRAIN_SECONDS: '0', LOG_LEVEL: 'error' } as const

export interface TestService {
  /** Where it listens. */
  readonly address: string
  readonly url: string
  /** A second handle on its store, as another process has one. */
  readonly db: Db
  /** Moves its clock. */
  setNow(now: string): void
  /** Records lines at a moment and lets the service see them at once. */
  record(now: string, lines: readonly Line[]): Promise<void>
  /** Looks at the store now instead of at the next poll. */
  refresh(): Promise<void>
  /** GETs a path; `Accept-Encoding: identity` unless said otherwise. */
  get(path: string, headers?: Record<string, string>): Promise<Response>
  json(path: string): Promise<Answered>
}

/** A body as a test looks at it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape the conformance test checks.
export type Answered = any

export interface TestServiceOptions {
  readonly now?: string
  readonly env?: Record<string, string>
  readonly url?: string
  readonly lines?: readonly Line[]
  /** When the lines are recorded, if not now. */
  readonly linesAt?: string
}

/**
 * A real service on a free port with an empty store and a clock that stands still. With `lines` the store holds them from
 * the start, which saves the making of the demo market.
 */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  let now = options.now ?? '2026-01-15T06:00:00.000Z'
  const url = options.url ?? (await emptyStoreUrl())
  const db = await openStore(url)
  if (options.lines) await recordAll(db, options.linesAt ?? now, options.lines)
  const config = loadConfig({ ...TEST_SETTINGS, DATABASE_URL: url, ...options.env })
  const service = await startService(config, () => now)
  onTestFinished(() => service.stop())
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.address}${path}`, { headers: { 'accept-encoding': 'identity', ...headers } })
  return {
    address: service.address,
    url,
    db,
    setNow: (moment) => {
      now = moment
    },
    async record(moment, lines) {
      await recordAll(db, moment, lines)
      await service.refresh()
    },
    refresh: service.refresh,
    get,
    json: async (path) => (await get(path)).json(),
  }
}
