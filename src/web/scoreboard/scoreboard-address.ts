import { BOARDS, type Board } from '../../market/facts/fact.ts'
import { CALL_COLUMNS, type CallColumn } from '../../reports/scores/score-card.ts'
import type { Sorting } from '../../reports/sorted-page.ts'
import { oneOrMore, type Parameters, pageNumber, sortBy, type ValuesOf } from '../../request/parameters.ts'
import { addressOf } from '../address.ts'
import { type SortedState, sortedFields } from '../sort-columns.ts'

export const SCOREBOARD_PAGE_PARAMETERS = {
  board: oneOrMore(BOARDS, 'Only listings of this board.'),
  sort: sortBy(CALL_COLUMNS, 'The column to sort by.'),
  page: pageNumber,
} satisfies Parameters

export type ScoreboardValues = ValuesOf<typeof SCOREBOARD_PAGE_PARAMETERS>

/** The state of the page that its address stores. */
export interface ScoreboardState extends SortedState<CallColumn> {
  readonly boards: readonly Board[]
}

/** The order of the JSON answer. */
const STANDARD: Sorting<CallColumn> = { key: 'listedOn', descending: true }

export const scoreboardState = (values: ScoreboardValues): ScoreboardState => ({
  boards: values.board ?? BOARDS,
  sorting: values.sort ?? STANDARD,
  page: values.page ?? 1,
})

/** The board, if only one is selected. */
export const onlyBoard = ({ boards }: Pick<ScoreboardState, 'boards'>): Board | undefined =>
  boards.length === 1 ? boards[0] : undefined

export const scoreboardAddress = (state: ScoreboardState): string =>
  addressOf('/scoreboard', {
    board: onlyBoard(state)?.toLowerCase(),
    ...sortedFields(state, STANDARD),
  })

/** The address of the table itself, so that sorting and paging do not jump to the top of the page. */
export const callsAddress = (state: ScoreboardState): string => `${scoreboardAddress(state)}#calls`
