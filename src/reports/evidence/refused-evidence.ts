import type { Day, Instant } from '../../market/calendar.ts'
import type { RefusalAbout } from '../../store/collection/refusals-about.ts'
import type { Settlement } from '../../store/tables.ts'

/** How a refusal may have ended. */
export const SETTLEMENTS = [
  'matched',
  'accepted',
  'discarded',
  'same-as',
] as const satisfies readonly Settlement[]

/** A row about the issue, or perhaps about it, that was not taken. */
export interface RefusedEvidence {
  /** The source, by its identifier. */
  sourceId: string
  rule: string
  reason: string
  kind: string | null
  observedAt: Day | Instant | null
  printed: string | null
  firstSeen: Instant
  /** `null` when it was seen after the moment of the answer. */
  lastSeen: Instant | null
  settled: { how: Settlement; as: string | null; at: Instant } | null
}

/** What may be told of a refused row: of the row itself no more than the figure as printed. */
export function refusedEvidence(row: RefusalAbout, asOf: Instant | null): RefusedEvidence {
  const isKnown = (moment: Instant | null): moment is Instant =>
    moment !== null && (asOf === null || moment <= asOf)
  const said: { kind?: string; observedAt?: string; printed?: string } =
    row.said === null ? {} : JSON.parse(row.said)
  return {
    sourceId: row.source,
    rule: row.rule,
    reason: row.reason,
    kind: said.kind ?? null,
    observedAt: said.observedAt ?? null,
    printed: said.printed ?? null,
    firstSeen: row.first_seen,
    lastSeen: isKnown(row.last_seen) ? row.last_seen : null,
    settled:
      row.settled !== null && isKnown(row.settled_at)
        ? { how: row.settled, as: row.settled_as, at: row.settled_at }
        : null,
  }
}
