/** The time in which requests of a client are counted. */
export const WINDOW_MS = 60_000
/** Costs are counted in tenths of a request. */
export const REQUEST_COST = 10
/** A 304 costs a tenth, which rewards conditional requests. */
export const NOT_MODIFIED_COST = 1
/** Beyond this many clients a minute the least recent are forgotten, so that memory stays bounded. */
export const MAX_CLIENTS = 50_000

/** The header `RateLimit-Policy` of a limit. */
export const policyOf = (requestsPerMinute: number): string =>
  `"flood";q=${requestsPerMinute};w=${WINDOW_MS / 1000}`
