/** Binary search: the first index from which on a condition holds; the length where it never does. */
export function firstIndex<T>(sorted: readonly T[], holds: (one: T) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(sorted[middle] as T)) high = middle
    else low = middle + 1
  }
  return low
}
