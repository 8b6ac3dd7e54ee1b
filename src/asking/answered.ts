import { type Instant, msOf } from '../market/calendar.ts'
import type { Made } from '../publish/answer.ts'
import { MAX_AGE_SECONDS, PAST_MAX_AGE_SECONDS } from '../publish/lifetime.ts'
import { type ClockSpan, UNCHANGED_BY_CLOCK } from '../reports/moment.ts'
import type { Asked } from './asked.ts'

/** An answer to what was asked: since when it is what it is, and for how long it holds. */
export function answered(
  { market, moment, isLive }: Asked,
  answer: Pick<Made, 'body' | 'contentType' | 'headers'>,
  span: ClockSpan,
): Made {
  const live = isLive ? span : UNCHANGED_BY_CLOCK
  return {
    ...answer,
    modifiedAt: lastModified(market.committed, live.changedAt),
    changesAt: live.changesAt === null ? null : msOf(live.changesAt),
    maxAgeSeconds: moment.asOf === null ? MAX_AGE_SECONDS : PAST_MAX_AGE_SECONDS,
  }
}

const lastModified = (committed: Instant, changedAt: Instant | null): number =>
  Math.max(msOf(committed), changedAt === null ? 0 : msOf(changedAt))
