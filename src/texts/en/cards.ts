import type { Day } from '../../market/calendar.ts'
import type { Board } from '../../market/facts/fact.ts'
import { boardName, counted, longDay, rupees } from '../format.ts'
import type { QuotesOfDay } from './ipo.ts'

/**
 * `sources disagree, 15 Jan 2026, 10 days old, 4 sources`: with its day, because whoever sees it on a card or another site may
 * see it much later.
 */
const gmpNote = ({ disputed, day, owners, ownersOfDay }: QuotesOfDay, age: string | null = null): string => {
  const ofThem = ownersOfDay < owners && `${ownersOfDay} that day`
  return [disputed && 'sources disagree', longDay(day), age, counted(owners, 'source'), ofThem]
    .filter(Boolean)
    .join(', ')
}

/** The words of cards, badges and embedded pages. */
export const cards = {
  ipoKind: (board: Board, state: string): string => `${boardName(board)} IPO, ${state.toLowerCase()}`,
  demo: (text: string): string => `${text} (invented demo)`,
  gmp: 'GMP (unofficial)',
  gmpNote,
  asOfDay: (day: Day): string => `on ${longDay(day)}`,
  issuePrice: 'issue price',
  /** At the end of a range bar. */
  quotes: (lowest: number, highest: number): string =>
    `quotes ${rupees(lowest)} to ${rupees(highest)} a share`,
  aShare: 'rupees a share',
  listedOn: (day: Day, exchange: string): string => `${longDay(day)}, ${exchange}`,
  overIssuePrice: (price: number): string => `issue price ${rupees(price)}`,
  lastGmp: (value: string, quoted: QuotesOfDay): string =>
    `Last GMP (unofficial) ${value}, ${gmpNote(quoted)}`,
  neverQuoted: 'No GMP was quoted',
  notConfirmed: 'not confirmed here',
  noDates: 'No dates are announced',
  sourcesAt: 'Sources and details at Greymark',
  badge: {
    demo: (note: string): string => `${note}, invented demo`,
    calledOff: (how: string): string => `issue ${how}`,
    onGreymark: (day: Day): string => `on Greymark, ${longDay(day)}`,
    listed: (price: string, gain: string | null): string =>
      `listed at ${price}${gain === null ? '' : `, ${gain}`}`,
    gmp: (value: string): string => `GMP ${value}`,
    unofficial: (note: string): string => `${note}, unofficial`,
    noQuote: 'no GMP quoted',
    noQuoteYet: 'no GMP quoted yet',
  },
  today: {
    openNow: (open: number): string =>
      open === 0 ? 'No IPO is open now' : open === 1 ? '1 IPO is open' : `${counted(open, 'IPO')} are open`,
    next: (isOpen: boolean, day: string): string => `${isOpen ? 'closes' : 'opens'} ${day}`,
    dayUnknown: 'day not announced',
    more: (n: number): string => `and ${counted(n, 'more', 'more')}`,
    nothingAnnounced: 'No further IPO is announced',
    about: 'Dates, terms and GMP (unofficial) with its sources',
  },
  scoreboard: {
    corner: 'Scoreboard',
    title: 'How far off the GMP has been',
    points: (points: string): string => `${points} points`,
    averageOf: (listings: number): string => `average miss, ${counted(listings, 'listing')} scored`,
    tooFew: (listings: number): string => counted(listings, 'listing'),
    tooFewMeans: 'scored, too few for an average',
    none: 'Not scored yet',
    noneMeans: 'no quoted IPO has listed',
    about: [
      'GMP at the close of bidding against the opening price',
      'GMP is unofficial. Past misses are no forecast.',
    ],
  },
  deals: {
    corner: 'Deals',
    oneShare: 'One share',
    deals: (n: number, hasMore: boolean): string => `${counted(n, 'deal')}${hasMore ? ' or more' : ''}`,
    latestDay: (day: string): string => `on ${day}, the latest day with deals`,
    about: 'Bulk and block deals that NSE and BSE disclosed',
  },
  alt: {
    today: 'The IPOs that are open now, with their closing days',
    scoreboard: 'How far off the grey-market premium (GMP) has been',
    ipo: (name: string): string =>
      `${name} IPO: unofficial GMP with its day and sources, price band and dates`,
    deals: (symbol: string): string => `The latest bulk and block deals in ${symbol}`,
  },
} as const
