import { compareText } from '../market/text-order.ts'

/** By which column a table is sorted, and which way. */
export interface Sorting<K extends string> {
  readonly key: K
  readonly descending: boolean
}

/** One page of a table. */
export interface PageOf<T> {
  readonly rows: readonly T[]
  /** Counted from 1; the last one where a later one was asked for. */
  readonly page: number
  readonly pages: number
  /** How many rows there are on all pages. */
  readonly total: number
}

const ROWS_ON_A_PAGE = 50

/**
 * One page of the items sorted by one value of each: what is not known comes last either way, and ties go by slug. Only
 * what stands on the page and before it is put in order.
 */
export function sortedPage<T>(
  items: readonly T[],
  figureOf: (item: T, place: number) => string | number | null,
  slugOf: (item: T) => string,
  { descending, page: asked }: { readonly descending: boolean; readonly page: number },
): PageOf<T> {
  const pages = Math.max(1, Math.ceil(items.length / ROWS_ON_A_PAGE))
  const page = Math.min(asked, pages)
  const valued = items.map((item, place) => ({ item, value: figureOf(item, place), slug: slugOf(item) }))
  const first = firstOf(
    valued,
    (a, b) => compareValues(a.value, b.value, descending) || compareText(a.slug, b.slug),
    page * ROWS_ON_A_PAGE,
  )
  const rows = first.slice((page - 1) * ROWS_ON_A_PAGE).map(({ item }) => item)
  return { rows, page, pages, total: items.length }
}

function compareValues(a: string | number | null, b: string | number | null, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const upwards = typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b))
  return descending ? -upwards : upwards
}

/** The place of the first and the last row of a page, counted from 1. */
export const placesOf = ({ rows, page }: PageOf<unknown>): { first: number; last: number } => {
  const before = (page - 1) * ROWS_ON_A_PAGE
  return { first: before + 1, last: before + rows.length }
}

/** The first items in an order, without sorting the others. */
export function firstOf<T>(items: Iterable<T>, compare: (a: T, b: T) => number, count: number): T[] {
  let first: T[] = []
  let last: T | undefined
  for (const item of items) {
    if (last !== undefined && compare(item, last) >= 0) continue
    first.push(item)
    // Twice as many are gathered before they are sorted, so that sorting is rare.
    if (first.length < 2 * count) continue
    first = first.sort(compare).slice(0, count)
    last = first.at(-1)
  }
  return first.sort(compare).slice(0, count)
}
