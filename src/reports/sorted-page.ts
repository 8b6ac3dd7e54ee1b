import { compareText } from '../market/text-order.ts'

/** The column and direction of sorting. */
export interface Sorting<K extends string> {
  readonly key: K
  readonly descending: boolean
}

export interface PageOf<T> {
  readonly rows: readonly T[]
  /** Counted from 1; the last page where a later one was requested. */
  readonly page: number
  readonly pages: number
  /** Number of rows on all pages. */
  readonly total: number
  /** Number of rows on every page but the last. */
  readonly pageSize: number
}

const STANDARD_PAGE_SIZE = 50

/** A row of a table with its sort value. */
export interface Sortable<T> {
  readonly value: string | number | null
  readonly slug: string
  readonly row: T
}

interface RequestedPage {
  readonly descending: boolean
  /** Counted from 1. */
  readonly page: number
  readonly pageSize?: number
}

/** Collects one page of a table: unknown values come last in both directions, and ties are sorted by slug. */
export class SortedPage<T> {
  readonly #first: FirstOf<Sortable<T>>
  readonly #requested: number
  readonly #pageSize: number
  #total = 0

  /** `copy` makes an immutable row from an offered one, which may be reused. */
  constructor(
    { descending, page, pageSize = STANDARD_PAGE_SIZE }: RequestedPage,
    copy: (row: T) => T = (row) => row,
  ) {
    this.#requested = page
    this.#pageSize = pageSize
    this.#first = new FirstOf(
      page * pageSize,
      (a, b) => compareValues(a.value, b.value, descending) || compareText(a.slug, b.slug),
      ({ row, ...by }) => ({ ...by, row: copy(row) }),
    )
  }

  offer(row: Sortable<T>): void {
    this.#total++
    this.#first.offer(row)
  }

  page(): PageOf<T> {
    const pages = Math.max(1, Math.ceil(this.#total / this.#pageSize))
    const page = Math.min(this.#requested, pages)
    const rows = this.#first.sorted().slice((page - 1) * this.#pageSize, page * this.#pageSize)
    return { rows: rows.map(({ row }) => row), page, pages, total: this.#total, pageSize: this.#pageSize }
  }
}

function compareValues(a: string | number | null, b: string | number | null, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const upwards = typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b))
  return descending ? -upwards : upwards
}

/** The numbers of the first and the last row of a page, counted from 1. */
export const rowNumbersOf = ({ rows, page, pageSize }: PageOf<unknown>): { first: number; last: number } => {
  const before = (page - 1) * pageSize
  return { first: before + 1, last: before + rows.length }
}

/** Collects the first of many items in an order, without storing or sorting the others. */
export class FirstOf<T> {
  readonly #count: number
  readonly #compare: (a: T, b: T) => number
  readonly #copy: (item: T) => T
  #first: T[] = []
  #last: T | undefined

  constructor(count: number, compare: (a: T, b: T) => number, copy: (item: T) => T = (item) => item) {
    this.#count = count
    this.#compare = compare
    this.#copy = copy
  }

  offer(item: T): void {
    if (this.#last !== undefined && this.#compare(item, this.#last) >= 0) return
    this.#first.push(this.#copy(item))
    // Sorts only when twice as many are collected, so that sorting is rare.
    if (this.#first.length < 2 * this.#count) return
    this.#first = this.sorted()
    this.#last = this.#first.at(-1)
  }

  sorted(): T[] {
    return this.#first.sort(this.#compare).slice(0, this.#count)
  }
}
