import { RANK } from '../../market/facts/publisher.ts'
import type { SourceState, SourceStatus } from '../../reports/schemas/sources.ts'
import { QUIET_AFTER_DAYS } from '../../reports/sources.ts'

/** What the upstreams of an exchange provide, by the second word of their ids. */
const CONTENTS = new Map([
  ['issues', 'terms and subscription'],
  ['bhavcopy', 'listing prices'],
  ['deals', 'bulk and block deals'],
  ['holidays', 'trading and clearing holidays'],
])
/** Trackers provide quotes. */
export const contentsOf = (id: string, rank: number): string =>
  (rank === RANK.exchange && CONTENTS.get(id.split('-')[1] ?? '')) || 'GMP quotes'

/** How far sources of a rank are trusted. */
const TRUST_TEXTS: Readonly<Record<number, string>> = {
  [RANK.exchange]:
    'They are believed before all trackers about the terms of an issue. Subscription, listing prices, deals and holidays come from them.',
  [RANK.tracker]:
    'Websites that print GMP. On terms they count only where no exchange has spoken. Sources of one owner are one voice, because they are not independent of each other.',
  [RANK.operator]:
    'Whoever runs this copy. Believed first about terms, to correct what others got wrong. Every correction is recorded beside what it corrects.',
}
export const trustText = (rank: number): string => TRUST_TEXTS[rank] ?? ''

const STATES: Readonly<Record<SourceState, string>> = {
  ok: 'well',
  failing: 'cannot be read',
  quiet: `nothing new for over ${QUIET_AFTER_DAYS} days`,
  waiting: 'not read yet',
  off: 'not read here',
}
export const stateText = (state: SourceState): string => STATES[state]
export const isInDoubt = (state: SourceState): boolean => state === 'failing' || state === 'quiet'

const FAULTS: Readonly<Record<NonNullable<SourceStatus['fault']>, string>> = {
  unreachable: 'could not be reached',
  refused: 'has refused to be read',
  changed: 'has answered in another way than it used to',
}
export const faultText = (fault: NonNullable<SourceStatus['fault']>): string => FAULTS[fault]
