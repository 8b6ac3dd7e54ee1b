import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { dayAsDateTime, type Instant } from '../market/calendar.ts'
import { type ChangeCause, type ChangeKind, type Difference, differences } from '../market/changes.ts'
import type { Db } from '../store/db.ts'
import { dealCount } from '../store/deal-counts.ts'
import { type ChangingIpo, changingIpos, standingsAt, viewAt } from './changes-standings.ts'
import { type Step, type Steps, stepsBetween } from './changes-steps.ts'
import { type IpoPosition, ipoPage } from './ipos.ts'
import type { MarketData } from './market-data.ts'
import { isSamePosition, type Position } from './position.ts'

/** One change, for one who reads it and for a program that takes it over. */
export interface Change extends Difference {
  readonly at: Instant
  readonly position: Position
  readonly kind: ChangeKind
  readonly by: ChangeCause
  /** `null` where it is about deals. */
  readonly slug: string | null
  readonly name: string | null
}

/** Where a step was left in its middle: what comes next of it, and how many changes of that were told. */
export interface PlaceInStep {
  readonly unit: string
  readonly told: number
}

export interface ChangesPage {
  readonly changes: Change[]
  /** All changes up to here are told. */
  readonly reached: Position
  /** Where a page ends in the middle of the step after `reached`. */
  readonly place: PlaceInStep | null
  readonly isComplete: boolean
}

/** How much of a step is derived for one page, whether or not it turns out to have changed. */
const MOST_UNITS = 1000
const UNITS_AT_A_TIME = 100

/** Changes from one position on, no more than a page, and no further than an end. */
export async function changesPage(
  market: MarketData,
  { since, end, place, limit }: { since: Position; end: Position; place: PlaceInStep | null; limit: number },
): Promise<ChangesPage> {
  if (isSamePosition(since, end)) return { changes: [], reached: end, place: null, isComplete: true }
  const { steps, reached } = await keptSteps(market.db, since, end)
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
  step: Step,
  limit: number,
): Promise<readonly Change[]> {
  const page = new Page(limit)
  await addStep(market, step, page, null)
  return page.changes
}

/** The pages of a walk through one large step ask for the same. */
const STEPS_KEPT = 8
const stepsOfStores = new WeakMap<Db, LRUCache<string, Steps>>()

async function keptSteps(db: Db, since: Position, end: Position): Promise<Steps> {
  const kept = stepsOfStores.get(db) ?? new LRUCache<string, Steps>({ max: STEPS_KEPT })
  stepsOfStores.set(db, kept)
  const key = JSON.stringify([since, end])
  const steps = kept.get(key) ?? (await stepsBetween(db, since, end))
  kept.set(key, steps)
  return steps
}

class Page {
  readonly changes: Change[] = []
  readonly #limit: number
  #units = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get isFull(): boolean {
    return this.changes.length >= this.#limit || this.#units >= MOST_UNITS
  }

  /** Takes the changes of a unit from one on, and tells how many of them are told; all when they fit. */
  add(changes: readonly Change[], from: number): number {
    this.#units++
    const told = Math.min(changes.length, from + this.#limit - this.changes.length)
    this.changes.push(...changes.slice(from, told))
    return told
  }
}

/** Adds what a step changed; gives where it was left when the page is full. */
async function addStep(
  market: MarketData,
  step: Step,
  page: Page,
  place: PlaceInStep | null,
): Promise<PlaceInStep | null> {
  const units = unitsOf(step).filter(({ key }) => place === null || key >= place.unit)
  for (let from = 0; from < units.length; from += UNITS_AT_A_TIME) {
    const some = units.slice(from, from + UNITS_AT_A_TIME)
    const changesOf = page.isFull ? () => [] : await changesOfUnits(market, step, some)
    await setImmediate()
    for (const unit of some) {
      const begin = unit.key === place?.unit ? place.told : 0
      if (page.isFull) return { unit: unit.key, told: begin }
      const changes = changesOf(unit)
      const told = page.add(changes, begin)
      if (told < changes.length) return { unit: unit.key, told }
    }
  }
  return null
}

/** An issue or a list of deals that a step may have changed. */
type Unit = { readonly key: string; readonly by: ChangeCause } & (
  | { readonly issue: number }
  | { readonly deals: DealListOf }
)
type DealListOf = Step['deals'] extends ReadonlyMap<string, { readonly list: infer L }> ? L : never

/** In an order that is the same for everybody: issues by number, then deals by day. */
function unitsOf({ issues, deals }: Step): Unit[] {
  const ofIssues = [...issues].map(([issue, by]) => ({
    key: `1 ${String(issue).padStart(12, '0')}`,
    by,
    issue,
  }))
  const ofDeals = [...deals].map(([key, { list, by }]) => ({ key: `2 ${key}`, by, deals: list }))
  return [...ofIssues, ...ofDeals].sort((a, b) => (a.key < b.key ? -1 : 1))
}

async function changesOfUnits(
  market: MarketData,
  step: Step,
  units: readonly Unit[],
): Promise<(unit: Unit) => Change[]> {
  const numbers = units.flatMap((unit) => ('issue' in unit ? [unit.issue] : []))
  const before = await standingsAt(market, step.before, numbers)
  const after = await standingsAt(market, step.after, numbers)
  const changes = new Map<Unit, Change[]>()
  const { after: position } = step
  for (const unit of units) {
    const { by } = unit
    const told = { at: position.moment, position, by }
    if ('deals' in unit) {
      const difference = await dealsDifference(market.db, step, unit.deals)
      changes.set(unit, difference ? [{ ...told, slug: null, name: null, ...difference }] : [])
      continue
    }
    const [was, is] = [before.get(unit.issue), after.get(unit.issue)]
    if (!was || !is) continue
    const name = 'name' in is ? is.name : 'name' in was ? was.name : null
    const found = differences(was, is)
    changes.set(
      unit,
      found.map((difference) => ({ ...told, slug: is.slug, name, ...difference })),
    )
  }
  return (unit) => changes.get(unit) ?? []
}

async function dealsDifference(
  db: Db,
  { before, after }: Step,
  list: DealListOf,
): Promise<Difference | undefined> {
  const was = await dealCount(db, viewAt(before), list)
  const is = await dealCount(db, viewAt(after), list)
  if (was === is) return undefined
  const { exchange, kind, tradeDate } = list
  const counted = (deals: number) => ({
    exchange,
    kind,
    tradeDate: dayAsDateTime(tradeDate),
    deals,
  })
  return { kind: 'deals', old: was === 0 ? null : counted(was), new: counted(is), into: null }
}

export interface SnapshotPage {
  readonly changes: Change[]
  readonly next: IpoPosition | null
}

/** The list at a position as changes from nothing: each of its IPOs as a new one, in the order of the list. */
export async function snapshotPage(
  market: MarketData,
  position: Position,
  after: IpoPosition | null,
  limit: number,
): Promise<SnapshotPage> {
  const moment = { ...viewAt(position), clock: position.moment }
  const { page, next } = await ipoPage(market.db, moment, {}, after, limit)
  const items: ChangingIpo[] = []
  for (let from = 0; from < page.length; from += UNITS_AT_A_TIME) {
    items.push(...(await changingIpos(market, position, page.slice(from, from + UNITS_AT_A_TIME))))
    await setImmediate()
  }
  const changes = items.map(
    (item): Change => ({
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
