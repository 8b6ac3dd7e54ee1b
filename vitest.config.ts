import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import { SkippedTests } from './test/support/skipped-tests.ts'

/** What touches the store runs on both engines, with one body. */
const ON_POSTGRES = [
  'src/store/**/*.test.ts',
  'src/collect/**/*.test.ts',
  'src/alerts/alert-loop.test.ts',
  'src/alerts/outbox/deliverer.test.ts',
  'src/service/followed-store.test.ts',
  'src/service/missing-store.test.ts',
  'src/service/snapshots.test.ts',
  'test/as-of.test.ts',
  'test/oracle.test.ts',
]

/** Commands and answers, whose statements the tests above try on both engines: before a release. */
const ON_POSTGRES_IN_FULL = [
  'src/alerts/outbox/sender.test.ts',
  'src/alerts/triggers/alerts-between.test.ts',
  'src/service/local-market.test.ts',
  'test/alerts-log-command.test.ts',
  'test/alerts-replay-command.test.ts',
  'test/alerting-service.test.ts',
  'test/alerts-month.full.test.ts',
  'test/answers-ahead.test.ts',
  'test/backfill-command.test.ts',
  'test/backup-command.test.ts',
  'test/calendar.test.ts',
  'test/changes.test.ts',
  'test/clock-ahead.test.ts',
  'test/collect-command.test.ts',
  'test/collecting-service.test.ts',
  'test/conformance.test.ts',
  'test/daily-files.test.ts',
  'test/doctor-command.test.ts',
  'test/facts-commands.test.ts',
  'test/import-deals.test.ts',
  'test/pieces.test.ts',
  'test/prune-command.test.ts',
  'test/refusals-command.test.ts',
  'test/replay-command.test.ts',
  'test/retractions.test.ts',
  'test/sources-endpoint.test.ts',
  'test/unannounced-endpoint.test.ts',
  'test/walk.test.ts',
  'test/workers.test.ts',
]

/** Downloads, and rules about rows that do not depend on the engine: SQLite is enough. */
const NOT_ON_POSTGRES = [
  'src/collect/download/**',
  'src/collect/match/**',
  'src/collect/compare-figures.test.ts',
  'src/collect/observation.test.ts',
  'src/collect/screen.test.ts',
]

/** `npm run test:full` runs these too: what takes long, and changes rarely. */
const ONLY_IN_FULL = '**/*.full.test.ts'

/**
 * The files that a worker runs share their modules: importing them costs more than most tests. So a test leaves nothing
 * behind that another could see.
 */
const SHARED_MODULES = { isolate: false }

/** Several processes over servers of their own, after the others and one by one. */
const WHOLE_CLUSTERS = {
  name: 'cluster',
  ...SHARED_MODULES,
  include: ['test/cluster/*.full.test.ts'],
  sequence: { groupOrder: 1 },
  fileParallelism: false,
  globalSetup: 'test/cluster/prepared-files.ts',
}

/** Node keeps the compiled code of the program and of its packages here, which saves a quarter of each start. */
const COMPILED = join(import.meta.dirname, 'node_modules/.cache/compiled')

export default defineConfig(({ mode }) => {
  const isFull = mode === 'full'
  return {
    test: {
      env: { NODE_COMPILE_CACHE: COMPILED },
      provide: { isFull },
      // Many tests start processes and real HTTP servers. No limit may decide on a machine that is busy with other things.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 300_000 } },
      reporters: ['default', new SkippedTests()],
      sequence: { sequencer: LongestFirst },
      // Most tests wait for a disk, a process or a browser, so that every core has one to run while others wait.
      maxWorkers: availableParallelism() + 2,
      projects: [
        {
          extends: true,
          test: {
            name: 'sqlite',
            ...SHARED_MODULES,
            include: ['{src,test,bench,build,attack}/**/*.test.{ts,tsx}'],
            exclude: isFull ? WHOLE_CLUSTERS.include : [ONLY_IN_FULL],
          },
        },
        {
          extends: true,
          test: {
            name: 'postgres',
            ...SHARED_MODULES,
            include: isFull ? [...ON_POSTGRES, ...ON_POSTGRES_IN_FULL] : ON_POSTGRES,
            exclude: isFull ? NOT_ON_POSTGRES : [...NOT_ON_POSTGRES, ONLY_IN_FULL],
            globalSetup: 'test/support/postgres/for-all-tests.ts',
          },
        },
        ...(isFull ? [{ extends: true as const, test: WHOLE_CLUSTERS }] : []),
      ],
    },
  }
})
