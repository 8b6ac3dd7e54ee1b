import type { Instant } from '../market/calendar.ts'
import type { Db } from '../store/db.ts'
import { hasLaterWord, isRetractedSince } from '../store/later-words.ts'
import type { FactSighting } from './interpret/hear-figures.ts'

/** What a row of an earlier reading says is no news where its source has said something later, or it was retracted since. */
export async function withoutSuperseded(
  tx: Db,
  facts: readonly FactSighting[],
  times: {
    /** The past moment that is being read in; `null` for now. */
    readonly asOf: Instant | null
    /** Kept answers are read again; else only the rows that waited are of an earlier reading. */
    readonly isReplay: boolean
  },
): Promise<readonly FactSighting[]> {
  const news: FactSighting[] = []
  for (const one of facts) if (!(await isSuperseded(tx, one, times))) news.push(one)
  return news
}

async function isSuperseded(
  tx: Db,
  { fact, sighting }: FactSighting,
  { asOf, isReplay }: { asOf: Instant | null; isReplay: boolean },
): Promise<boolean> {
  const hasWaited = sighting.refusal !== undefined
  if (!hasWaited && !isReplay) return false
  if (fact.fact === 'deal' || fact.fact === 'alias' || fact.fact === 'same' || fact.fact === 'retraction')
    return false
  // Of terms a replay reads only the newest answers.
  const mayBeOutdated = hasWaited || fact.fact !== 'ipo'
  const readAt = sighting.lastSeen ?? sighting.fetchedAt
  if (mayBeOutdated && (await hasLaterWord(tx, fact, readAt, asOf))) return true
  return isReplay && (await isRetractedSince(tx, fact, readAt))
}
