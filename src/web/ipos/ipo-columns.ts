import type { IpoColumn } from '../../reports/ipo-table.ts'
import type { SortColumn } from '../sorted-table.tsx'

const DAYS = ['earliest first', 'latest first'] as const
const AMOUNTS = ['lowest first', 'highest first'] as const
const figure = { downFirst: true, isFigure: true }

export const COLUMNS: readonly SortColumn<IpoColumn>[] = [
  { key: 'name', label: 'Name', orders: ['A to Z', 'Z to A'] },
  { key: 'board', label: 'Board', orders: ['mainboard first', 'SME first'] },
  { key: 'status', label: 'Status', orders: ['upcoming first', 'listed first'] },
  { key: 'opens', label: 'Opens', orders: DAYS, ...figure },
  { key: 'closes', label: 'Closes', orders: DAYS, ...figure },
  { key: 'price', label: 'Price', orders: AMOUNTS, ...figure },
  { key: 'size', label: 'Size', orders: ['smallest first', 'largest first'], ...figure },
  { key: 'gmp', label: 'GMP', orders: AMOUNTS, ...figure },
  { key: 'implied', label: 'Implies', orders: AMOUNTS, ...figure },
  { key: 'subscribed', label: 'Subscribed', orders: AMOUNTS, ...figure },
  { key: 'sources', label: 'Sources', orders: ['fewest first', 'most first'], ...figure },
]
