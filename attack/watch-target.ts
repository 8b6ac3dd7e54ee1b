import { setTimeout } from 'node:timers/promises'
import type { HttpTarget, Resources } from './http-target.ts'

/** An answer that takes longer means that the process stalls; a machine that does other work needs this much patience. */
const STALL_MS = 10_000
const PROBE_EVERY_MS = 200
/** After an attack, everything that it took is given back within this time. */
const SETTLE_MS = 20_000
const LOOK_EVERY_MS = 100
/** Connections of the watch itself. */
const SPARE_FILES = 12
/** Caches fill during an attack, up to their limits. */
const CACHES_BYTES = 300 * 1024 * 1024

/** Asks for a path again and again while something else goes on. The result is called to end it, and gives the faults. */
export function probe(target: HttpTarget, path: string, headers: Readonly<Record<string, string>> = {}) {
  let isEnded = false
  const faults: string[] = []
  const probing = (async () => {
    while (!isEnded) {
      const begun = performance.now()
      const status = await target.get(path, headers).then(
        async (answer) => {
          await answer.arrayBuffer()
          return answer.status
        },
        (error) => String(error.cause ?? error),
      )
      const ms = Math.round(performance.now() - begun)
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

/** What the process has not given back, some time after an attack. */
export async function notGivenBack(target: HttpTarget, before: Resources): Promise<readonly string[]> {
  const deadline = performance.now() + SETTLE_MS
  for (;;) {
    const faults = compare(before, await target.resources())
    if (faults.length === 0 || performance.now() > deadline) return faults
    await setTimeout(LOOK_EVERY_MS)
  }
}

function compare(before: Resources, after: Resources): string[] {
  const faults: string[] = []
  if (after.downloads > 0) faults.push(`${after.downloads} download places are still taken`)
  if (after.eventConnections > 0) faults.push(`${after.eventConnections} event connections are still open`)
  if ((after.openFiles ?? 0) > (before.openFiles ?? 0) + SPARE_FILES)
    faults.push(`open files grew from ${before.openFiles} to ${after.openFiles}`)
  if (after.memoryBytes > before.memoryBytes + CACHES_BYTES)
    faults.push(`memory grew from ${inMb(before.memoryBytes)} to ${inMb(after.memoryBytes)} MB`)
  return faults
}

export const inMb = (bytes: number): number => Math.round(bytes / 1024 / 1024)
