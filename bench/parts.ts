import type { Part } from './figure.ts'
import { again } from './parts/again.ts'
import { alerts } from './parts/alerts/alerts.ts'
import { engines } from './parts/engines/engines.ts'
import { LARGE_PARTS } from './parts/large/parts.ts'
import { memory } from './parts/memory.ts'
import { others } from './parts/others.ts'
import { profile } from './parts/profile.ts'
import { proxy } from './parts/proxy.ts'
import { rounds } from './parts/rounds/rounds.ts'
import { workers } from './parts/workers.ts'

/** All parts, in the order in which they run and are shown. */
export const PARTS: readonly Part[] = [
  ...[again, others, proxy, workers, rounds, alerts],
  ...LARGE_PARTS,
  ...[engines, memory, profile],
]
