import { setImmediate } from 'node:timers/promises'
import { invariant } from '../invariant.ts'
import { issueIndex } from '../store/issue-index/current-index.ts'
import { isUnchangedBetween } from '../store/issue-index/issue-index.ts'
import type { View } from '../store/view.ts'
import { type IssueHead, type NumberedHead, visitIssues } from './ipos/issue-book.ts'
import { type MarketData, onePerMarket } from './market-data.ts'

/** So many take milliseconds; then others get their turn. */
const ISSUES_AT_A_TIME = 100

/** Takes the number of an issue that is wanted, and what to derive from should it not be known. */
type Offer<W> = (number: number, wanted: () => W) => void

interface Kept<T> {
  readonly version: number
  readonly value: T
}

/**
 * Derives something of every issue that is wanted from its facts, by number. For the present it is kept, and derived again
 * only of the issues that were spoken of since; the past is derived as it is asked for.
 */
export function memoizeByNumber<W extends { readonly number: number }, T>(
  derive: (market: MarketData, view: View, wanted: readonly W[]) => Promise<ReadonlyMap<number, T>>,
  atATime = ISSUES_AT_A_TIME,
): (
  market: MarketData,
  view: View,
  visit: (offer: Offer<W>) => void | Promise<void>,
) => Promise<Map<number, T>> {
  const kept = onePerMarket(() => new Map<number, Kept<T>>())
  return async (market, view, visit) => {
    const index = await issueIndex(market.db, view.version)
    // A version that is not there yet may still gain facts.
    const version = Math.min(view.version, index.version)
    const ofMarket = view.asOf === null ? kept(market) : new Map<number, Kept<T>>()
    const values = new Map<number, T>()
    const missing: W[] = []
    await visit((number, wanted) => {
      const known = ofMarket.get(number)
      if (known && isUnchangedBetween(index, number, known.version, version)) values.set(number, known.value)
      else missing.push(wanted())
    })
    for (let from = 0; from < missing.length; from += atATime) {
      const some = missing.slice(from, from + atATime)
      const derived = await derive(market, view, some)
      for (const { number } of some) {
        // What is derived may be `undefined` itself, so that only its entry tells whether it is there.
        invariant(derived.has(number) || null, `what is derived of issue ${number}`)
        const value = derived.get(number) as T
        values.set(number, value)
        ofMarket.set(number, { version, value })
      }
      await setImmediate()
    }
    return values
  }
}

/** The same for issues that are wanted by how they look in a list. */
export function memoizeByIssue<T>(
  derive: (
    market: MarketData,
    view: View,
    issues: readonly NumberedHead[],
  ) => Promise<ReadonlyMap<number, T>>,
): (market: MarketData, view: View, isWanted: (head: IssueHead) => boolean) => Promise<Map<number, T>> {
  const derived = memoizeByNumber(derive)
  return (market, view, isWanted) =>
    derived(market, view, (offer) =>
      visitIssues(market.db, view, (head) => {
        if (isWanted(head)) offer(head.number, () => head.copy())
      }),
    )
}
