import { RANK } from '../../market/facts/publisher.ts'
import type { SourceState, SourceStatus } from '../../reports/schemas/sources.ts'
import { QUIET_AFTER_DAYS } from '../../reports/sources.ts'

/** What each upstream of an exchange provides; trackers provide quotes. */
const CONTENTS = new Map(
  Object.entries({
    'nse-issues': 'terms and subscription',
    'bse-issues': 'terms and subscription',
    'nse-bhavcopy': 'listing prices',
    'bse-bhavcopy': 'listing prices',
    'nse-deals': 'bulk and block deals',
    'bse-deals': 'bulk and block deals',
  }),
)
export const contentsOf = (id: string): string => CONTENTS.get(id) ?? 'GMP quotes'

/** How far sources of a rank are trusted. */
const TRUST_TEXTS: Readonly<Record<number, string>> = {
  [RANK.exchange]:
    'They are believed before all trackers about the terms of an issue. Subscription, listing prices and deals come from them.',
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
