import { setImmediate } from 'node:timers/promises'
import { chunksOf } from '../store/engines/statements.ts'
import { allHolidayFacts } from '../store/facts/holiday-facts.ts'
import { issueBook, isUnchangedBetween } from '../store/issues/issue-book.ts'
import type { View } from '../store/view.ts'
import { type IssueHead, type NumberedHead, visitIssues } from './ipos/issues-in-view.ts'
import { type MarketData, onePerMarket } from './market-data.ts'

/** This many take milliseconds; then the event loop runs. */
const ISSUES_AT_A_TIME = 100

/** Requests the value of an issue by number; `input` is what to derive it from if it is not cached. */
type Offer<W> = (number: number, input: () => W) => void

interface Cached<T> {
  readonly version: number
  /** How many holidays had been recorded and retracted: later ones may change any value. */
  readonly holidays: number
  readonly value: T
}

/** Derives a value of each of these issues, in the same order. */
type Derive<W, T> = (market: MarketData, view: View, inputs: readonly W[]) => Promise<readonly T[]>

/**
 * Derives a value for every offered issue from its facts and the holidays, by number. Present values are cached, and
 * derived again only for issues with facts since then; past values are derived on each call.
 */
export function memoizeByNumber<W extends { readonly number: number }, T>(
  derive: Derive<W, T>,
  atATime = ISSUES_AT_A_TIME,
): (
  market: MarketData,
  view: View,
  visit: (offer: Offer<W>) => void | Promise<void>,
) => Promise<Map<number, T>> {
  const caches = onePerMarket(() => new Map<number, Cached<T>>())
  return async (market, view, visit) => {
    const book = await issueBook(market.db, view.version)
    // A version that the book does not have yet may still gain facts.
    const version = Math.min(view.version, book.version)
    const { facts, retracted } = await allHolidayFacts(market.db, view)
    const holidays = facts.length + retracted.size
    const cache = view.asOf === null ? caches(market) : new Map<number, Cached<T>>()
    const values = new Map<number, T>()
    const missing: W[] = []
    await visit((number, input) => {
      const known = cache.get(number)
      const isCurrent =
        known?.holidays === holidays && isUnchangedBetween(book, number, known.version, version)
      if (isCurrent) values.set(number, known.value)
      else missing.push(input())
    })
    for (const some of chunksOf(missing, atATime)) {
      const derived = await derive(market, view, some)
      for (const [i, { number }] of some.entries()) {
        const value = derived[i] as T
        values.set(number, value)
        cache.set(number, { version, holidays, value })
      }
      await setImmediate()
    }
    return values
  }
}

/** The same for the issues whose heads match a predicate. */
export function memoizeByIssue<T>(
  derive: Derive<NumberedHead, T>,
): (market: MarketData, view: View, isMatching: (head: IssueHead) => boolean) => Promise<Map<number, T>> {
  const derived = memoizeByNumber(derive)
  return (market, view, isMatching) =>
    derived(market, view, (offer) =>
      visitIssues(market.db, view, (head) => {
        if (isMatching(head)) offer(head.number, () => head)
      }),
    )
}
