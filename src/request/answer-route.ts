import { istMidnightAfter, msOf } from '../market/calendar.ts'
import type { AnswerDraft } from '../publish/answer.ts'
import { type AnswerCache, type AnswerPlace, versionWithFrame } from '../publish/answer-cache.ts'
import { MAX_AGE_SECONDS, PAST_MAX_AGE_SECONDS } from '../publish/lifetime.ts'
import type { RoutedRequest } from '../publish/read-route.ts'
import type { Sending } from '../publish/sender.ts'
import { positionName } from '../reports/changes/position.ts'
import { type ClockSpan, UNCHANGED_BY_CLOCK } from '../reports/moment.ts'
import { versionKey } from '../reports/served-market.ts'
import type { MarketQuery } from './market-query.ts'
import { storeUnavailable } from './problems.ts'

/** What a route answers, and the span in which the clock does not change it. */
export interface AnswerInSpan extends Pick<AnswerDraft, 'body' | 'contentType' | 'headers' | 'isDated'> {
  readonly span: ClockSpan
}

/** What a request asks, after it was read and checked, and how its answer is made. */
export interface AskedAnswer {
  readonly query: MarketQuery
  /** Distinguishes the answer from all others of its market version. */
  readonly key: string
  /** Parameters that the route does not know. */
  readonly ignored?: readonly string[]
  /** Headers about this request, which are no part of the cached answer. */
  readonly headers?: Readonly<Record<string, string>>
  /** What the answer depends on besides the market, such as the frame of a page, and until when that holds (milliseconds). */
  readonly frame?: { readonly text: string; readonly until: number }
  readonly make: () => Promise<AnswerInSpan>
}

/** Another address that the client is sent to. */
export interface Redirection {
  readonly redirectTo: string
}

/** A route whose answers are made from the market, cached and sent again: JSON, a page, a feed, a picture. */
export interface AnswerRoute<Asked = AskedAnswer> {
  /** The path, with `:slug` for a part that differs. */
  readonly path: string
  /** Reads and checks a request, or throws a problem that says what is wrong with it. */
  readonly ask: (request: RoutedRequest) => Asked | Promise<Asked>
}

/** When an answer last changed and how long it is valid. */
export function lifetimeOf({ market, moment, isPresent, endsAtMidnight }: MarketQuery, span: ClockSpan) {
  const present = isPresent ? span : UNCHANGED_BY_CLOCK
  // Settings and rules may differ from those of an earlier process, so no answer is older than the service of its market.
  const modifications = [market.committed, market.servedSince, present.changedAt].filter(
    (each) => each !== null,
  )
  const midnight = endsAtMidnight ? istMidnightAfter(moment.clock) : null
  const changesAt = [present.changesAt, midnight].filter((each) => each !== null).map(msOf)
  return {
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

/** Makes the answer to a request, with its lifetime. */
export async function draftOf({ query, make }: AskedAnswer): Promise<AnswerDraft> {
  const { span, ...answer } = await make()
  return { ...answer, ...lifetimeOf(query, span) }
}

/** The place of an answer in the cache. One of the demo, or of facts that were lost, is never the last one of this market. */
export const placeOf = ({ query: { market }, key, frame }: AskedAnswer): AnswerPlace => ({
  key: `${market.demo ? 'demo ' : ''}${market.history} ${key}`,
  version: versionWithFrame(versionKey(market), frame?.text ?? ''),
})

/** The cached or newly made answer (`now` in milliseconds); the last one, marked as stale, while the store is unavailable. */
export async function findAnswer(cache: AnswerCache, asked: AskedAnswer, now: number): Promise<Sending> {
  const { query, frame } = asked
  const place = placeOf(asked)
  if (query.market.isUnavailable) {
    const last = cache.last(place.key, now)
    if (!last) throw storeUnavailable()
    return { ...last, repeatable: null }
  }
  const found = await cache.get({ ...place, now, make: () => draftOf(asked) })
  // A past moment is read from the store each time: another process may have recorded facts for it.
  const isRepeatable = query.isPresent && !found.isStale
  const { text = '', until = Number.POSITIVE_INFINITY } = frame ?? {}
  // From midnight on, an address with today's date asks for a past moment.
  const midnight = query.endsAtMidnight ? msOf(istMidnightAfter(query.moment.clock)) : until
  const repeatable = { key: place.key, frame: text, until: Math.min(until, midnight) }
  return { ...found, repeatable: isRepeatable ? repeatable : null }
}
