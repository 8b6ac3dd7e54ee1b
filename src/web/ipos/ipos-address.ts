import { BOARDS } from '../../market/facts/fact.ts'
import { STATUSES } from '../../market/issues/status.ts'
import type { IpoFilter } from '../../reports/ipos/ipo-list.ts'
import { IPO_COLUMNS, type IpoColumn } from '../../reports/ipos/ipo-table.ts'
import type { Sorting } from '../../reports/sorted-page.ts'
import { IPO_PARAMETERS } from '../../request/market-parameters.ts'
import { type Parameters, pageNumber, sortBy, type ValuesOf } from '../../request/parameters.ts'
import { BASE } from '../../request/paths.ts'
import { addressOf } from '../address.ts'
import { type SortedState, sortedFields } from '../kit/sort-field.tsx'

export const IPOS_PAGE_PARAMETERS = {
  status: IPO_PARAMETERS.status,
  board: IPO_PARAMETERS.board,
  q: IPO_PARAMETERS.q,
  sort: sortBy(IPO_COLUMNS, 'The column to sort by.'),
  page: pageNumber,
} satisfies Parameters

export type IposValues = ValuesOf<typeof IPOS_PAGE_PARAMETERS>

/** The state of the table that its address stores. */
export interface IposState extends SortedState<IpoColumn> {
  readonly filter: IpoFilter
}

/** Open IPOs first, then upcoming, closed and listed ones. */
export const STANDARD_ORDER: Sorting<IpoColumn> = { key: 'status', descending: false }

/** A choice of all values is no filter. */
const narrowing = <T>(chosen: readonly T[] | undefined, all: readonly T[]) =>
  chosen && chosen.length < all.length ? chosen : undefined

export function iposState(values: IposValues): IposState {
  const { status, board, q } = values
  return {
    filter: { status: narrowing(status, STATUSES), board: narrowing(board, BOARDS), q },
    sorting: values.sort ?? STANDARD_ORDER,
    page: values.page ?? 1,
  }
}

/** The filter as parameters, which the pages, the JSON list and the download share. */
export const filterFields = (filter: IpoFilter) => ({
  status: filter.status?.map((each) => each.toLowerCase()),
  board: filter.board?.map((each) => each.toLowerCase()),
  q: filter.q,
})

export const iposAddress = ({ filter, ...state }: IposState): string =>
  addressOf('/ipos', { ...filterFields(filter), ...sortedFields(state, STANDARD_ORDER) })

/** The address of the same IPOs as JSON, up to the limit of one answer. */
export const iposJsonAddress = ({ filter }: IposState): string =>
  addressOf(`${BASE}/ipos`, { ...filterFields(filter), limit: IPO_PARAMETERS.limit.maximum })
