import { type Instant, istDay } from '../../market/calendar.ts'
import { type Phrase, phrase } from '../phrase.ts'

/** Further names are on the page of sources. */
const MOST_NAMES = 3

/** How long sources have not been updated, with a time if one is near the truth for each of them: the latest of one day. */
function notUpdatedSince<T>(times: readonly (Instant | null)[], shown: (at: Instant) => T): Phrase<T> {
  if (times.every((since) => since === null)) return ['Not updated yet']
  const known = times.filter((since) => since !== null).sort()
  const [first, last] = [known[0], known.at(-1)]
  if (known.length < times.length || !first || !last || istDay(first) !== istDay(last))
    return ['Some sources are not updating']
  return phrase`Not updated since ${shown(last)}`
}

/** `NSE, IPOWatch, IPO Ji and 2 more` */
const sourcesNamed = <T>(names: readonly string[], shown: (name: string, comma: string) => T): Phrase<T> => [
  ...names.slice(0, MOST_NAMES).map((name, i) => shown(name, i > 0 ? ', ' : '')),
  names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '',
]

/** How fresh the figures are. */
export const freshness = { notUpdatedSince, sourcesNamed, details: 'Details' } as const
