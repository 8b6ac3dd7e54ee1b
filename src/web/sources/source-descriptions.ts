import { RANK } from '../../market/facts/publisher.ts'
import { QUIET_AFTER_DAYS, type SourceReport, type SourceState } from '../../reports/sources.ts'

/** What is taken from each upstream of an exchange; a tracker is read for its quotes. */
const TAKEN = new Map(
  Object.entries({
    'nse-issues': 'terms and subscription',
    'bse-issues': 'terms and subscription',
    'nse-bhavcopy': 'listing prices',
    'bse-bhavcopy': 'listing prices',
    'nse-deals': 'bulk and block deals',
    'bse-deals': 'bulk and block deals',
  }),
)
export const takenFrom = (id: string): string => TAKEN.get(id) ?? 'GMP quotes'

/** How far those of a rank are believed. */
const BELIEVED: Readonly<Record<number, string>> = {
  [RANK.exchange]:
    'They are believed before all trackers about the terms of an issue. Subscription, listing prices and deals come from them.',
  [RANK.tracker]:
    'Websites that print GMP. On terms they count only where no exchange has spoken. Sources of one owner are one voice, because they are not independent of each other.',
  [RANK.operator]:
    'Whoever runs this copy. Believed first about terms, to correct what others got wrong. Every correction is recorded beside what it corrects.',
}
export const believed = (rank: number): string => BELIEVED[rank] ?? ''

const STATES: Readonly<Record<SourceState, string>> = {
  ok: 'well',
  failing: 'cannot be read',
  quiet: `nothing new for over ${QUIET_AFTER_DAYS} days`,
  waiting: 'not read yet',
  off: 'not read here',
}
export const stateWords = (state: SourceState): string => STATES[state]
export const isInDoubt = (state: SourceState): boolean => state === 'failing' || state === 'quiet'

const FAULTS: Readonly<Record<NonNullable<SourceReport['fault']>, string>> = {
  unreachable: 'could not be reached',
  refused: 'has refused to be read',
  changed: 'has answered in another way than it used to',
}
export const faultWords = (fault: NonNullable<SourceReport['fault']>): string => FAULTS[fault]
