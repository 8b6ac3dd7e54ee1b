import type { Part } from './figure.ts'
import { again } from './parts/again.ts'

/** In the order in which they run and are shown. */
export const PARTS: readonly Part[] = [again]
