import { END_OF_TIME, type Instant } from '../../market/calendar.ts'

/** Placeholder for the commit time until that is known. No fact can have this time itself, and it sorts last. */
export const PENDING_TIMESTAMP: Instant = END_OF_TIME
