import type { Sorting } from '../reports/sorted-page.ts'

/** A column by which a table can be sorted. */
export interface SortColumn<K extends string> {
  readonly key: K
  readonly label: string
  /** The order in a sentence. */
  readonly by: string
  /** The two orders in words, ascending and descending. */
  readonly orders: readonly [up: string, down: string]
  /** Whether the first click sorts in descending order, as is usual for figures. */
  readonly downFirst?: boolean
  readonly isFigure?: boolean
}

/** The orders that most columns have, in words. */
export const NAMES = ['A to Z', 'Z to A'] as const
export const DAYS = ['earliest first', 'latest first'] as const
export const AMOUNTS = ['lowest first', 'highest first'] as const
export const BOARDS_ORDER = ['mainboard first', 'SME first'] as const
/** A right-aligned column that is sorted in descending order first. */
export const figureColumn = { downFirst: true, isFigure: true } as const

/** The state of a table that its address stores. */
export interface SortedState<K extends string> {
  readonly sorting: Sorting<K>
  readonly page: number
}

/** The order as a parameter of the address. */
export const sortText = <K extends string>({ key, descending }: Sorting<K>): string =>
  `${descending ? '-' : ''}${key}`

/** The parameters of the address, without defaults. */
export const sortedFields = <K extends string>(
  { sorting, page }: SortedState<K>,
  standard: Sorting<K>,
): { sort: string | undefined; page: number | undefined } => ({
  sort: sortText(sorting) === sortText(standard) ? undefined : sortText(sorting),
  page: page === 1 ? undefined : page,
})

/** `listing day, latest first` */
export const sortDescription = <K extends string>(
  columns: readonly SortColumn<K>[],
  sorting: Sorting<K>,
): string => {
  const column = columns.find(({ key }) => key === sorting.key)
  return column ? `${column.by}, ${column.orders[sorting.descending ? 1 : 0]}` : ''
}
