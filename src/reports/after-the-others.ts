let lastQueued: Promise<unknown> = Promise.resolve()

/** Past moments are computed one at a time, since each takes much memory. */
export function afterTheOthers<T>(work: () => Promise<T>): Promise<T> {
  const done = lastQueued.then(work)
  // A failure reaches its own caller only; the next one runs.
  lastQueued = done.catch(() => undefined)
  return done
}
