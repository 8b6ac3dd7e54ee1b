import type { Instant } from '../../market/calendar.ts'

/** The key under which the deals of all symbols are counted; no symbol is empty. */
export const ALL_DEALS = ''

/**
 * Prefix lengths of an instant's text that name its year, month, ten days, day, hour, minute, second and millisecond.
 */
const LENGTHS = [4, 7, 9, 10, 13, 16, 19, 24] as const

export const PERIOD_LEVELS: readonly number[] = LENGTHS.keys().toArray()
export const MOMENT_LEVEL = LENGTHS.length - 1

/** The period of a level that contains a moment. Within a level, text order is time order. */
export const periodAt = (moment: Instant, level: number): string => moment.slice(0, LENGTHS[level])
