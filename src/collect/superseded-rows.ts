import type { Instant } from '../market/calendar.ts'
import type { Fact } from '../market/facts/fact.ts'
import type { Db } from '../store/engines/db.ts'
import {
  hasSupersedingStatement,
  isRetractedSince,
  type ReportedFigure,
  supersedingTerms,
} from '../store/facts/superseding-statements.ts'
import type { DraftFact } from './parsed-row.ts'

interface Times {
  /** The past moment that is recorded; `null` for now. */
  readonly asOf: Instant | null
  /** True when stored answers are parsed again; otherwise only waiting rows are from an earlier reading. */
  readonly isReplay: boolean
}

/** Removes from rows of an earlier reading what their source has restated or what has been retracted since. */
export async function withoutSuperseded(
  tx: Db,
  facts: readonly DraftFact[],
  times: Times,
): Promise<readonly DraftFact[]> {
  const current: DraftFact[] = []
  for (const one of facts) {
    const isOld = times.isReplay || one.parsed.refusal !== undefined
    const fact = isOld ? await currentPart(tx, one, times) : one.fact
    if (fact) current.push({ ...one, fact })
  }
  return current
}

async function currentPart(
  tx: Db,
  { fact, parsed }: DraftFact,
  { asOf, isReplay }: Times,
): Promise<Fact | null> {
  const { lastSeen, fetchedAt, fetch } = parsed
  const time = { readAt: lastSeen ?? fetchedAt, fetch, asOf }
  if (fact.fact !== 'ipo' && !isFigure(fact)) return fact
  if (isReplay && (await isRetractedSince(tx, fact, time))) return null
  if (fact.fact === 'ipo')
    return { ...fact, said: { ...fact.said, ...(await supersedingTerms(tx, fact, time)) } }
  return (await hasSupersedingStatement(tx, fact, time)) ? null : fact
}

const isFigure = (fact: Fact): fact is ReportedFigure =>
  fact.fact === 'gmp' || fact.fact === 'subscription' || fact.fact === 'listing' || fact.fact === 'holiday'
