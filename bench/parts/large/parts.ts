import type { Part } from '../../figure.ts'
import { largeAgain } from './again.ts'
import { largeAsOf } from './as-of.ts'
import { largeChecks } from './checks.ts'
import { largeDeals } from './deals.ts'
import { largeImport } from './import.ts'
import { largeStart } from './start.ts'

/** The parts that compare stores of several sizes. */
export const LARGE_PARTS: readonly Part[] = [
  largeAgain,
  largeDeals,
  largeAsOf,
  largeStart,
  largeImport,
  largeChecks,
]
