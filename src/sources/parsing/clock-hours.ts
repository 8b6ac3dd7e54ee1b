/** The hour of 24 from `5` and `p.m.`; infinity, an invalid hour, for hours outside 1 to 12. */
export function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return Number.POSITIVE_INFINITY
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0)
}
