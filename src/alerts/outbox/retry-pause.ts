const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** The pause after the first failed attempt, after the second, and so on; then an hour. */
const PAUSES_MS: readonly number[] = [
  ...[10 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 2 * MINUTE_MS],
  ...[5 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
]
/** A receiver that asks for a longer pause is tried after this one. */
const LONGEST_MS = 6 * HOUR_MS

/** How long to wait after so many failed attempts, or longer if the receiver asked for it. */
export const retryPauseMs = (failures: number, askedMs: number | null): number =>
  Math.max(PAUSES_MS[failures - 1] ?? HOUR_MS, Math.min(askedMs ?? 0, LONGEST_MS))
