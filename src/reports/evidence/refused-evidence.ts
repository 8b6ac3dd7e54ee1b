import type { Instant } from '../../market/calendar.ts'
import type { RefusalAbout } from '../../store/collection/refusals-about.ts'
import type { RefusedEvidence } from '../schemas/evidence.ts'

/** The public part of a refused row: of the row itself only the figure as printed. */
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
