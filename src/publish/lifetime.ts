/** A minute, because the terms of use allow a client one request a minute. */
export const MAX_AGE_SECONDS = 60
/** An answer as of a past moment hardly ever changes. */
export const PAST_MAX_AGE_SECONDS = 3600
const REVALIDATE_SECONDS = 60
export const STALE_IF_ERROR_SECONDS = 86_400

/** `Cache-Control` for an answer that the clock changes at `changesAt`: later, caches may show it only during an outage. */
export function cacheControl(now: number, changesAt: number | null, maxAgeSeconds: number): string {
  const secondsLeft =
    changesAt === null ? Number.POSITIVE_INFINITY : Math.max(0, Math.floor((changesAt - now) / 1000))
  const maxAge = Math.min(maxAgeSeconds, secondsLeft)
  const revalidate =
    secondsLeft >= maxAge + REVALIDATE_SECONDS ? `, stale-while-revalidate=${REVALIDATE_SECONDS}` : ''
  return `public, max-age=${maxAge}${revalidate}, stale-if-error=${STALE_IF_ERROR_SECONDS}`
}

/** The moment up to which the `Cache-Control` of an answer stays the same, in milliseconds. */
export const constantUntil = (changesAt: number | null, maxAgeSeconds: number): number =>
  changesAt === null ? Number.POSITIVE_INFINITY : changesAt - (maxAgeSeconds + REVALIDATE_SECONDS) * 1000
