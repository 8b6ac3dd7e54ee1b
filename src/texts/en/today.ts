import { areEnoughListings } from '../../market/scores/scoreboard.ts'
import { count, counted } from '../format.ts'
import { type Phrase, phrase } from '../phrase.ts'

/** The first page. */
export const today = {
  openNow: (open: number): string =>
    open === 0 ? 'No IPO is open now' : `${counted(open, 'IPO')} ${open === 1 ? 'is' : 'are'} open now`,
  todayDescription:
    'Indian IPOs that are open, upcoming and recently listed, with the grey-market premium (GMP) of several sources, where they disagree, and how accurate it has been.',
  /** The accuracy of past quotes: counts while there are too few listings for a percentage. */
  score: <T>(n: number, tooHigh: number, share: T, points: T): Phrase<T> => {
    if (n === 0) return ['No IPO with a GMP has listed yet, so its accuracy is not known.']
    return areEnoughListings(n)
      ? phrase`GMP was too high in ${share} of ${count(n)} IPOs, and off by ${points} points on average.`
      : phrase`GMP was too high in ${count(tooHigh)} of ${counted(n, 'listing')}, too few for a percentage.`
  },
  openSection: 'Open now',
  closingFirst: 'closing soonest first',
  upcomingSection: 'Upcoming',
  openingFirst: 'opening soonest first',
  nothingUpcoming: 'No further IPO is announced.',
  moreUpcoming: (more: number): string => `${count(more)} more are announced`,
  awaitingSection: 'Awaiting listing',
  nothingAwaiting: 'No IPO is between closing and listing.',
  shouldHaveListed: (n: number): string =>
    `${counted(n, 'IPO')} past ${n === 1 ? 'its' : 'their'} listing day; listing price not received yet`,
  listedSection: 'Recently listed',
  listedNote: 'and what the GMP had said at closing',
  nothingListed: (days: number): string => `No IPO has listed in the last ${days} days.`,
  trackersOnly: (n: number): string =>
    `${counted(n, 'more IPO')} quoted by trackers, not confirmed by NSE or BSE`,
  allIpos: 'All IPOs',
  onlyTrackers: 'IPOs not confirmed by NSE or BSE',

  /** Lists and their filters. */
  filterByState: 'State',
  filterByBoard: 'Board',
  nameOrSymbol: 'Name or symbol',
  show: 'Show',
  clear: 'Clear',
  sortBy: 'Sort by',
  sortedBy: (order: string): string => `Sorted by ${order}.`,
  pageOf: (page: number, pages: number): string => `Page ${count(page)} of ${count(pages)}.`,
  noSuchPage: (page: number): string => `There is no page ${count(page)}; this is the last one.`,
  pagesOfTable: 'Pages of the table',
  firstPage: 'First',
  previousPage: 'Previous',
  nextPage: 'Next',
  lastPage: 'Last',
  tableOfIpos: 'Table of IPOs',
  calendar: 'Calendar',
  newToIpos: 'New to IPOs?',
  scoreboard: 'Scoreboard',
} as const
