/** A generator of pseudo-random numbers in [0, 1), the same on every machine and after every start. */
export type Random = () => number

/** FNV-1a: spreads short keys that differ in one digit over all 32 bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Mulberry32 seeded with the hash of a key: one independent stream per key. */
export function seeded(key: string): Random {
  let state = hashOf(key)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

export const chance = (random: Random, probability: number): boolean => random() < probability

export const between = (random: Random, low: number, high: number): number => low + random() * (high - low)

/** A whole number, with both ends included. */
export const wholeBetween = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1))

/** A log-uniform number, for prices and sizes: as many between 10 and 100 as between 100 and 1,000. */
export const magnitudeBetween = (random: Random, low: number, high: number): number =>
  low * (high / low) ** random()

/** Mean 0, standard deviation 1, within -6 and 6: the sum of twelve uniform draws, which needs no logarithm. */
export function gaussian(random: Random): number {
  let sum = -6
  for (let i = 0; i < 12; i++) sum += random()
  return sum
}

export function pick<T>(random: Random, choices: readonly T[]): T {
  const choice = choices[Math.floor(random() * choices.length)]
  if (choice === undefined) throw new RangeError('nothing to pick from')
  return choice
}

export function shuffled<T>(random: Random, all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one)
}

/** The non-negative remainder, so that schedules also work before their epoch. */
export const modulo = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor
