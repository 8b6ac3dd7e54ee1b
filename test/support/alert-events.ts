import type { AlertEvent, AlertIpo } from '../../src/alerts/alert.ts'
import type { AlertedDeal, AlertedLockIn } from '../../src/alerts/messages/alert-body.ts'
import type { MarketChange } from '../../src/reports/changes/change.ts'

/** Events of alerts about invented IPOs, on Tuesday 17 November 2026. */

export const ALERT_AT = '2026-11-17T04:30:00.000Z'

/** How past IPOs with a GMP like that of `alertIpo` opened. */
export const similarIposWith = (
  more: Partial<NonNullable<AlertIpo['similar']>> = {},
): AlertIpo['similar'] => ({
  horizon: 'close-1',
  from: 40,
  to: 50,
  n: 24,
  medianImpliedPct: 44.5,
  medianActualPct: 12.4,
  middleHalf: { low: 4.5, high: 22.75 },
  aboveIssuePrice: 21,
  aboveIssuePricePct: 87.5,
  aboveIssuePriceInterval: { low: 69, high: 95.66 },
  belowIssuePrice: 3,
  isFew: false,
  ofSize: {} as NonNullable<AlertIpo['similar']>['ofSize'],
  ...more,
})

/** An open mainboard IPO with a GMP of three sources; later keys replace earlier ones. */
export const alertIpo = (over: Partial<AlertIpo> = {}): AlertIpo => ({
  slug: 'acme-foods',
  name: 'Acme Foods Limited',
  board: 'MAINBOARD',
  status: 'OPEN',
  priceMin: 95,
  priceMax: 100,
  lotSize: 150,
  issueSizeCr: 420.5,
  openDate: '2026-11-17T00:00:00.000Z',
  closeDate: '2026-11-19T00:00:00.000Z',
  lastGmp: 45,
  lastGmpPct: 45,
  lastSubX: null,
  gmpSources: 3,
  gmpSpread: 5,
  gmpDisputed: false,
  symbol: 'ACME',
  isin: null,
  bseCode: null,
  exchanges: ['NSE', 'BSE'],
  issueType: 'book-built',
  faceValue: 10,
  issuePrice: null,
  minLots: 1,
  allotmentDate: null,
  listingDate: null,
  listing: null,
  registrar: null,
  leadManagers: null,
  documents: null,
  freshIssueShares: null,
  freshIssueCr: null,
  offerForSaleShares: null,
  offerForSaleCr: null,
  anchorShares: null,
  marketMakerShares: null,
  employeeDiscount: null,
  upiCutoffAt: null,
  industry: null,
  expected: { allotmentDate: '2026-11-20', creditDate: '2026-11-23', listingDate: '2026-11-24', rule: 'T+3' },
  application: [
    {
      category: 'RII',
      minLots: 1,
      minShares: 150,
      minAmount: 15_000,
      maxLots: 13,
      maxShares: 1950,
      maxAmount: 195_000,
    },
  ],
  lockIns: [],
  minAmount: 15_000,
  lastGmpDay: '2026-11-17',
  lastGmpOwners: 3,
  biddingEnds: '2026-11-19T11:30:00.000Z',
  lastSubAt: null,
  chances: [],
  similar: null,
  gmpAtClose: null,
  listingGainPct: null,
  ...over,
})

/** The same IPO once it has listed above its issue price. */
export const listedIpo = (over: Partial<AlertIpo> = {}): AlertIpo =>
  alertIpo({
    status: 'LISTED',
    openDate: '2026-11-10T00:00:00.000Z',
    closeDate: '2026-11-12T00:00:00.000Z',
    biddingEnds: '2026-11-12T11:30:00.000Z',
    issuePrice: 100,
    listingDate: '2026-11-17',
    expected: null,
    listing: {
      listedOn: '2026-11-17',
      listingPrice: 131.5,
      exchange: 'NSE',
      high: null,
      low: null,
      close: null,
      volume: null,
      deliveredPct: null,
      atLimit: null,
    },
    gmpAtClose: { gmp: 45, gmpPct: 45, day: '2026-11-12', owners: 3, disputed: false },
    listingGainPct: 31.5,
    ...over,
  })

/** A change of the GMP by its sources; later keys replace earlier ones. */
export const alertCause = (over: Partial<MarketChange> = {}): MarketChange => ({
  at: ALERT_AT,
  position: { version: 17, moment: ALERT_AT },
  kind: 'gmp',
  by: 'sources',
  slug: 'acme-foods',
  name: 'Acme Foods Limited',
  old: { lastGmp: 40, lastGmpPct: 40 },
  new: { lastGmp: 45, lastGmpPct: 45 },
  into: null,
  ...over,
})

export const alertDeal = (over: Partial<AlertedDeal> = {}): AlertedDeal => ({
  symbol: 'ACME',
  securityName: 'Acme Foods Limited',
  clientName: 'SOME FUND',
  exchange: 'NSE',
  kind: 'BULK',
  dealType: 'BUY',
  tradeDate: '2026-11-17',
  quantity: 500_000,
  price: 131.5,
  value: 65_750_000,
  ...over,
})

type Own<O extends AlertEvent['on']> = Partial<Omit<Extract<AlertEvent, { readonly on: O }>, 'on' | 'ipo'>>

/** A day of an IPO that the clock reaches. */
export const dayEvent = (
  on: 'opens' | 'closes' | 'allotment' | 'listsTomorrow',
  ipo: AlertIpo = alertIpo(),
  over: Own<'opens' | 'closes' | 'allotment' | 'listsTomorrow'> = {},
): AlertEvent => ({ on, ipo, day: '2026-11-17', announced: true, cause: null, ...over })

/** The end of the first lock-in of anchor investors, counted from a day of allotment that is due. */
export const lockInEvent = (
  ipo: AlertIpo = listedIpo(),
  over: Own<'lock-in-ends'> = {},
  lockIn: Partial<AlertedLockIn> = {},
): AlertEvent => ({
  on: 'lock-in-ends',
  ipo,
  day: '2026-11-21',
  announced: false,
  lockIn: {
    ...{ days: 30, kind: 'anchor', date: '2026-11-21', tradingDate: '2026-11-23' },
    ...{ sharePct: 50, shares: 225_000, basis: 'expected' },
    ...lockIn,
  },
  cause: null,
  ...over,
})

/** An IPO that lists, enters or leaves the list, or gets other dates. */
export const listEvent = (
  on: 'listed' | 'new' | 'datesMoved' | 'withdrawn' | 'returned',
  ipo: AlertIpo = alertIpo(),
  cause: Partial<MarketChange> = {},
): AlertEvent => ({ on, ipo, cause: alertCause(cause) })

/** A GMP that rises above 20 percent. */
export const gmpEvent = (ipo: AlertIpo = alertIpo(), over: Own<'gmp'> = {}): AlertEvent => ({
  on: 'gmp',
  ipo,
  unit: 'percent',
  level: 20,
  direction: 'up',
  was: 18.5,
  wasQuoted: { day: ipo.lastGmpDay ?? '2026-11-17', owners: ipo.lastGmpOwners },
  cause: alertCause(),
  ...over,
})

export const disputeEvent = (
  direction: 'begins' | 'ends',
  ipo: AlertIpo = alertIpo(),
  over: Own<'dispute'> = {},
): AlertEvent => ({ on: 'dispute', ipo, direction, cause: alertCause({ kind: 'dispute' }), ...over })

/** Retail bids that cover their part of the issue. */
export const subscriptionEvent = (
  ipo: AlertIpo = alertIpo(),
  over: Own<'subscription'> = {},
): AlertEvent => ({
  on: 'subscription',
  ipo,
  category: 'RII',
  times: 1,
  was: 0.94,
  is: 1.02,
  readAt: '2026-11-17T04:00:00.000Z',
  cause: null,
  ...over,
})

export const dealEvent = (over: Partial<AlertedDeal> = {}): AlertEvent => ({
  on: 'deal',
  deal: alertDeal(over),
  cause: alertCause({
    kind: 'deals',
    slug: null,
    name: null,
    old: null,
    new: { exchange: 'NSE', kind: 'BULK', tradeDate: '2026-11-17T00:00:00.000Z', deals: 12 },
  }),
})

/** A morning on which nothing is due; later keys replace earlier ones. */
export const digestEvent = (over: Own<'digest'> = {}): AlertEvent => ({
  on: 'digest',
  day: '2026-11-17',
  opens: [],
  closes: [],
  allotment: [],
  lists: [],
  results: [],
  ...over,
})

/** A GMP of ₹45 that was sent, and that is ₹40 after a retraction. */
export const correctionEvent = (
  ipo: AlertIpo = alertIpo({ lastGmp: 40, lastGmpPct: 40, lastGmpOwners: 2 }),
  over: Own<'correction'> = {},
): AlertEvent => ({
  on: 'correction',
  ipo,
  figures: [{ field: 'lastGmp', stated: 45, now: 40 }],
  cause: alertCause({
    by: 'retraction',
    old: { lastGmp: 45, lastGmpOwners: 3 },
    new: { lastGmp: 40, lastGmpOwners: 2 },
  }),
  ...over,
})
