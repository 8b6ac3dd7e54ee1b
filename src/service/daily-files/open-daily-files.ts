import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import { FilesOfDay } from '../../feeds/downloads/files-of-day.ts'
import type { Instant } from '../../market/calendar.ts'
import type { ServiceMonitor } from '../../operate/service-monitor.ts'
import type { LiveMarket } from '../live-market.ts'
import { buildOnThread, type DailyFilesBuilder } from './build-on-thread.ts'
import { downloadsFolder } from './downloads-folder.ts'
import { makeDailyFiles } from './make-daily-files.ts'

export interface DailyFilesOptions extends Pick<LiveMarket, 'market' | 'catchUp'> {
  readonly operation: ServiceMonitor
  /** False in a process that serves the files which another one makes: they must share the folder. */
  readonly makesDailyFiles: boolean
  /** Returns the temporary folder that several processes share; `null` where this one has its own. */
  readonly temporaryFolder: (() => Promise<string>) | null
  /** Waits until the day is compared with that of the files again: seconds, unless a test decides it. */
  readonly pauseBetweenChecks?: (ending: AbortSignal) => Promise<void>
  /** What builds the files: a thread, unless a test decides it. */
  readonly builder?: DailyFilesBuilder
  readonly now: () => Instant
  readonly log: FastifyBaseLogger
}

/** The files of the day of a running service. */
export interface ServedDailyFiles {
  readonly files: FilesOfDay
  /** Begins to make the files of each day ahead of requests, if this process is to. */
  keepMade(): void
  /** Ends a build in progress, and removes the folder if it is temporary. */
  close(): Promise<void>
}

export function openDailyFiles(config: Config, options: DailyFilesOptions): ServedDailyFiles {
  const { operation, makesDailyFiles, pauseBetweenChecks, builder = buildOnThread(config) } = options
  const folder = downloadsFolder(config, options.temporaryFolder)
  const files = new FilesOfDay({
    ...options,
    folder: folder.path,
    buildElsewhere: builder.build,
    onFailures: (failures) => {
      operation.metrics.downloads.failedBuilds = failures
    },
    isStopping: () => operation.isStopping,
  })
  let maker: ReturnType<typeof makeDailyFiles> | undefined
  return {
    files,
    keepMade() {
      if (makesDailyFiles) maker = makeDailyFiles(files, pauseBetweenChecks)
    },
    async close() {
      maker?.stop()
      await builder.stop()
      await folder.close()
    },
  }
}
