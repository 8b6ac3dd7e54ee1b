import { parentPort, workerData } from 'node:worker_threads'
import { buildHere, type DailyFile } from '../feeds/downloads/daily-folder.ts'
import { lowerThreadPriority } from '../lower-priority.ts'
import { ownersAmong } from '../sources/registry.ts'
import { closeDb, openDb } from '../store/engines/db.ts'
import type { DailyFilesTask } from './daily-files.ts'
import { sourceChoice } from './source-choice.ts'

/** A page of rows is read in milliseconds; a statement that takes this long is given up. */
const STATEMENT_TIMEOUT_MS = 60_000

/** Builds the files of one day from the store, with a connection of its own. */
async function buildFromTask({ config, market, ...build }: DailyFilesTask): Promise<DailyFile[]> {
  const db = openDb(config.DATABASE_READ_URL || config.DATABASE_URL, {
    isForReading: true,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    notBefore: () => market.version,
  })
  try {
    const owners = ownersAmong(sourceChoice(config).known)
    return await buildHere({ ...market, db, userStore: db, owners }, build)
  } finally {
    await closeDb(db)
  }
}

/** The script of the thread that builds the files of one day from the store, reports them, and ends. */
if (!parentPort) throw new Error('this script runs as a worker thread; start it with "greymark serve"')
lowerThreadPriority()
parentPort.postMessage(await buildFromTask(workerData))
