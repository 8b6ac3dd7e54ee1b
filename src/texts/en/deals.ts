import type { DealKind, DealType, Exchange } from '../../market/facts/fact.ts'
import { count, countChange, counted } from '../format.ts'
import { phrase } from '../phrase.ts'

const KINDS: Readonly<Record<DealKind, string>> = { BULK: 'Bulk', BLOCK: 'Block' }
const SIDES: Readonly<Record<DealType, string>> = { BUY: 'Bought', SELL: 'Sold' }

/** Bulk and block deals. */
export const deals = {
  kind: (kind: DealKind): string => KINDS[kind],
  side: (side: DealType): string => SIDES[side],
  /** `bought, block` */
  series: (side: DealType, kind: DealKind): string => `${SIDES[side]}, ${KINDS[kind]}`.toLowerCase(),

  share: 'Share',
  client: 'Client',
  sideLabel: 'Side',
  value: 'Value',
  quantity: 'Shares',
  price: 'Price',
  list: 'List',
  day: 'Day',
  deals: 'Deals',
  bought: 'Bought',
  sold: 'Sold',
  none: 'none',
  onList: (exchange: Exchange, kind: DealKind): string => `${exchange} ${KINDS[kind].toLowerCase()}`,
  alsoIn: (kind: DealKind): string => `also disclosed as ${KINDS[kind].toLowerCase()}; counted once`,

  /** What remained of all that a client traded in a share on a day. */
  net: 'Net',
  netOf: (shares: number): string =>
    `net ${countChange(shares)} ${Math.abs(shares) === 1 ? 'share' : 'shares'} that day`,
  inAndOut: 'in and out on one day',
  /** Over several days. */
  bothWays: 'in and out',
  netShares: (shares: number): string => counted(shares, 'share'),
  netNote:
    'Net is shares bought minus shares sold on that day and exchange, within disclosed deals. It is not a holding: smaller trades are not disclosed, and trades under another spelling of the name are not counted.',
  olderLeftOut: 'Older days are left out here; the CSV file below has all deals.',
  byShareAndDay: 'By share and day',
  byClient: 'By client',
  withinDeals: 'within disclosed deals, not a holding',

  dayNote: <T>(disclosed: number, bought: T, sold: T, isCut: boolean) => [
    ...(isCut ? ['more than '] : []),
    ...phrase<T>`${counted(disclosed, 'deal')}: bought ${bought}, sold ${sold}`,
    ...(isCut ? [` in the ${count(disclosed)} largest`] : []),
  ],
  onThisPage: (n: number): string => `; ${count(n)} of them on this page`,
  inBothLists: (n: number): string =>
    `${counted(n, 'trade')} ${n === 1 ? 'is in both lists and is' : 'are in both lists and are'} counted once`,
  newestOf: (n: number): string => `The newest ${counted(n, 'deal')}`,
  olderNotIncluded: 'Older deals are not included.',

  newestDays: (days: number, all: number): string =>
    `The newest ${counted(days, 'day')} with deals; the totals above include ${counted(all, 'day')}.`,

  lead: 'Large trades that NSE and BSE disclosed: who bought, who sold, how many shares, at what price. Newest day first, largest deal first.',
  description:
    'Bulk and block deals that NSE and BSE disclosed: who bought, who sold, how many shares, at what price.',
  olderDeals: 'Older deals',
  newestDeals: 'Newest deals',
  noOlder: 'No older deals.',
  firstHasTotals: 'The first page has the totals.',
  noMatch: 'No deals match these filters.',
  showAll: 'Show all deals',
  noDeals: 'No deals yet. The exchanges disclose them on the evening of each trading day.',
  namesMatch: (n: number, isCut: boolean): string =>
    `${isCut ? 'At least ' : ''}${count(n)} client names match:`,
  andOthers: 'and others',
} as const
