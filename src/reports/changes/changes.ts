import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { chunksOf } from '../../store/engines/statements.ts'
import { type IpoCursor, ipoListPage } from '../ipos/ipo-list.ts'
import { type MarketData, onePerMarket } from '../market-data.ts'
import type { MarketChange } from './change.ts'
import { changesOfUnits } from './changed-units.ts'
import { viewOfPosition } from './listed-states.ts'
import { isSamePosition, type Position } from './position.ts'
import { issueUnit, newsBetween, stepsBetween } from './steps.ts'

/** A place within a step: the next unit, and how many of its changes were already sent. */
interface StepCursor {
  readonly unit: string
  readonly sent: number
}

export interface ChangesPage {
  readonly changes: MarketChange[]
  /** All changes up to here are included. */
  readonly reached: Position
  /** Set when a page ends within the step after `reached`. */
  readonly place: StepCursor | null
  readonly isComplete: boolean
}

/** The most units that are derived for one page, changed or not. */
const MOST_UNITS = 1000
const UNITS_AT_A_TIME = 100

interface ChangesRange {
  readonly since: Position
  readonly end: Position
  readonly place: StepCursor | null
  readonly limit: number
  /** Leaves out what is no news, as `newsBetween` does. */
  readonly isNewsOnly?: boolean
}

/** The changes after one position, at most a page, and up to an end. */
export async function readChanges(market: MarketData, range: ChangesRange): Promise<ChangesPage> {
  const { since, end } = range
  if (isSamePosition(since, end)) return { changes: [], reached: end, place: null, isComplete: true }
  return derivedOnce(market, ['page', range], () => deriveChanges(market, range))
}

async function deriveChanges(
  market: MarketData,
  { since, end, place, limit, isNewsOnly = false }: ChangesRange,
): Promise<ChangesPage> {
  const { steps, reached } = await derivedOnce(market, ['steps', since, end, isNewsOnly], () =>
    (isNewsOnly ? newsBetween : stepsBetween)(market.db, since, end),
  )
  const changes: MarketChange[] = []
  let read = 0
  const isFull = () => changes.length >= limit || read >= MOST_UNITS
  let done = since
  for (const [i, step] of steps.entries()) {
    const begun = i === 0 ? place : null
    const units = begun ? step.units.filter(({ key }) => key >= begun.unit) : step.units
    for (const some of chunksOf(units, UNITS_AT_A_TIME)) {
      const changesOf = isFull() ? () => [] : await changesOfUnits(market, step, some)
      await setImmediate()
      for (const unit of some) {
        const stop = (sent: number): ChangesPage => ({
          ...{ changes, reached: done, isComplete: false },
          place: { unit: unit.key, sent },
        })
        const sentBefore = unit.key === begun?.unit ? begun.sent : 0
        if (isFull()) return stop(sentBefore)
        read++
        const ofUnit = changesOf(unit)
        const sent = Math.min(ofUnit.length, sentBefore + limit - changes.length)
        changes.push(...ofUnit.slice(sentBefore, sent))
        if (sent < ofUnit.length) return stop(sent)
      }
    }
    done = step.after
  }
  return { changes, reached, place: null, isComplete: isSamePosition(reached, end) }
}

/** Before every fact. */
const NOTHING: Position = { version: 0, moment: '1970-01-01T00:00:00.000Z' }

/** The list at a position as changes from nothing: each IPO as new, in the order of the list. */
export const snapshotPage = (
  market: MarketData,
  position: Position,
  after: IpoCursor | null,
  limit: number,
): Promise<{ readonly changes: MarketChange[]; readonly next: IpoCursor | null }> =>
  derivedOnce(market, ['list', position, after, limit], async () => {
    const { page, next } = await ipoListPage(market, viewOfPosition(position), {}, after, limit)
    const units = page.map(({ number }) => issueUnit(number, 'sources'))
    const changes: MarketChange[] = []
    for (const some of chunksOf(units, UNITS_AT_A_TIME)) {
      const changesOf = await changesOfUnits(market, { before: NOTHING, after: position }, some)
      changes.push(...some.flatMap(changesOf))
      await setImmediate()
    }
    return { changes, next }
  })

/** Clients that reconnect after the same interruption ask for the same pages; those of one walk for the same steps. */
const LISTS_KEPT = 40

const listsKept = onePerMarket(() => new LRUCache<string, Promise<unknown>>({ max: LISTS_KEPT }))

/** A page or a list, derived once for all that ask meanwhile or later. A failed one is removed. */
function derivedOnce<T>(market: MarketData, key: unknown, derive: () => Promise<T>): Promise<T> {
  const lists = listsKept(market)
  const text = JSON.stringify(key)
  const found = (lists.get(text) as Promise<T> | undefined) ?? derive()
  lists.set(text, found)
  found.catch(() => lists.delete(text))
  return found
}
