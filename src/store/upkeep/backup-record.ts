import { readFile, writeFile } from 'node:fs/promises'
import { type Instant, instantFromMs } from '../../market/calendar.ts'

/** A file beside the store, so that the serving process can see when the store was last backed up. */
const recordPath = (store: string): string => `${store}.last-backup`

/** Records when the last backup of a SQLite store began. */
export const recordBackup = (store: string, began: Instant): Promise<void> =>
  writeFile(recordPath(store), `${began}\n`)

/** When the last backup of a SQLite store began; `null` when none is recorded. */
export async function lastBackup(store: string): Promise<Instant | null> {
  const text = await readFile(recordPath(store), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const ms = Date.parse(text.trim())
  return Number.isNaN(ms) ? null : instantFromMs(ms)
}
