import { BOARDS } from '../../market/facts/fact.ts'
import { STATUSES } from '../../market/issues/status.ts'
import type { IpoFilter } from '../../reports/ipos/ipo-list.ts'
import { MAX_TEXT_LENGTH } from '../../request/parameters.ts'
import { en } from '../../texts/en.ts'
import { LiveOnly } from '../copy/static-copy.tsx'
import { Chips } from '../kit/chips.tsx'
import { SortField } from '../kit/sort-field.tsx'
import { LIST_COLUMNS } from './ipo-columns.tsx'
import { filterFields, type IposState, iposAddress, STANDARD_ORDER } from './ipos-address.ts'

export const isFiltered = (filter: IpoFilter): boolean =>
  Object.values(filter).some((chosen) => chosen !== undefined)

/** Chips that are links, so that each applies at once, and a form for what is typed. Both keep what the other chose. */
export const IposFilters = ({ state }: { state: IposState }) => {
  const { filter, sorting } = state
  const { status, board } = filterFields(filter)
  return (
    <>
      <Chips
        label={en.today.filterByState}
        all={STATUSES}
        chosen={filter.status}
        name={en.states.status}
        href={(chosen) => iposAddress({ ...state, page: 1, filter: { ...filter, status: chosen } })}
      />
      <Chips
        label={en.today.filterByBoard}
        all={BOARDS}
        chosen={filter.board}
        name={en.states.board}
        href={(chosen) => iposAddress({ ...state, page: 1, filter: { ...filter, board: chosen } })}
      />
      <LiveOnly path={iposAddress(state)}>
        <form class="filters" action="/ipos" data-applies>
          {status && <input type="hidden" name="status" value={status.join(',')} />}
          {board && <input type="hidden" name="board" value={board.join(',')} />}
          <label class="grow">
            {en.today.nameOrSymbol}
            <input type="search" name="q" maxLength={MAX_TEXT_LENGTH} value={filter.q ?? ''} dir="auto" />
          </label>
          <SortField columns={LIST_COLUMNS} sorting={sorting} standard={STANDARD_ORDER} />
          <button type="submit">{en.today.show}</button>
          {isFiltered(filter) && (
            <a class="clear" href="/ipos">
              {en.today.clear}
            </a>
          )}
        </form>
      </LiveOnly>
    </>
  )
}
