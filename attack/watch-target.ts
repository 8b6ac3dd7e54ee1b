import { setTimeout } from 'node:timers/promises'
import type { HttpTarget, Resources } from './http-target.ts'

/** A longer answer means that the process stalls; a busy machine needs this much time. */
const STALL_MS = 10_000
const PROBE_EVERY_MS = 200
/** After an attack, all resources must be released within this time. */
const SETTLE_MS = 20_000
const LOOK_EVERY_MS = 100
/** Connections of the watch itself. */
const SPARE_FILES = 12
/** Caches fill during an attack, up to their limits. */
const CACHES_BYTES = 300 * 1024 * 1024

/** Requests a path repeatedly during an attack. The returned function ends it and returns the faults. */
export function probe(target: HttpTarget, path: string, headers: Readonly<Record<string, string>> = {}) {
  let isEnded = false
  const faults: string[] = []
  const probing = (async () => {
    while (!isEnded) {
      const startedAt = performance.now()
      const status = await target.get(path, headers).then(
        async (answer) => {
          await answer.arrayBuffer()
          return answer.status
        },
        (error) => String(error.cause ?? error),
      )
      const ms = Math.round(performance.now() - startedAt)
      if (status !== 200) faults.push(`${path} answered ${status} to another client`)
      if (ms > STALL_MS) faults.push(`${path} took ${ms} ms for another client`)
      await setTimeout(PROBE_EVERY_MS)
    }
  })()
  return async (): Promise<readonly string[]> => {
    isEnded = true
    await probing
    return faults
  }
}

/** The resources that the process has not released some time after an attack. */
export async function notReleased(target: HttpTarget, before: Resources): Promise<readonly string[]> {
  const deadline = performance.now() + SETTLE_MS
  for (;;) {
    const faults = compare(before, await target.resources())
    if (faults.length === 0 || performance.now() > deadline) return faults
    await setTimeout(LOOK_EVERY_MS)
  }
}

function compare(before: Resources, after: Resources): string[] {
  const faults: string[] = []
  if (after.downloads > 0) faults.push(`${after.downloads} download slots are still taken`)
  if (after.eventConnections > 0) faults.push(`${after.eventConnections} event connections are still open`)
  if ((after.openFiles ?? 0) > (before.openFiles ?? 0) + SPARE_FILES)
    faults.push(`open files grew from ${before.openFiles} to ${after.openFiles}`)
  if (after.memoryBytes > before.memoryBytes + CACHES_BYTES)
    faults.push(`memory grew from ${inMb(before.memoryBytes)} to ${inMb(after.memoryBytes)} MB`)
  return faults
}

export const inMb = (bytes: number): number => Math.round(bytes / 1024 / 1024)
