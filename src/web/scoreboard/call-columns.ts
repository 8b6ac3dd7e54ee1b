import type { CallColumn } from '../../reports/score-card.ts'
import type { SortColumn } from '../sort-columns.ts'

const AMOUNTS = ['lowest first', 'highest first'] as const
const figure = { downFirst: true, isFigure: true }

export const COLUMNS: readonly SortColumn<CallColumn>[] = [
  { key: 'name', label: 'Name', by: 'name', orders: ['A to Z', 'Z to A'] },
  { key: 'board', label: 'Board', by: 'board', orders: ['mainboard first', 'SME first'] },
  {
    key: 'listedOn',
    label: 'Listed',
    by: 'listing day',
    orders: ['earliest first', 'latest first'],
    ...figure,
  },
  { key: 'issuePrice', label: 'Issue price', by: 'issue price', orders: AMOUNTS, ...figure },
  { key: 'gmpAtClose', label: 'GMP at close', by: 'GMP at close', orders: AMOUNTS, ...figure },
  { key: 'listingPrice', label: 'Opened at', by: 'opening price', orders: AMOUNTS, ...figure },
  { key: 'impliedPct', label: 'Implied', by: 'implied gain', orders: AMOUNTS, ...figure },
  { key: 'actualPct', label: 'Actual', by: 'actual gain', orders: AMOUNTS, ...figure },
  {
    key: 'errorPp',
    label: 'Error, points',
    by: 'error',
    orders: ['promised too little first', 'promised too much first'],
    ...figure,
  },
  { key: 'directionHit', label: 'Direction', by: 'direction', orders: ['wrong first', 'right first'] },
]
