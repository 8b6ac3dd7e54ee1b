import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { DailyBuild, DailyFile } from '../feeds/downloads/daily-folder.ts'
import { FilesOfDay } from '../feeds/downloads/files-of-day.ts'
import type { ServiceMonitor } from '../operate/service-monitor.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import type { ServedMarkets } from '../request/market-query.ts'
import { downloadsFolder } from './downloads-folder.ts'
import { scriptBeside } from './supervised-thread.ts'

const THREAD = scriptBeside(import.meta.url, 'daily-files-thread')
/** Size of the thread's young generation: rows live only until they are written, and a small one keeps the process small. */
const YOUNG_MB = 12
/** How often the day is compared with that of the files. No timer lasts until midnight, because clocks jump and machines sleep. */
const CHECK_EVERY_MS = 15_000

/** The data that the thread is started with. It opens the store and reads the owners itself. */
export interface DailyFilesTask extends DailyBuild {
  readonly config: Config
  readonly market: Omit<ServedMarket, 'db' | 'userStore' | 'owners'>
}

export interface DailyFilesBuilder {
  build(market: ServedMarket, build: DailyBuild): Promise<DailyFile[]>
  /** Ends a build in progress, which then fails. */
  stop(): Promise<void>
}

/** Builds the files of a day from the user's store on a thread of their own, so that no request waits for it. */
export function buildOnThread(config: Config): DailyFilesBuilder {
  const running = new Set<Worker>()
  return {
    async build({ db: _db, userStore: _userStore, owners: _owners, ...market }, build) {
      const task: DailyFilesTask = { ...build, config, market }
      const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB }
      const thread = new Worker(THREAD, { name: 'daily files', workerData: task, resourceLimits })
      running.add(thread)
      try {
        return await resultOf(thread)
      } finally {
        running.delete(thread)
        await thread.terminate()
        // A thread that was ended, or ran out of memory, could not remove it.
        await rm(build.unfinished, { force: true })
      }
    },
    async stop() {
      await Promise.all([...running].map((thread) => thread.terminate()))
    },
  }
}

function resultOf(thread: Worker): Promise<DailyFile[]> {
  const { promise, resolve, reject } = Promise.withResolvers<DailyFile[]>()
  thread.once('message', resolve)
  thread.once('error', reject)
  thread.once('exit', (code) => reject(new Error(`the thread ended by itself with code ${code}`)))
  return promise
}

export interface DailyFilesOptions extends Pick<ServedMarkets, 'market' | 'catchUp' | 'now'> {
  readonly operation: ServiceMonitor
  /** False in a process that serves the files which another one makes: they must share the folder. */
  readonly makesDailyFiles: boolean
  /** A temporary folder that several processes share; `null`: this one makes its own if it needs one. */
  readonly temporaryFolder: string | null
  /** Waits until the day is compared with that of the files again: seconds, unless a test decides it. */
  readonly pauseBetweenChecks?: (ending: AbortSignal) => Promise<void>
  /** What builds the files: a thread, unless a test decides it. */
  readonly builder?: DailyFilesBuilder
  readonly log: FastifyBaseLogger
}

/** The files of the day of a running service. */
export function openDailyFiles(config: Config, options: DailyFilesOptions) {
  const { operation, makesDailyFiles, temporaryFolder } = options
  const { pauseBetweenChecks = nextCheck, builder = buildOnThread(config) } = options
  const folder = downloadsFolder(config, temporaryFolder)
  const ending = new AbortController()
  const files = new FilesOfDay({
    ...options,
    folder: folder.path,
    buildElsewhere: builder.build,
    onFailures: (failures) => {
      operation.metrics.downloads.failedBuilds = failures
    },
    stopping: operation.stopping,
  })
  const makeEachDay = async () => {
    for (;;) {
      await pauseBetweenChecks(ending.signal)
      if (ending.signal.aborted) return
      await files.buildIfMissing()
    }
  }
  return {
    files,
    /** Begins to make the files of each day soon after its midnight and after the start, if this process is to. */
    keepMade(): void {
      if (makesDailyFiles) void makeEachDay()
    },
    /** Ends a build in progress, and removes the folder if it is temporary. */
    async close(): Promise<void> {
      ending.abort()
      await builder.stop()
      await folder.close()
    },
  }
}

const nextCheck = (ending: AbortSignal): Promise<void> =>
  sleep(CHECK_EVERY_MS, undefined, { signal: ending, ref: false }).catch(() => undefined)
