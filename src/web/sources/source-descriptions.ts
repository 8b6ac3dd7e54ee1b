import { RANK } from '../../market/facts/publisher.ts'
import type { SourceState, SourceStatus } from '../../reports/schemas/sources.ts'
import { QUIET_AFTER_DAYS } from '../../reports/sources.ts'

/** How far sources of a rank are trusted. */
const TRUST_TEXTS: Readonly<Record<number, string>> = {
  [RANK.exchange]:
    'For issue terms we trust the exchanges over the trackers. Subscription, listing prices, deals and holidays come from the exchanges only.',
  [RANK.tracker]:
    'Websites that publish GMP. Their issue terms are used only until an exchange publishes them. Sources with the same owner count once, because they are not independent of each other.',
  [RANK.operator]:
    'Whoever runs this copy of Greymark. The operator can correct issue terms that others got wrong; every correction is recorded beside what it corrects.',
}
export const trustText = (rank: number): string => TRUST_TEXTS[rank] ?? ''

const STATES: Readonly<Record<SourceState, string>> = {
  ok: 'working',
  failing: 'not updating',
  quiet: `no new quotes for over ${QUIET_AFTER_DAYS} days`,
  waiting: 'not downloaded yet',
  off: 'not downloaded here',
}
export const stateText = (state: SourceState): string => STATES[state]
export const isInDoubt = (state: SourceState): boolean => state === 'failing' || state === 'quiet'

const FAULTS: Readonly<Record<NonNullable<SourceStatus['fault']>, string>> = {
  unreachable: 'Could not be reached',
  refused: 'Has refused our requests',
  changed: 'Has changed its format',
}
export const faultText = (fault: NonNullable<SourceStatus['fault']>): string => FAULTS[fault]
