import { type Instant, istMidnightAfter, msOf } from '../market/calendar.ts'
import type { AnswerDraft } from '../publish/answer.ts'
import { MAX_AGE_SECONDS, PAST_MAX_AGE_SECONDS } from '../publish/lifetime.ts'
import { type Position, positionName } from '../reports/changes/position.ts'
import { type ClockSpan, UNCHANGED_BY_CLOCK } from '../reports/moment.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import type { MarketQuery } from './market-query.ts'

/** Adds to an answer when it last changed and how long it is valid. */
export function withLifetime(
  { market, moment, isLive, endsAtMidnight }: MarketQuery,
  answer: Pick<AnswerDraft, 'body' | 'contentType' | 'headers'>,
  span: ClockSpan,
): AnswerDraft {
  const live = isLive ? span : UNCHANGED_BY_CLOCK
  const midnight = endsAtMidnight ? istMidnightAfter(moment.clock) : null
  const changesAt = [live.changesAt, midnight].filter((each) => each !== null).map(msOf)
  return {
    ...answer,
    modifiedAt: lastModified(market, live.changedAt),
    changesAt: changesAt.length === 0 ? null : Math.min(...changesAt),
    maxAgeSeconds: moment.asOf === null ? MAX_AGE_SECONDS : PAST_MAX_AGE_SECONDS,
  }
}

/**
 * The position of an answer: its version and the moment of its last change, so that the position stays the same as long as
 * the answer does. A commit's moment lies a little ahead: an earlier reader gets its changes twice, and misses
 * nothing.
 */
function answerPosition({ market, moment, isLive }: MarketQuery, { changedAt }: ClockSpan): Position {
  const { version, clock } = moment
  if (!isLive) return { version, moment: clock }
  const since = changedAt !== null && changedAt > market.committed ? changedAt : market.committed
  return { version, moment: since < clock ? since : clock }
}

export const positionHeader = (query: MarketQuery, span: ClockSpan): Record<string, string> => ({
  'X-Market-Version': positionName(query.market, answerPosition(query, span)),
})

/** Settings and rules may differ from those of an earlier process, so no answer is older than the service of its market. */
const lastModified = (
  { committed, servedSince }: Pick<ServedMarket, 'committed' | 'servedSince'>,
  changedAt: Instant | null,
): number => Math.max(msOf(committed), msOf(servedSince), changedAt === null ? 0 : msOf(changedAt))
