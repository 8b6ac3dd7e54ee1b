/** With tens of thousands of IPOs these take about ten seconds. */
export const MAX_PAST_MOMENTS = 20

/** Further requests should come back when some of the others are done. */
export class TooManyPastMoments extends Error {
  override readonly name = 'TooManyPastMoments'
}

let queued = 0
let lastQueued: Promise<unknown> = Promise.resolve()

/**
 * Past moments are computed one at a time, since each takes much memory. Beyond `MAX_PAST_MOMENTS` it rejects with
 * `TooManyPastMoments`, so that nobody waits long for the moments of others.
 */
export function afterTheOthers<T>(work: () => Promise<T>): Promise<T> {
  if (queued >= MAX_PAST_MOMENTS)
    return Promise.reject(
      new TooManyPastMoments(`${MAX_PAST_MOMENTS} other past moments are being computed, which is the limit`),
    )
  queued++
  const done = lastQueued.then(work).finally(() => queued--)
  // A failure reaches its own caller only; the next one runs.
  lastQueued = done.catch(() => undefined)
  return done
}
