import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const IN_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4e9

/**
 * Where tests put their stores: in memory where the machine has plenty of it, else on its disk. What they write has to
 * survive no power cut, and making a database takes 13 ms there instead of 170.
 */
export function quickPlace(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize > ENOUGH_BYTES ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** True for an address of a store in that memory. */
export const isInMemory = (url: string): boolean => url.startsWith(`sqlite:${IN_MEMORY}/`)
