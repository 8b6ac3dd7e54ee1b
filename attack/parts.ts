import type { AttackPart } from './part.ts'

/** In the order in which they run. */
export const PARTS: readonly AttackPart[] = []
