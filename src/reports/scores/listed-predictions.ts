import { invariant } from '../../invariant.ts'
import type { Instant } from '../../market/calendar.ts'
import type { Owners } from '../../market/facts/publisher.ts'
import { lastChangeIn, type PredictionHistory, predictionHistories } from '../../market/scores/prediction.ts'
import { allQuotes } from '../../store/facts/figure-reports.ts'
import { type IssueGroup, issueBook } from '../../store/issues/issue-book.ts'
import { isInView, type View } from '../../store/view.ts'
import { marketCalendar } from '../ipos/market-calendar.ts'
import { type MarketData, onePerMarket } from '../market-data.ts'
import { memoizeByNumber } from '../memoize-by-issue.ts'
import { memoizeByView } from '../memoize-by-view.ts'

/** Issues that were ever merged, under the lowest of their numbers. */
interface MergedIssues {
  readonly number: number
  readonly group: IssueGroup
}

/** Fewer than for a list, since all quotes on each are read. */
const GROUPS_AT_A_TIME = 25

const lastReturned = onePerMarket(() => ({ pasts: [] as readonly PredictionHistory[] }))

/**
 * Expected and actual gain of every issue with a listing report. It covers every moment at once, since
 * nothing in it depends on facts recorded later: a past moment needs no computation of its own. Without new facts about
 * these issues it is the same array.
 */
export async function listedPredictions(
  market: MarketData,
  version: number,
): Promise<readonly PredictionHistory[]> {
  const view = { version, asOf: null }
  const { groups } = await issueBook(market.db, version)
  // In the order of the store, which stays the same without new facts.
  const listed = new Set([...groups.values()].filter(({ facts }) => facts.listings.some(isInView(view))))
  const offered = [...listed].map((group) => ({ number: group.issues[0]?.number ?? 0, group }))
  const derived = await pastsOfMerged(market, view, (offer) => {
    for (const merged of offered) offer(merged.number, () => merged)
  })
  const pasts = offered.flatMap(({ number }) => invariant(derived.get(number), `the past of issue ${number}`))
  const last = lastReturned(market)
  const isSame = last.pasts.length === pasts.length && last.pasts.every((past, i) => past === pasts[i])
  if (!isSame) last.pasts = pasts
  return last.pasts
}

/**
 * Computes from the expected and actual gains as known at a moment; `null` is the present. Most rounds are about unlisted
 * issues and leave these gains the same array, so nothing is computed again, neither for the present nor for a moment after
 * all of them.
 */
export function fromPredictions<T>(
  compute: (pasts: readonly PredictionHistory[], asOf: Instant | null, owners: Owners) => T | Promise<T>,
): (market: MarketData, view: View) => Promise<T> {
  const present = new WeakMap<readonly PredictionHistory[], Promise<T>>()
  return memoizeByView(async (market, view) => {
    const { owners } = market
    const pasts = await listedPredictions(market, view.version)
    if (view.asOf !== null && view.asOf < lastChangeOf(pasts)) return compute(pasts, view.asOf, owners)
    const known = present.get(pasts) ?? Promise.resolve(compute(pasts, null, owners))
    present.set(pasts, known)
    // A failed result is dropped, so that the next request tries again.
    known.catch(() => {
      if (present.get(pasts) === known) present.delete(pasts)
    })
    return known
  })
}

const lastChanges = new WeakMap<readonly PredictionHistory[], Instant>()

function lastChangeOf(pasts: readonly PredictionHistory[]): Instant {
  const last = lastChanges.get(pasts) ?? lastChangeIn(pasts)
  lastChanges.set(pasts, last)
  return last
}

const pastsOfMerged = memoizeByNumber(async (market, view: View, wanted: readonly MergedIssues[]) => {
  const quotes = await allQuotes(
    market.db,
    view.version,
    wanted.map(({ group }) => group),
  )
  const quotesOn = Map.groupBy(quotes, ({ slug }) => slug)
  const { mainHolidaysAt } = await marketCalendar(market, view)
  return wanted.map(({ group: { facts, slugs } }) => {
    const known = {
      ipos: facts.ipos.filter(isInView(view)),
      sames: facts.sames.filter(isInView(view)),
      listings: facts.listings.filter(isInView(view)),
      retractions: facts.retractions.filter(isInView(view)),
      gmp: slugs.flatMap((slug) => quotesOn.get(slug) ?? []),
    }
    return predictionHistories(slugs, known, market.owners, mainHolidaysAt)
  })
}, GROUPS_AT_A_TIME)
