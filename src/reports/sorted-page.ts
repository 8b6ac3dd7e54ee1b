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

/** Sorts by one value of each item: what is not known comes last either way, and ties go by slug. */
export function sortedBy<T>(
  items: readonly T[],
  keyOf: (item: T) => string | number | null,
  descending: boolean,
  slugOf: (item: T) => string,
): T[] {
  return items
    .map((item) => ({ item, value: keyOf(item), slug: slugOf(item) }))
    .sort((a, b) => compareValues(a.value, b.value, descending) || compareText(a.slug, b.slug))
    .map(({ item }) => item)
}

function compareValues(a: string | number | null, b: string | number | null, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const upwards = typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b))
  return descending ? -upwards : upwards
}

export function pageOf<T>(items: readonly T[], asked: number): PageOf<T> {
  const pages = Math.max(1, Math.ceil(items.length / ROWS_ON_A_PAGE))
  const page = Math.min(asked, pages)
  const first = (page - 1) * ROWS_ON_A_PAGE
  return { rows: items.slice(first, first + ROWS_ON_A_PAGE), page, pages, total: items.length }
}

/** The place of the first and the last row of a page, counted from 1. */
export const placesOf = ({ rows, page }: PageOf<unknown>): { first: number; last: number } => {
  const before = (page - 1) * ROWS_ON_A_PAGE
  return { first: before + 1, last: before + rows.length }
}
