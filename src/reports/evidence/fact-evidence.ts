import { invariant } from '../../invariant.ts'
import type { Day, Instant } from '../../market/calendar.ts'
import type { Fact, Recorded } from '../../market/facts/fact.ts'
import type { Retracted } from '../../market/facts/issue-facts.ts'
import { type Owners, publisherOf } from '../../market/facts/publisher.ts'
import { written } from '../../sources/facts-file/write-line.ts'
import type { RefusalAbout } from '../../store/collection/refusals-about.ts'
import type { Origin } from '../../store/facts/origins.ts'
import type { FactEvidence, RefusedEvidence } from '../schemas/evidence.ts'

type IssueFact = Extract<Fact, { readonly fact: FactEvidence['kind'] }>

/** Keys of a fact that evidence has beside `said`. */
const SEPARATE_KEYS = new Set(['slug', 'source', 'observedAt', 'reportedAt', 'printed', 'url'])

/** A fact with its origin. */
export function factEvidence(
  fact: Recorded<IssueFact>,
  origins: ReadonlyMap<number, Origin>,
  retracted: Retracted,
  owners: Owners,
): FactEvidence {
  const origin = invariant(origins.get(fact.id), `the origin of fact ${fact.id}`)
  const { owner, rank } = publisherOf(fact.source, owners)
  const retraction = retracted.get(fact.id)
  return {
    fact: fact.id,
    kind: fact.fact,
    slug: slugOf(fact),
    source: fact.source,
    owner,
    rank,
    said: Object.fromEntries(Object.entries(written(fact)).filter(([key]) => !SEPARATE_KEYS.has(key))),
    printed: 'printed' in fact ? fact.printed : null,
    url: ('url' in fact ? fact.url : null) ?? origin.address,
    observedAt: observedAt(fact),
    reportedAt: fact.fact === 'gmp' ? fact.reportedAt : null,
    recordedAt: fact.recorded,
    round: origin.round,
    roundWork: origin.work,
    committedAt: origin.committed,
    backfilled: origin.committed > fact.recorded,
    fetchedAt: origin.fetched,
    payloadHash: origin.payload,
    retracted: retraction ? { by: retraction.id, at: retraction.recorded, reason: retraction.reason } : null,
  }
}

function slugOf(fact: IssueFact): string | null {
  if (fact.fact === 'holiday') return null
  return fact.fact === 'retraction' ? (typeof fact.of.slug === 'string' ? fact.of.slug : null) : fact.slug
}

function observedAt(fact: IssueFact): Day | Instant | null {
  if (fact.fact === 'holiday') return fact.day
  if (fact.fact === 'listing') return fact.listedOn
  return 'observedAt' in fact ? fact.observedAt : null
}

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
