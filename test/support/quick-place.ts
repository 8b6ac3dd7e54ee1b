import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const IN_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4e9

/**
 * The folder for stores of tests: in memory if the machine has plenty, otherwise on disk. They need not survive a power
 * cut, and creating a database takes 13 ms there instead of 170.
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
