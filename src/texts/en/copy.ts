import { type Instant, istDay } from '../../market/calendar.ts'
import { clockTime, longDay } from '../format.ts'
import { phrase } from '../phrase.ts'

/** `12 Jan 2026, 5:00 pm IST` */
const momentText = (at: Instant): string => `${longDay(istDay(at))}, ${clockTime(at)} IST`

/** A copy of the service as files on a static host. */
export const copy = {
  moment: momentText,
  /** Leads to the live service from where a copy has no form. */
  filterLive: (host: string): string => `Filter, sort and search at ${host}`,
  /** The age of a page, for those without script too. */
  changed: <T>(at: T) =>
    phrase`This page is of a static copy, which is updated at intervals. It last changed on ${at}.`,
  outdatedFrom: <T>(at: T) =>
    phrase` After ${at} it is out of date: by then the clock has changed what it says.`,
  state: 'See when this copy was last updated',
  /** The same where there is little room. */
  asOf: <T>(at: T) => phrase`As of ${at}.`,
  goodUntil: <T>(at: T) => phrase` Out of date after ${at}.`,
  /** Above a text about the service that the copy is of. */
  ofService:
    'This is a static copy. What this text says of past moments (asOf), changes, events, sorting and filters holds for a live service.',
  /** Before links to them. */
  dealDays: 'Deals of a day:',
  live: 'Live service',
  liveHas: <T>(host: T) => phrase`The live service has all of that: ${host}.`,
} as const
