import type { AttackPart } from './part.ts'
import { kills, killsOnPostgres } from './parts/kills.ts'

/** In the order in which they run. */
export const PARTS: readonly AttackPart[] = [kills, killsOnPostgres]
