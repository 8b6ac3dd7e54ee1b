/**
 * Looks never overlap, so that what an early one saw cannot come after what a later one did. Whoever asks during a look
 * gets the next, which begins after the asking, and shares it with all who ask until then.
 */
export function oneAtATime<T>(look: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined
  let next: Promise<T> | undefined
  const begin = () => {
    underWay = look().finally(() => {
      underWay = undefined
    })
    return underWay
  }
  return () => {
    if (!underWay) return begin()
    next ??= underWay
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return underWay ?? begin()
      })
    return next
  }
}
