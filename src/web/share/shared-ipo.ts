import type { Day } from '../../market/calendar.ts'
import type { Board } from '../../market/facts/fact.ts'
import { shortName } from '../../market/issues/names.ts'
import type { QuotedGmp } from '../../reports/ipos/gmp-history.ts'
import type { IpoReport } from '../../reports/ipos/ipo.ts'
import { band, counted, longDay, rupees } from '../../texts/format.ts'
import { dueSteps, isOverdue } from '../due-days.tsx'
import { gmpAgeText, gmpText } from '../gmp/gmp-texts.ts'

/**
 * What a card, a badge or an embedded page shows of an IPO. They travel to other sites without the pages around them, so
 * they contain nothing that is computed from the GMP: no implied gain, no profit.
 */
export interface SharedIpo {
  readonly slug: string
  /** Without legal words, as sources print it. */
  readonly name: string
  readonly board: Board
  readonly calledOff: IpoReport['calledOff']
  /** Once an opening price confirms the listing. */
  readonly listed: { readonly on: Day; readonly price: string; readonly exchange: string } | null
  /** `null` without a quote, and for an issue that was withdrawn or postponed. */
  readonly gmp: SharedGmp | null
  /** The day on which it should have listed has passed, so no quote is awaited. */
  readonly isOverdue?: boolean
  readonly price: { readonly label: string; readonly text: string } | null
  readonly dates: readonly SharedDate[]
}

/** A GMP with its day, because whoever sees it may see it much later. */
export interface SharedGmp {
  /** `₹42`, or `₹94 to ₹219` where sources disagree. */
  readonly value: string
  /** `15 Jan 2026` */
  readonly day: string
  /** `3 sources` */
  readonly sources: string
  readonly disputed: boolean
  /** `10 days old`, when that is more than a few. */
  readonly age: string | null
}

export interface SharedDate {
  readonly label: string
  readonly day: Day
  readonly note?: string
}

export function sharedIpo(report: IpoReport, today: Day): SharedIpo {
  const { ipo, gmpHistory, calledOff, listingDay } = report
  const quoted = gmpHistory.days.at(-1)
  const { listing } = ipo
  return {
    slug: ipo.slug,
    name: shortName(ipo.name),
    board: ipo.board,
    calledOff,
    listed:
      listing && calledOff === null
        ? {
            on: listingDay ?? listing.listedOn,
            price: rupees(listing.listingPrice),
            exchange: listing.exchange,
          }
        : null,
    gmp: quoted && calledOff === null ? sharedGmp(quoted, today) : null,
    isOverdue: isOverdue({ ...ipo, listingDay, hasListingPrice: listing !== null }, today),
    price: priceOf(ipo),
    dates: calledOff === null ? datesOf(report, today) : [],
  }
}

const sharedGmp = (quoted: QuotedGmp, today: Day): SharedGmp => ({
  value: gmpText(quoted),
  day: longDay(quoted.day),
  sources: counted(quoted.owners, 'source'),
  disputed: quoted.disputed,
  age: gmpAgeText(quoted.day, today),
})

export const noQuoteText = ({ isOverdue }: SharedIpo): string => (isOverdue ? 'no quote' : 'no quote yet')

/** `sources disagree, 15 Jan 2026, 4 sources` */
export const gmpNote = ({ disputed, day, age, sources }: SharedGmp): string =>
  [...(disputed ? ['sources disagree'] : []), day, ...(age === null ? [] : [age]), sources].join(', ')

function priceOf({ priceMin, priceMax, issuePrice }: IpoReport['ipo']): SharedIpo['price'] {
  const [low, high] = [priceMin ?? issuePrice, priceMax ?? issuePrice]
  const text = band(low, high)
  if (text === null) return null
  return { label: low !== null && high !== null && low !== high ? 'Price band' : 'Price', text }
}

function datesOf({ ipo, listingDay }: IpoReport, today: Day): SharedDate[] {
  const isOver = ipo.status === 'CLOSED' || ipo.status === 'LISTED'
  const dated = (label: string, date: string | null): SharedDate[] =>
    date === null ? [] : [{ label, day: date.slice(0, 10) }]
  return [
    ...(isOver ? [] : dated(ipo.status === 'UPCOMING' ? 'Opens' : 'Opened', ipo.openDate)),
    ...dated(isOver ? 'Closed' : 'Closes', ipo.closeDate),
    ...dueSteps({ ...ipo, listingDay, hasListingPrice: ipo.listing !== null }, today).map(
      ({ step, day, isExpected }): SharedDate => {
        if (step === 'allotment') return { label: 'Allotment due', day }
        if (step === 'listing') return { label: isExpected ? 'Listing due' : 'Lists', day }
        return { label: 'Should have listed by', day, note: 'not confirmed here' }
      },
    ),
  ]
}

const CALLED_OFF = {
  withdrawn: ['This issue was withdrawn', 'There is nothing to apply for, and it will not list.'],
  postponed: ['This issue was postponed', 'No new dates are announced.'],
} as const

/** What happened to an issue that does not take place as announced, and what that means. */
export const calledOffTexts = (how: keyof typeof CALLED_OFF): readonly [string, string] => CALLED_OFF[how]
