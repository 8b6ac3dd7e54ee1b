import { addDays, type Day, dayNumber } from '../market/calendar.ts'
import type { Board, Exchange, ReservedCategory } from '../market/facts/fact.ts'
import { nextClearingDay, nextTradingDay } from '../market/holidays.ts'
import { freeSlug, slugOfName } from '../market/issues/names.ts'
import type { Paise } from '../market/money.ts'
import { companyName, cycled, NAME_COUNT } from './names.ts'
import {
  between,
  chance,
  magnitudeBetween,
  modulo,
  pick,
  type Random,
  seeded,
  wholeBetween,
} from './seeded.ts'
import { businessDayFrom, holidaysFrom, isBusinessDay } from './trading-days.ts'

// Every two weekdays three issues open as planned: one of each board on the first, one on the second. Bidding lasts
// three trading days, so that at every moment at least three issues are open, and both boards are in every state. A
// tenth issue in each round of six weekdays has its days changed.
const ISSUES_A_ROUND = 10
const WEEKDAYS_A_ROUND = 6
/** The Monday on which the first round begins. Earlier rounds have negative numbers. */
const FIRST_DAY: Day = '2024-01-01'

/** Bidding closes this many trading days after it opens. */
const BIDDING_LASTS = 2

/**
 * What happens to the days of an issue, in trading days after the planned opening: when the change is announced, when a
 * postponed issue gets new days, when bidding opens then, and by how much it is extended.
 */
interface PlannedChange {
  readonly kind: 'moved' | 'extended' | 'withdrawn' | 'postponed'
  readonly on: number
  readonly resumedOn?: number
  readonly opens?: number
  readonly longerBy?: number
}

/** The changes of every tenth issue, in turn. */
const CHANGES: readonly PlannedChange[] = [
  { kind: 'moved', on: -3, opens: 5 },
  { kind: 'extended', on: 1, longerBy: 2 },
  { kind: 'withdrawn', on: -2 },
  { kind: 'moved', on: -1, opens: 2 },
  { kind: 'extended', on: 1, longerBy: 1 },
  { kind: 'moved', on: -10, opens: -3 },
  { kind: 'withdrawn', on: -4 },
  { kind: 'postponed', on: -2, opens: 18, resumedOn: 6 },
]

/** Every fact of an issue is within this many days before and after its planned opening. */
const DAYS_OF_LIFE = 42

/** All issues with a fact between the two days. */
export function issuesAlive(first: Day, last: Day): DemoIssue[] {
  const from = ISSUES_A_ROUND * (roundOf(addDays(first, -DAYS_OF_LIFE)) - 1)
  const upTo = ISSUES_A_ROUND * (roundOf(addDays(last, DAYS_OF_LIFE)) + 1)
  return Array.from({ length: upTo - from }, (_, n) => issueOf(from + n)).filter(
    ({ announcedOn, held }) => announcedOn <= last && held.listingDate >= first,
  )
}

const roundOf = (day: Day): number =>
  Math.floor(((dayNumber(day) - dayNumber(FIRST_DAY)) * 5) / 7 / WEEKDAYS_A_ROUND)

/** An invented company and its issue. */
export type DemoIssue = ReturnType<typeof issueOf>

/** An issue is fully determined by its index. */
function issueOf(index: number) {
  const random = seeded(`issue ${index}`)
  const [round, seat] = [Math.floor(index / ISSUES_A_ROUND), modulo(index, ISSUES_A_ROUND)]
  const isTenth = seat === ISSUES_A_ROUND - 1
  // Of the two issues that open together, one is an SME; of the others three in four, so that three in five of all are.
  const isSme = isTenth || seat % 3 === 2 ? chance(random, 0.75) : seat % 3 === 1
  const board: Board = isSme ? 'SME' : 'MAINBOARD'
  const weekday = round * WEEKDAYS_A_ROUND + Math.floor((seat * 2) / 3)
  const opensOn = addDays(FIRST_DAY, Math.floor(weekday / 5) * 7 + modulo(weekday, 5))
  const days = daysOf(businessDayFrom(opensOn, 0), isTenth ? cycled(CHANGES, round) : null, random)

  const { name, ticker, business } = companyName(index)
  // Beyond the first NAME_COUNT issues a name is already used by another company.
  const isUsed = (slug: string) => (index < 0 || index >= NAME_COUNT) && slug === slugOfName(name)
  const drawn = pick(random, ['NSE', 'BSE'] as const)
  // Of these SME issues one is always open. BSE prints the shares on offer by category, which a chance of allotment needs.
  const exchange = seat % 3 === 1 ? 'BSE' : drawn
  const exchanges: readonly Exchange[] = isSme ? [exchange] : ['NSE', 'BSE']
  const fourDigits = String(modulo(index, 10_000)).padStart(4, '0')
  const offer = offerOf(board, random)
  const shares = wholeLots(
    ((offer.issueSizeCr ?? USUAL_SIZE_CR[board]) * CRORE_PAISE) / offer.priceMax,
    offer,
  )
  /** The exchange that announces it. */
  const source: 'nse' | 'bse' =
    (isSme && exchange === 'BSE') || (!isSme && chance(random, 0.15)) ? 'bse' : 'nse'
  return {
    index,
    slug: freeSlug(name, days.planned.openDate, isUsed),
    name,
    symbol: ticker,
    industry: business,
    board,
    exchanges,
    source,
    isin: `INE0DEMO${fourDigits}`,
    /** `null` if it does not list on BSE. */
    bseCode: exchanges.includes('BSE') ? `99${fourDigits}` : null,
    ...days,
    offer,
    /** The shares of the whole issue, which exchanges do not print as such. */
    shares,
    /** Those that are not bid for: the anchors' on the mainboard, the market maker's on SME boards. */
    setAside: wholeLots(shares * (isSme ? 0.05 : 0.3), offer),
    reservedFor: isSme ? [] : pick(random, RESERVATIONS),
    /** The GMP, in percent of the price, around which the grey market moves. */
    appealPct: appealOf(board, random),
  }
}

function daysOf(opensOn: Day, changed: PlannedChange | null, random: Random) {
  const after = (days: number) => businessDayFrom(opensOn, days)
  /** The actual days; for a withdrawn issue the planned ones. */
  const held = biddingDays(after(changed?.opens ?? 0), changed?.longerBy)
  return {
    // Three to five weeks ahead, mostly nearer to five.
    announcedOn: after(-Math.max(wholeBetween(random, 15, 25), wholeBetween(random, 15, 25))),
    // The price band is advertised on a trading day five to eight days before the opening.
    bandOn: pick(random, [-8, -7, -6, -5].map((days) => addDays(held.openDate, days)).filter(isBusinessDay)),
    planned: biddingDays(opensOn),
    held,
    change: changed && {
      kind: changed.kind,
      on: after(changed.on),
      /** When the actual days are announced; `null` if there will be none. */
      knownOn: changed.kind === 'withdrawn' ? null : after(changed.resumedOn ?? changed.on),
    },
  }
}

export type BiddingDays = ReturnType<typeof biddingDays>

/** Bidding on trading days, then the days of SEBI's timetable: allotment, credit and listing one working day apart. */
export function biddingDays(openDate: Day, longerBy = 0) {
  const closeDate = businessDayFrom(openDate, BIDDING_LASTS + longerBy)
  const holidays = holidaysFrom(closeDate)
  const allotmentDate = nextClearingDay(closeDate, holidays)
  const creditDate = nextClearingDay(allotmentDate, holidays)
  return { openDate, closeDate, allotmentDate, listingDate: nextTradingDay(creditDate, holidays) }
}

/** A mainboard lot may cost at most 15,000 rupees. */
const MAX_MAINBOARD_LOT_RUPEES = 15_000
/** An SME lot costs well above a lakh, and the minimum bid is two lots. */
const MIN_SME_LOT_RUPEES = 120_000
const CRORE_PAISE: Paise = 10_000_000_00
/** In crore rupees, for an issue whose size is not printed. */
const USUAL_SIZE_CR = { MAINBOARD: 600, SME: 40 } as const
/** The categories for which parts of a mainboard issue are reserved. */
const RESERVATIONS: readonly (readonly ReservedCategory[])[] = [[], [], ['EMP'], ['EMP', 'SHA']]

/** The terms of an offer: prices in paise, lots and size. */
export type Offer = ReturnType<typeof offerOf>

export function offerOf(board: Board, random: Random) {
  const isSme = board === 'SME'
  const price = Math.round(isSme ? magnitudeBetween(random, 50, 250) : magnitudeBetween(random, 80, 1500))
  const isFixed = isSme && chance(random, 0.06)
  const floor = isFixed ? price : Math.ceil(price * 0.95)
  // Weak issues are sold at the lower end of their band.
  const issuePrice = chance(random, 0.06) ? floor : price
  const sizeCr = isSme ? magnitudeBetween(random, 12, 95) : magnitudeBetween(random, 150, 8000)
  return {
    issueType: isFixed ? 'fixed-price' : 'book-built',
    faceValue: (isSme ? 10 : pick(random, [1, 2, 5, 10])) * 100,
    priceMin: floor * 100,
    priceMax: price * 100,
    issuePrice: issuePrice * 100,
    // An SME lot is a multiple of 100 shares.
    lotSize: isSme
      ? Math.ceil(MIN_SME_LOT_RUPEES / price / 100) * 100
      : Math.floor(MAX_MAINBOARD_LOT_RUPEES / price),
    minLots: isSme ? 2 : 1,
    issueSizeCr: chance(random, 0.05) ? null : Math.round(sizeCr * 100) / 100,
  }
}

/** Whole lots, and at least one. */
export const wholeLots = (shares: number, { lotSize }: Offer): number =>
  Math.max(1, Math.round(shares / lotSize)) * lotSize

/** Some issues have no GMP, some a negative one, most a positive one, and a few a high one. */
function appealOf(board: Board, random: Random): number {
  const draw = random()
  if (draw < 0.07) return 0
  if (draw < 0.2) return between(random, -9, -2)
  return 3 + (board === 'SME' ? 70 : 55) * random() ** 2
}
