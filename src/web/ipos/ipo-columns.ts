import type { IpoColumn } from '../../reports/ipos/ipo-table.ts'
import { AMOUNTS, BOARDS_ORDER, DAYS, figureColumn, NAMES, type SortColumn } from '../sort-columns.ts'

export const IPO_TABLE_COLUMNS: readonly SortColumn<IpoColumn>[] = [
  { key: 'name', label: 'Name', by: 'name', orders: NAMES },
  { key: 'board', label: 'Board', by: 'board', orders: BOARDS_ORDER },
  { key: 'status', label: 'Status', by: 'status', orders: ['open first', 'listed first'] },
  { key: 'opens', label: 'Opens', by: 'opening day', orders: DAYS, ...figureColumn },
  { key: 'closes', label: 'Closes', by: 'closing day', orders: DAYS, ...figureColumn },
  { key: 'price', label: 'Price', by: 'price', orders: AMOUNTS, ...figureColumn },
  { key: 'size', label: 'Size', by: 'size', orders: ['smallest first', 'largest first'], ...figureColumn },
  { key: 'gmp', label: 'Last GMP', by: 'last GMP', orders: AMOUNTS, ...figureColumn },
  { key: 'implied', label: 'Implied gain', by: 'implied gain', orders: AMOUNTS, ...figureColumn },
  { key: 'subscribed', label: 'Subscribed', by: 'subscription', orders: AMOUNTS, ...figureColumn },
  {
    key: 'sources',
    label: 'Sources today',
    by: 'number of sources today',
    orders: ['fewest first', 'most first'],
    ...figureColumn,
  },
]
