/** A function that makes a value at its first call and returns the same one from then on, so that no start waits for it. */
export function atFirstUse<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
