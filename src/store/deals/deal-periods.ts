import type { Instant } from '../../market/calendar.ts'

/** Under which deals of every symbol are counted; no symbol is empty. */
export const ALL_DEALS = ''

/** Year, month, ten days, day, hour, minute, second, moment: how much of an instant's text names such a period. */
const LENGTHS = [4, 7, 9, 10, 13, 16, 19, 24] as const

export const PERIOD_LEVELS: readonly number[] = LENGTHS.keys().toArray()
export const MOMENT_LEVEL = LENGTHS.length - 1

/** The period of a level that a moment lies in. Text order is time order, within a level. */
export const periodAt = (moment: Instant, level: number): string => moment.slice(0, LENGTHS[level])
