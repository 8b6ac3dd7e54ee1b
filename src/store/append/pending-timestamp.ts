import type { Instant } from '../../market/calendar.ts'

/** Stands for the moment of the commit until that is known. No fact can bring this time itself, and it sorts last. */
export const PENDING_TIMESTAMP: Instant = '9999-12-31T23:59:59.999Z'
