import { BOARDS, type Board } from '../../market/facts/fact.ts'
import { HORIZONS, type Horizon } from '../../market/scores/horizon.ts'
import { CALL_COLUMNS, type CallColumn } from '../../reports/scores/score-card.ts'
import type { Sorting } from '../../reports/sorted-page.ts'
import { STANDARD_HORIZON } from '../../request/market-parameters.ts'
import {
  oneOrMore,
  oneValue,
  type Parameters,
  pageNumber,
  sortBy,
  textParameter,
  type ValuesOf,
} from '../../request/parameters.ts'
import { addressOf } from '../address.ts'
import { type SortedState, sortedFields } from '../kit/sort-field.tsx'

export const SCOREBOARD_PAGE_PARAMETERS = {
  board: oneOrMore(BOARDS, 'Only listings of this board.'),
  sort: sortBy(CALL_COLUMNS, 'The column to sort by.'),
  page: pageNumber,
} satisfies Parameters

export type ScoreboardValues = ValuesOf<typeof SCOREBOARD_PAGE_PARAMETERS>

/** The state of the scoreboard that its address stores. */
export interface ScoreboardState extends SortedState<CallColumn> {
  /** The only board; `undefined` for all. */
  readonly board: Board | undefined
}

/** The order of the JSON answer. */
export const STANDARD_ORDER: Sorting<CallColumn> = { key: 'listedOn', descending: true }

/** The filter as a parameter, which the page, the JSON answer and the download share. */
export const boardField = ({ board }: ScoreboardState) => ({ board: board?.toLowerCase() })

export const scoreboardAddress = (state: ScoreboardState): string =>
  addressOf('/scoreboard', { ...boardField(state), ...sortedFields(state, STANDARD_ORDER) })

export const ACCURACY_PAGE_PARAMETERS = {
  horizon: oneValue(HORIZONS, 'The moment whose quotes are compared.', STANDARD_HORIZON),
  source: textParameter('The source that is shown by group; without it, the median of all.', 'IPOWatch'),
} satisfies Parameters

export type AccuracyValues = ValuesOf<typeof ACCURACY_PAGE_PARAMETERS>

/** The state of the page of accuracy that its address stores. */
export interface AccuracyState {
  readonly horizon: Horizon
  /** `undefined` means the median. */
  readonly source?: string | undefined
}

/** The address of the page, or of the JSON answer, which has the same parameters. */
export const accuracyAddress = ({ horizon, source }: AccuracyState, path = '/accuracy'): string =>
  addressOf(path, { horizon: horizon === STANDARD_HORIZON ? undefined : horizon, source })
