import type { Sorting } from '../reports/sorted-page.ts'

/** A column that a table can be sorted by. */
export interface SortColumn<K extends string> {
  readonly key: K
  readonly label: string
  /** What it is sorted by, in a sentence. */
  readonly by: string
  /** What the two orders are in words, upwards and downwards. */
  readonly orders: readonly [up: string, down: string]
  /** Whether the first click sorts downwards, as one mostly wants of figures. */
  readonly downFirst?: boolean
  readonly isFigure?: boolean
}

/** Words for the orders that most columns have. */
export const NAMES = ['A to Z', 'Z to A'] as const
export const DAYS = ['earliest first', 'latest first'] as const
export const AMOUNTS = ['lowest first', 'highest first'] as const
export const BOARDS_ORDER = ['mainboard first', 'SME first'] as const
/** What stands at the right and is sorted downwards first. */
export const figureColumn = { downFirst: true, isFigure: true } as const

/** What of a table its address holds. */
export interface SortedState<K extends string> {
  readonly sorting: Sorting<K>
  readonly page: number
}

/** As the address has it. */
export const sortText = <K extends string>({ key, descending }: Sorting<K>): string =>
  `${descending ? '-' : ''}${key}`

/** The fields of the address; what is there anyway needs no word. */
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
