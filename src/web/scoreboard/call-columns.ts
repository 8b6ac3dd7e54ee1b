import type { CallColumn } from '../../reports/scores/score-card.ts'
import { AMOUNTS, BOARDS_ORDER, DAYS, figureColumn, NAMES, type SortColumn } from '../sort-columns.ts'

export const CALL_TABLE_COLUMNS: readonly SortColumn<CallColumn>[] = [
  { key: 'name', label: 'Name', by: 'name', orders: NAMES },
  { key: 'board', label: 'Board', by: 'board', orders: BOARDS_ORDER },
  {
    key: 'listedOn',
    label: 'Listed',
    by: 'listing day',
    orders: DAYS,
    ...figureColumn,
  },
  { key: 'issuePrice', label: 'Issue price', by: 'issue price', orders: AMOUNTS, ...figureColumn },
  { key: 'gmpAtClose', label: 'GMP at close', by: 'GMP at close', orders: AMOUNTS, ...figureColumn },
  { key: 'listingPrice', label: 'Opened at', by: 'opening price', orders: AMOUNTS, ...figureColumn },
  { key: 'impliedPct', label: 'Implied gain', by: 'implied gain', orders: AMOUNTS, ...figureColumn },
  { key: 'actualPct', label: 'Actual gain', by: 'actual gain', orders: AMOUNTS, ...figureColumn },
  {
    key: 'errorPp',
    label: 'Error, points',
    by: 'error',
    orders: ['GMP too low first', 'GMP too high first'],
    ...figureColumn,
  },
  { key: 'directionHit', label: 'Gain or loss', by: 'gain or loss', orders: ['wrong first', 'right first'] },
]
