import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { invariant } from '../../invariant.ts'
import { cachedPerStore } from '../../store/engines/per-store.ts'
import { type IpoCursor, ipoListPage } from '../ipos/ipo-list.ts'
import type { NumberedHead } from '../ipos/issue-book.ts'
import { type MarketData, onePerMarket } from '../market-data.ts'
import type { MarketChange } from './change.ts'
import { changesOfUnits } from './changed-units.ts'
import { type ChangingIpo, changingIpos, viewOfPosition } from './listed-states.ts'
import { isSamePosition, type Position } from './position.ts'
import { type ChangeStep, type Steps, stepsBetween } from './steps.ts'

/** Where a step was left in its middle: what comes next of it, and how many changes of that were told. */
export interface StepCursor {
  readonly unit: string
  readonly told: number
}

export interface ChangesPage {
  readonly changes: MarketChange[]
  /** All changes up to here are told. */
  readonly reached: Position
  /** Where a page ends in the middle of the step after `reached`. */
  readonly place: StepCursor | null
  readonly isComplete: boolean
}

/** How much of a step is derived for one page, whether or not it turns out to have changed. */
const MOST_UNITS = 1000
const UNITS_AT_A_TIME = 100

/** Changes from one position on, no more than a page, and no further than an end. */
export async function readChanges(
  market: MarketData,
  { since, end, place, limit }: { since: Position; end: Position; place: StepCursor | null; limit: number },
): Promise<ChangesPage> {
  if (isSamePosition(since, end)) return { changes: [], reached: end, place: null, isComplete: true }
  const { db } = market
  const { steps, reached } = await cachedSteps(db, JSON.stringify([since, end]), () =>
    stepsBetween(db, since, end),
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

/** What a step changed, or the first of it. */
export async function changesOfStep(
  market: MarketData,
  step: ChangeStep,
  limit: number,
): Promise<readonly MarketChange[]> {
  const page = new Page(limit)
  await addStep(market, step, page, null)
  return page.changes
}

/** The pages of a walk through one large step ask for the same. */
const STEPS_KEPT = 8
const cachedSteps = cachedPerStore<Steps>(STEPS_KEPT)

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

  /** Takes the changes of a unit from one on, and tells how many of them are told; all when they fit. */
  add(changes: readonly MarketChange[], from: number): number {
    this.#units++
    const told = Math.min(changes.length, from + this.#limit - this.changes.length)
    this.changes.push(...changes.slice(from, told))
    return told
  }
}

/** Adds what a step changed; gives where it was left when the page is full. */
async function addStep(
  market: MarketData,
  step: ChangeStep,
  page: Page,
  place: StepCursor | null,
): Promise<StepCursor | null> {
  const { units } = step
  const begin = place === null ? 0 : units.findIndex(({ key }) => key >= place.unit)
  if (begin < 0) return null
  for (let from = begin; from < units.length; from += UNITS_AT_A_TIME) {
    const some = units.slice(from, from + UNITS_AT_A_TIME)
    const changesOf = page.isFull ? () => [] : await changesOfUnits(market, step, some)
    await setImmediate()
    for (const unit of some) {
      const toldBefore = unit.key === place?.unit ? place.told : 0
      if (page.isFull) return { unit: unit.key, told: toldBefore }
      const changes = changesOf(unit)
      const told = page.add(changes, toldBefore)
      if (told < changes.length) return { unit: unit.key, told }
    }
  }
  return null
}

export interface SnapshotPage {
  readonly changes: MarketChange[]
  readonly next: IpoCursor | null
}

/** The list at a position as changes from nothing: each of its IPOs as a new one, in the order of the list. */
export async function snapshotPage(
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

/** Two of the largest pages, of about a kilobyte an IPO. */
const IPOS_KEPT = 2000
const keptIpos = onePerMarket(() => new LRUCache<string, ChangingIpo>({ max: IPOS_KEPT }))

/** Each IPO of the list is derived once per position, however large the pages are that tell it. */
async function snapshotItems(
  market: MarketData,
  position: Position,
  page: readonly NumberedHead[],
): Promise<ChangingIpo[]> {
  const kept = keptIpos(market)
  const keyOf = ({ number }: NumberedHead) => `${position.version}@${position.moment} ${number}`
  const items = new Map(page.flatMap((head) => [[head, kept.get(keyOf(head))] as const]))
  const missing = page.filter((head) => items.get(head) === undefined)
  for (let from = 0; from < missing.length; from += UNITS_AT_A_TIME) {
    const some = missing.slice(from, from + UNITS_AT_A_TIME)
    const derived = new Map((await changingIpos(market, position, some)).map((item) => [item.slug, item]))
    for (const head of some) {
      const item = invariant(derived.get(head.slug), `the IPO ${head.slug} of the list`)
      items.set(head, item)
      kept.set(keyOf(head), item)
    }
    await setImmediate()
  }
  return page.map((head) => invariant(items.get(head), `the IPO ${head.slug} of the list`))
}
