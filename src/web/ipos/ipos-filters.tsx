import { BOARDS } from '../../market/facts/fact.ts'
import { STATUSES } from '../../market/issues/status.ts'
import type { IpoFilter } from '../../reports/ipos/ipo-list.ts'
import { MAX_TEXT_LENGTH } from '../../request/parameters.ts'
import { boardName } from '../../texts/format.ts'
import { statusName } from '../figures.tsx'
import { SortField } from '../sorted-table.tsx'
import { IPO_TABLE_COLUMNS } from './ipo-columns.ts'
import type { IposState } from './ipos-address.ts'

export const isFiltered = (filter: IpoFilter): boolean => Object.keys(filter).length > 0

/** The form for filters. It works without JavaScript, and its values are in the address. */
export const IposFilters = ({ state: { filter, sorting } }: { state: IposState }) => (
  <form class="filters" action="/ipos">
    <label class="grow">
      Name or symbol
      <input type="search" name="q" maxLength={MAX_TEXT_LENGTH} value={filter.q ?? ''} dir="auto" />
    </label>
    <fieldset class="ticks">
      <legend>Status</legend>
      {STATUSES.map((status) => (
        <label key={status}>
          <input
            type="checkbox"
            name="status"
            value={status.toLowerCase()}
            checked={filter.status?.includes(status) ?? false}
          />
          <span>{statusName(status)}</span>
        </label>
      ))}
    </fieldset>
    <SortField columns={IPO_TABLE_COLUMNS} sorting={sorting} />
    <label>
      Board
      <select name="board">
        <option value="">Either</option>
        {BOARDS.map((board) => (
          <option key={board} value={board.toLowerCase()} selected={filter.board?.includes(board) ?? false}>
            {boardName(board)}
          </option>
        ))}
      </select>
    </label>
    <button type="submit">Show</button>
    {isFiltered(filter) && (
      <a class="clear" href="/ipos">
        Clear
      </a>
    )}
  </form>
)
