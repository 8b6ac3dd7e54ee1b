import type { Holidays } from '../../src/market/holidays.ts'

/** Weekends are the only days without trading. */
export const NO_HOLIDAYS: Holidays = { trading: new Set(), clearing: new Set() }
