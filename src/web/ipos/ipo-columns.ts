import type { IpoColumn } from '../../reports/ipos/ipo-table.ts'
import { AMOUNTS, BOARDS_ORDER, DAYS, figure, NAMES, type SortColumn } from '../sort-columns.ts'

export const COLUMNS: readonly SortColumn<IpoColumn>[] = [
  { key: 'name', label: 'Name', by: 'name', orders: NAMES },
  { key: 'board', label: 'Board', by: 'board', orders: BOARDS_ORDER },
  { key: 'status', label: 'Status', by: 'status', orders: ['upcoming first', 'listed first'] },
  { key: 'opens', label: 'Opens', by: 'opening day', orders: DAYS, ...figure },
  { key: 'closes', label: 'Closes', by: 'closing day', orders: DAYS, ...figure },
  { key: 'price', label: 'Price', by: 'price', orders: AMOUNTS, ...figure },
  { key: 'size', label: 'Size', by: 'size', orders: ['smallest first', 'largest first'], ...figure },
  { key: 'gmp', label: 'Last GMP', by: 'last GMP', orders: AMOUNTS, ...figure },
  { key: 'implied', label: 'Implies', by: 'implied gain', orders: AMOUNTS, ...figure },
  { key: 'subscribed', label: 'Subscribed', by: 'subscription', orders: AMOUNTS, ...figure },
  {
    key: 'sources',
    label: 'Sources',
    by: 'number of sources',
    orders: ['fewest first', 'most first'],
    ...figure,
  },
]
