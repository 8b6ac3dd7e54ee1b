import { beforeAll, onTestFinished } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { buildHere } from '../../src/feeds/downloads/daily-folder.ts'
import type { DailyFilesBuilder } from '../../src/service/daily-files.ts'
import { type ServiceOptions, startService } from '../../src/service/start.ts'
import { type Db, openDb } from '../../src/store/engines/db.ts'
import { type Line, recordAll } from './record.ts'
import { emptyStoreUrl, newMigratedPlace, openStore } from './store.ts'

/** A service under test uses a free port, has no metrics, logs only errors and ends without a drain. */
export const TEST_SETTINGS = { PORT: '0', METRICS: 'off', DRAIN_SECONDS: '0', LOG_LEVEL: 'error' } as const

export interface TestService {
  /** Where it listens. */
  readonly address: string
  readonly url: string
  /** A second handle on its store, as of another process. */
  readonly db: Db
  /** Moves its clock. */
  setNow(now: string): void
  /** Records lines at a moment and makes the service read them at once. */
  record(now: string, lines: readonly Line[]): Promise<void>
  /** Reads the store now instead of at the next poll. */
  refresh(): Promise<void>
  /** GETs a path, by default with `Accept-Encoding: identity`. */
  get(path: string, headers?: Record<string, string>): Promise<Response>
  json(path: string): Promise<Answered>
}

/** A body of an answer. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape the conformance test checks.
export type Answered = any

export interface TestServiceOptions {
  readonly now?: string
  readonly env?: Record<string, string>
  readonly url?: string
  readonly lines?: readonly Line[]
  /** When the lines are recorded, if not now. */
  readonly linesAt?: string
  /** Answers of new versions are made ahead, by the thread of the built program. */
  readonly isPreparing?: boolean
  readonly service?: ServiceOptions
}

/** Builds the files of a day on this thread: loading another one from source takes seconds. */
const BUILDER: DailyFilesBuilder = { build: buildHere, stop: async () => undefined }

/** The thread cannot run from source, because Node does not load the pages there. */
export const BUILT_ANSWERS = new URL('../../dist/answers-thread.js', import.meta.url)

/**
 * A real service on a free port with an empty store and a fixed clock. With `lines` the store contains them from the
 * start, which saves building the demo market.
 */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const url = options.url ?? (await emptyStoreUrl())
  const { stop, ...service } = await serveStore(url, await openStore(url), options)
  onTestFinished(stop)
  return service
}

/** One service, as `startTestService` starts it, for all tests of a file or a `describe`, which only ask it. It limits nobody. */
export function testServiceForAll(options: Omit<TestServiceOptions, 'url'> = {}): () => TestService {
  let service: TestService | undefined
  beforeAll(async () => {
    const { url, remove } = await newMigratedPlace()
    const db = openDb(url)
    const env = { REQUESTS_PER_MINUTE: '1000000', ...options.env }
    const { stop, ...started } = await serveStore(url, db, { ...options, env })
    service = started
    return async () => {
      await stop()
      await db.destroy()
      await remove()
    }
  })
  return () => {
    if (!service) throw new Error('the service starts with the first test')
    return service
  }
}

async function serveStore(
  url: string,
  db: Db,
  { lines, linesAt, env, isPreparing = false, service: given, ...options }: TestServiceOptions,
): Promise<TestService & { stop(): Promise<void> }> {
  let now = options.now ?? '2026-01-15T06:00:00.000Z'
  if (lines) await recordAll(db, linesAt ?? now, lines)
  const config = loadConfig({ ...TEST_SETTINGS, DATABASE_URL: url, ...env })
  const service = await startService(
    config,
    () => now,
    undefined,
    {},
    {
      answersScript: isPreparing ? BUILT_ANSWERS : null,
      builder: BUILDER,
      ...given,
    },
  )
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.address}${path}`, { headers: { 'accept-encoding': 'identity', ...headers } })
  return {
    address: service.address,
    url,
    db,
    setNow: (moment) => {
      now = moment
    },
    async record(moment, more) {
      await recordAll(db, moment, more)
      await service.refresh()
    },
    refresh: service.refresh,
    get,
    json: async (path) => (await get(path)).json(),
    stop: service.stop,
  }
}
