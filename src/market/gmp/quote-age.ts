import { type Day, dayNumber } from '../calendar.ts'

/** A GMP older than this many days is no longer used for today. */
export const FRESH_GMP_DAYS = 3

/** The age of a GMP in days, 0 on its own day. */
export const gmpAge = (day: Day, today: Day): number => dayNumber(today) - dayNumber(day)

/** True when a GMP is too old to calculate rupees from it. */
export const isOldGmp = (day: Day, today: Day): boolean => gmpAge(day, today) > FRESH_GMP_DAYS
