/** The longest pause that we accept; who asks for more is tried again after a day. */
const MAX_PAUSE_MS = 24 * 3_600_000

/** The pause in milliseconds of a header `Retry-After`, which is in seconds or a date; any other value is ignored. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return boundedPauseMs(Number(text) * 1000)
  return /^[A-Z]/i.test(text) ? boundedPauseMs(Date.parse(text) - nowMs) : null
}

/** A pause between 0 and a day; `null` for what is no number. */
export const boundedPauseMs = (ms: number): number | null =>
  Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MAX_PAUSE_MS)
