import { type Phrase, phrase } from '../phrase.ts'

/** Of companies that trackers quote and no exchange has announced. */
export const unannounced = {
  unannouncedTitle: 'IPOs not confirmed by NSE or BSE',
  unannouncedMeaning:
    'Grey-market trackers quote these companies, but neither NSE nor BSE has published anything about an IPO of them. GMP and days are the tracker’s own, unofficial and not confirmed.',
  noneUnannounced: 'There is no such company now.',
  fromSource: <T>(source: T) => phrase`from ${source}`,
  /** The days of bidding that a tracker prints, or of its first and last quote. */
  dayRange: <T>(first: T | null, last: T | null): Phrase<T> => {
    if (first === null) return last === null ? [] : phrase`until ${last}`
    return last === null ? phrase`from ${first}` : phrase`${first} to ${last}`
  },
} as const
