import { msOf } from '../market/calendar.ts'
import type { PlanContext } from './source.ts'

const HOUR_MS = 3_600_000

/**
 * True when a document was never read, or not for this many hours: documents that seldom change are not requested in
 * every round.
 */
export function isDueAgain({ now, lastRead }: PlanContext, document: string, hours: number): boolean {
  const last = lastRead(document)
  return last === null || msOf(now) - msOf(last) >= hours * HOUR_MS
}
