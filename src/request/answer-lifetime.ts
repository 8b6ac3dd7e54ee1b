import { istMidnightAfter, msOf } from '../market/calendar.ts'
import type { AnswerDraft } from '../publish/answer.ts'
import { MAX_AGE_SECONDS, PAST_MAX_AGE_SECONDS } from '../publish/lifetime.ts'
import { positionName } from '../reports/changes/position.ts'
import { type ClockSpan, UNCHANGED_BY_CLOCK } from '../reports/moment.ts'
import type { MarketQuery } from './market-query.ts'

/** Adds to an answer when it last changed and how long it is valid. */
export function withLifetime(
  { market, moment, isPresent, endsAtMidnight }: MarketQuery,
  answer: Pick<AnswerDraft, 'body' | 'contentType' | 'headers'>,
  span: ClockSpan,
): AnswerDraft {
  const present = isPresent ? span : UNCHANGED_BY_CLOCK
  // Settings and rules may differ from those of an earlier process, so no answer is older than the service of its market.
  const modifications = [market.committed, market.servedSince, present.changedAt].filter(
    (each) => each !== null,
  )
  const midnight = endsAtMidnight ? istMidnightAfter(moment.clock) : null
  const changesAt = [present.changesAt, midnight].filter((each) => each !== null).map(msOf)
  return {
    ...answer,
    modifiedAt: Math.max(...modifications.map(msOf)),
    changesAt: changesAt.length === 0 ? null : Math.min(...changesAt),
    maxAgeSeconds: moment.asOf === null ? MAX_AGE_SECONDS : PAST_MAX_AGE_SECONDS,
  }
}

/**
 * The position of an answer: its version and the moment of its last change, so that the position stays the same as long as
 * the answer does. A commit's moment lies a little ahead: an earlier reader gets its changes twice, and misses
 * nothing.
 */
export function positionHeader(
  { market, moment, isPresent }: MarketQuery,
  { changedAt }: ClockSpan,
): Record<string, string> {
  const { version, clock } = moment
  const since = changedAt !== null && changedAt > market.committed ? changedAt : market.committed
  const position = { version, moment: isPresent && since < clock ? since : clock }
  return { 'X-Market-Version': positionName(market, position) }
}
