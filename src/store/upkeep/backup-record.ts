import { readFile, writeFile } from 'node:fs/promises'
import { type Instant, instantFromMs } from '../../market/calendar.ts'

/** Beside the store, so that a process that serves it can see when it was last backed up. */
const recordPath = (store: string): string => `${store}.last-backup`

/** Notes when the last backup of a SQLite store began. */
export const recordBackup = (store: string, began: Instant): Promise<void> =>
  writeFile(recordPath(store), `${began}\n`)

/** When the last backup of a SQLite store began; `null` when none was noted. */
export async function lastBackup(store: string): Promise<Instant | null> {
  const text = await readFile(recordPath(store), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const ms = Date.parse(text.trim())
  return Number.isNaN(ms) ? null : instantFromMs(ms)
}
