import fc from 'fast-check'
import { addDays } from '../../src/market/calendar.ts'
import { deal, gmp, holiday, ipo, listing, retraction, same, subscription } from './lines.ts'
import type { Line } from './record.ts'

const FIRST_DAY = '2026-01-05'
export const SLUGS = ['alpha', 'beta', 'gamma']
const SOURCES = ['InvestorGain', 'Chittorgarh', 'IPOWatch', 'IPO Ji', 'Lantern Desk']

const day = fc.integer({ min: 0, max: 14 }).map((n) => addDays(FIRST_DAY, n))
const slug = fc.constantFrom(...SLUGS)
const amount = fc.integer({ min: -6, max: 24 }).map((n) => n * 2.5)
const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 4 })

const terms = fc.record(
  {
    board: fc.constantFrom('MAINBOARD', 'SME'),
    symbol: nullable(fc.constantFrom('ALP', 'BET')),
    priceMin: nullable(fc.constantFrom(90, 95.5)),
    priceMax: nullable(fc.constantFrom(100, 101.25)),
    issuePrice: nullable(fc.constantFrom(100, 99.5)),
    lotSize: nullable(fc.constantFrom(10, 150)),
    openDate: nullable(day),
    closeDate: nullable(day),
    listingDate: nullable(day),
    exchanges: nullable(fc.constantFrom(['NSE', 'BSE'], ['BSE'])),
    withdrawn: nullable(fc.boolean()),
    postponed: nullable(fc.boolean()),
    registrar: nullable(fc.constantFrom('Kfin Technologies Limited', 'Teak Registry')),
    leadManagers: nullable(fc.constantFrom(['Acorn Capital'], ['Acorn Capital', 'Birch Advisors'])),
    documents: nullable(fc.constant([{ kind: 'rhp', url: 'https://nsearchives.nseindia.com/RHP_ALP.zip' }])),
    freshIssueShares: nullable(fc.constantFrom(1_000_000, 2_500_000)),
    offerForSaleCr: nullable(fc.constantFrom(12.5, 320)),
    employeeDiscount: nullable(fc.constantFrom(5, 7.25)),
    reservedFor: nullable(fc.constantFrom(['EMP'], ['EMP', 'SHA'])),
    retailLimit: nullable(fc.constantFrom(100_000, 500_000)),
    shareholderLimit: nullable(fc.constant(200_000)),
    niiMaxShares: nullable(fc.constantFrom(9_000, 150_000)),
    upiCutoffAt: nullable(day.map((d) => `${d}T11:30:00.000Z`)),
    source: fc.constantFrom('operator', 'nse', 'bse', 'IPOWatch'),
  },
  { requiredKeys: ['source'] },
)

export const anyQuote = fc
  .tuple(slug, day, amount, fc.constantFrom(...SOURCES))
  .map(([s, d, a, source]) => gmp(s, d, a, source))

/** Holidays that are stated, taken back and retracted, of both exchanges. */
export const anyHoliday: fc.Arbitrary<Line> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        day,
        fc.constantFrom('trading', 'clearing'),
        fc.constantFrom(null, 'Kite Festival', 'Kite Festival'),
        fc.constantFrom('NSE', 'NSE', 'BSE'),
        fc.constantFrom('nse', 'operator'),
      )
      .map(([d, segment, name, exchange, source]) => holiday(d, name, { segment, exchange, source })),
  },
  { weight: 1, arbitrary: day.map((d) => retraction(holiday(d))) },
)

/** Any fact of a small invented market over a few days, so that facts overlap, contradict and retract each other. */
export const anyLine: fc.Arbitrary<Line> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(slug, terms).map(([s, t]) => ipo(s, t)) },
  { weight: 8, arbitrary: anyQuote },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        slug,
        day,
        fc.constantFrom('QIB', 'RII', 'TOTAL'),
        fc.constantFrom(0, 0.625, 12.345),
        fc.constantFrom('ALL', 'NSE', 'BSE'),
      )
      .map(([s, d, category, times, book]) =>
        subscription(s, `${d}T11:30:00.000Z`, category, times, { book }),
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(slug, day, fc.constantFrom('RII', 'TOTAL'), fc.constantFrom(null, 2.5))
      .map(([s, d, category, timesSub]) => ({
        ...subscription(s, `${d}T12:30:00.000Z`, category, 0, { book: 'NSE' }),
        ...{ timesSub, sharesBid: 3000, applications: 40 },
      })),
  },
  { weight: 2, arbitrary: anyHoliday },
  {
    weight: 2,
    arbitrary: fc
      .tuple(slug, day, fc.constantFrom(80, 90, 110.5), fc.constantFrom('NSE', 'BSE'), fc.boolean())
      .map(([s, d, price, exchange, isWhole]) =>
        listing(s, d, price, {
          exchange,
          ...(isWhole && { high: 120, low: 88.5, close: 101, volume: 12_000, deliveredPct: 61.25 }),
        }),
      ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(day, fc.constantFrom('ACME', 'Zeta'), fc.constantFrom(10, 1000), fc.constantFrom('BUY', 'SELL'))
      .map(([d, symbol, quantity, dealType]) => deal(d, { symbol, quantity, dealType })),
  },
  { weight: 2, arbitrary: anyQuote.map((line) => retraction(line)) },
  { weight: 1, arbitrary: day.map((d) => retraction(deal(d, { symbol: 'ACME', quantity: 10 }))) },
  // Always in one direction, so that no order of recording makes a circle.
  { weight: 1, arbitrary: fc.constant(same('alpha', 'beta')) },
  { weight: 1, arbitrary: fc.constant(retraction(same('alpha', 'beta'))) },
)

/** The day of a line, so that the line can be recorded after it. */
export function dayOf(line: Line): string {
  const about = (line.observedAt ?? line.listedOn ?? line.tradeDate ?? FIRST_DAY) as string
  return about.slice(0, 10)
}

/** A line recorded some hours after its day, at one of few moments, so that times are equal. */
export const anyDatedLine: fc.Arbitrary<Line> = fc
  .tuple(anyLine, fc.integer({ min: 0, max: 40 }))
  .map(([line, hours]) => ({
    ...line,
    recordedAt: new Date(
      Date.parse(`${addDays(dayOf(line), 1)}T00:00:00Z`) + hours * 3 * 3_600_000,
    ).toISOString(),
  }))

/** Early facts that make every slug exist. */
export const founding: Line[] = SLUGS.map((s) => ipo(s, { recordedAt: `${FIRST_DAY}T00:00:00.000Z` }))

/** Moments around the times of recording of the lines. */
export const anyMoment: fc.Arbitrary<string> = fc
  .tuple(fc.integer({ min: -1, max: 170 }), fc.constantFrom(-1, 0, 1))
  .map(([steps, ms]) =>
    new Date(Date.parse(`${FIRST_DAY}T00:00:00Z`) + steps * 3 * 3_600_000 + ms).toISOString(),
  )
