import { setImmediate } from 'node:timers/promises'
import { invariant } from '../../invariant.ts'
import { chunksOf } from '../../store/engines/statements.ts'
import { type IpoCursor, ipoListPage } from '../ipos/ipo-list.ts'
import type { NumberedHead } from '../ipos/issues-in-view.ts'
import type { MarketData } from '../market-data.ts'
import type { MarketChange } from './change.ts'
import { changesOfUnits } from './changed-units.ts'
import { derivedOnce, partsDerivedOnce } from './derived-once.ts'
import { type ChangingIpo, changingIpos, viewOfPosition } from './listed-states.ts'
import { isSamePosition, type Position } from './position.ts'
import { type ChangeStep, newsBetween, stepsBetween } from './steps.ts'

/** A place within a step: the next unit, and how many of its changes were already sent. */
export interface StepCursor {
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

export interface ChangesRange {
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
  const page = new Page(limit)
  let done = since
  for (const [i, step] of steps.entries()) {
    const left = await addStep(market, step, page, i === 0 ? place : null)
    if (left) return { changes: page.changes, reached: done, place: left, isComplete: false }
    done = step.after
  }
  return { changes: page.changes, reached, place: null, isComplete: isSamePosition(reached, end) }
}

class Page {
  readonly changes: MarketChange[] = []
  readonly #limit: number
  #units = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get isFull(): boolean {
    return this.changes.length >= this.#limit || this.#units >= MOST_UNITS
  }

  /** Adds the changes of a unit from an index on, and returns how many are sent by then; all when they fit. */
  add(changes: readonly MarketChange[], from: number): number {
    this.#units++
    const sent = Math.min(changes.length, from + this.#limit - this.changes.length)
    this.changes.push(...changes.slice(from, sent))
    return sent
  }
}

/** Adds the changes of a step; returns where it stopped when the page is full. */
async function addStep(
  market: MarketData,
  step: ChangeStep,
  page: Page,
  place: StepCursor | null,
): Promise<StepCursor | null> {
  const { units } = step
  const begin = place === null ? 0 : units.findIndex(({ key }) => key >= place.unit)
  if (begin < 0) return null
  for (const some of chunksOf(units.slice(begin), UNITS_AT_A_TIME)) {
    const changesOf = page.isFull ? () => [] : await changesOfUnits(market, step, some)
    await setImmediate()
    for (const unit of some) {
      const sentBefore = unit.key === place?.unit ? place.sent : 0
      if (page.isFull) return { unit: unit.key, sent: sentBefore }
      const changes = changesOf(unit)
      const sent = page.add(changes, sentBefore)
      if (sent < changes.length) return { unit: unit.key, sent }
    }
  }
  return null
}

export interface SnapshotPage {
  readonly changes: MarketChange[]
  readonly next: IpoCursor | null
}

/** The list at a position as changes from nothing: each IPO as new, in the order of the list. */
export const snapshotPage = (
  market: MarketData,
  position: Position,
  after: IpoCursor | null,
  limit: number,
): Promise<SnapshotPage> =>
  derivedOnce(market, ['list', position, after, limit], () => deriveSnapshot(market, position, after, limit))

async function deriveSnapshot(
  market: MarketData,
  position: Position,
  after: IpoCursor | null,
  limit: number,
): Promise<SnapshotPage> {
  const moment = { ...viewOfPosition(position), clock: position.moment }
  const { page, next } = await ipoListPage(market.db, moment, {}, after, limit)
  const items = await snapshotItems(market, position, page)
  const changes = items.map(
    (item): MarketChange => ({
      at: position.moment,
      position,
      kind: 'new',
      by: 'sources',
      slug: item.slug,
      name: item.name,
      old: null,
      new: { ...item },
      into: null,
    }),
  )
  return { changes, next }
}

/** Each IPO of the list is derived once per position, whatever the page size. */
async function snapshotItems(
  market: MarketData,
  position: Position,
  page: readonly NumberedHead[],
): Promise<ChangingIpo[]> {
  const items: ChangingIpo[] = []
  for (const some of chunksOf(page, UNITS_AT_A_TIME)) {
    const found = await partsDerivedOnce(
      market,
      some.map(({ number }) => number),
      (number) => `${position.version}@${position.moment} ${number}`,
      async (missing) => {
        const heads = some.filter(({ number }) => missing.includes(number))
        const derived = await changingIpos(market, position, heads)
        return new Map(heads.map(({ number }, i) => [number, invariant(derived[i], `the issue ${number}`)]))
      },
    )
    items.push(...some.map(({ number, slug }) => invariant(found.get(number), `the IPO ${slug} of the list`)))
    await setImmediate()
  }
  return items
}
