/**
 * Within so many milliseconds of a round's commit, every process serves its facts. Messages about a fact leave only
 * after that, so that whoever gets one finds the fact in the next answer of any process.
 */
export const SERVED_WITHIN_MS = 2000
