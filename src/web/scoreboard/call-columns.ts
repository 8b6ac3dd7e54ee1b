import type { CallColumn } from '../../reports/score-card.ts'
import type { SortColumn } from '../sorted-table.tsx'

const AMOUNTS = ['lowest first', 'highest first'] as const
const figure = { downFirst: true, isFigure: true }

export const COLUMNS: readonly SortColumn<CallColumn>[] = [
  { key: 'name', label: 'Name', orders: ['A to Z', 'Z to A'] },
  { key: 'board', label: 'Board', orders: ['mainboard first', 'SME first'] },
  { key: 'listedOn', label: 'Listed', orders: ['earliest first', 'latest first'], ...figure },
  { key: 'issuePrice', label: 'Issue price', orders: AMOUNTS, ...figure },
  { key: 'gmpAtClose', label: 'GMP at close', orders: AMOUNTS, ...figure },
  { key: 'listingPrice', label: 'Opened at', orders: AMOUNTS, ...figure },
  { key: 'impliedPct', label: 'Implied', orders: AMOUNTS, ...figure },
  { key: 'actualPct', label: 'Came', orders: AMOUNTS, ...figure },
  {
    key: 'errorPp',
    label: 'Error, points',
    orders: ['promised too little first', 'promised too much first'],
    ...figure,
  },
  { key: 'directionHit', label: 'Direction', orders: ['wrong first', 'right first'] },
]
