/**
 * Runs an action without overlap, so that an older result cannot arrive after a newer one. A call during a run gets the
 * next run, which starts after the call, and shares it with all other calls until then.
 */
export function oneAtATime<T>(action: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const start = () => {
    running = action().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return running ?? start()
      })
    return next
  }
}
