import type { QuietHours, TimeOfDay } from './alert-rules.ts'

/** From the beginning, which is quiet, to the end, which is not; the hours may pass midnight. */
export const isQuietAt = ({ from, to }: QuietHours, at: TimeOfDay): boolean =>
  from < to ? at >= from && at < to : at >= from || at < to
