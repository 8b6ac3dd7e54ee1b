import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { Config } from '../../config.ts'
import type { DailyBuild, DailyFiles } from '../../feeds/downloads/daily-folder.ts'
import type { ServedMarket } from '../../reports/served-market.ts'
import { scriptBeside } from '../background/worker-thread.ts'
import type { DailyFilesTask } from './daily-files-task.ts'

const THREAD = scriptBeside(import.meta.url, 'daily-files-thread')

/** Size of the thread's young generation: rows live only until they are written, and a small one keeps the process small. */
const YOUNG_MB = 12

export interface DailyFilesBuilder {
  /** Builds the files on a thread that ends afterwards. */
  build(market: ServedMarket, build: DailyBuild): Promise<DailyFiles>
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

function resultOf(thread: Worker): Promise<DailyFiles> {
  const { promise, resolve, reject } = Promise.withResolvers<DailyFiles>()
  thread.once('message', resolve)
  thread.once('error', reject)
  thread.once('exit', (code) => reject(new Error(`the thread ended by itself with code ${code}`)))
  return promise
}
