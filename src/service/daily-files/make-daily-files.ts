import { setTimeout as sleep } from 'node:timers/promises'
import type { FilesOfDay } from '../../feeds/downloads/files-of-day.ts'

/** How often the day is compared with that of the files. No timer lasts until midnight, because clocks jump and machines sleep. */
const CHECK_EVERY_MS = 15_000

export interface DailyFilesMaker {
  stop(): void
}

/** Makes the files of each day soon after its midnight and after the start, before anybody requests them. */
export function makeDailyFiles(
  files: Pick<FilesOfDay, 'prepare'>,
  pause: (ending: AbortSignal) => Promise<void> = nextCheck,
): DailyFilesMaker {
  const ending = new AbortController()
  const run = async () => {
    for (;;) {
      await pause(ending.signal)
      if (ending.signal.aborted) return
      await files.prepare()
    }
  }
  run()
  return { stop: () => ending.abort() }
}

const nextCheck = (ending: AbortSignal): Promise<void> =>
  sleep(CHECK_EVERY_MS, undefined, { signal: ending, ref: false }).catch(() => undefined)
