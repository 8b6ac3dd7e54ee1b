import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_HOLIDAYS } from '../../../test/support/holidays.ts'
import { QUOTE_ALONE } from '../facts/fact.ts'
import { Owners } from '../facts/publisher.ts'
import type { Holidays } from '../holidays.ts'
import { type GmpDay, type GmpReport, gmpDay, gmpDays, lastChange, latestGmpDay, medianOf } from './gmp.ts'

const OWNERS = new Owners()

const DAY = '2026-01-14'
let lines = 0

const report = (source: string, gmp: number, more: Partial<GmpReport> = {}): GmpReport => ({
  fact: 'gmp',
  slug: 'lotus-kettles',
  observedAt: DAY,
  gmp,
  source,
  reportedAt: null,
  ...QUOTE_ALONE,
  printed: null,
  url: null,
  recorded: '2026-01-14T08:00:00.000Z',
  id: ++lines,
  ...more,
})

const at = (time: string) => ({ recorded: `2026-01-14T${time}:00.000Z` })

describe('the median', () => {
  // `toBe` distinguishes 0 from -0.
  test.each<[string, number[], number]>([
    ['of one quote is that quote', [4_500], 4_500],
    ['of three is the middle one, in whatever order', [9_000, 1_000, 4_500], 4_500],
    ['of two is their mean', [4_000, 5_000], 4_500],
    ['of four is the mean of the middle two', [100_000, 4_000, 1, 5_000], 4_500],
    ['with half a paisa goes away from zero', [4_000, 4_001], 4_001],
    ['with half a paisa below zero goes away from zero too', [-4_000, -4_001], -4_001],
    ['of a gain and the same loss is plain zero', [-500, 500], 0],
    ['of zeros is zero', [0, 0, 0], 0],
    ['of zero and one paisa is one paisa', [0, 1], 1],
    ['of zero and minus one paisa is minus one paisa', [0, -1], -1],
    ['may be negative', [-700, -500, 100], -500],
    ['sorts figures, not their digits', [900, 1_000, 10_000], 1_000],
    ['ignores how far off an outlier is', [4_500, 4_600, 3_035_000], 4_600],
  ])('%s', (_name, amounts, median) => {
    expect(medianOf(amounts)).toBe(median)
  })

  test('of no values throws an error', () => {
    expect(() => medianOf([])).toThrow(RangeError)
  })

  const amounts = fc.array(fc.integer({ min: -10_000_000, max: 10_000_000 }), { minLength: 1, maxLength: 9 })

  test('lies between the lowest and the highest', () => {
    fc.assert(
      fc.property(amounts, (all) => {
        expect(medianOf(all)).toBeGreaterThanOrEqual(Math.min(...all))
        expect(medianOf(all)).toBeLessThanOrEqual(Math.max(...all))
      }),
    )
  })

  test('does not depend on the order, and does not change its input', () => {
    const reordered = amounts.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
    )
    fc.assert(
      fc.property(reordered, ([all, others]) => {
        const before = [...all]
        expect(medianOf(others)).toBe(medianOf(all))
        expect(all).toEqual(before)
      }),
    )
  })

  test('has at most half of the quotes below it, and at most half above', () => {
    fc.assert(
      fc.property(amounts, (all) => {
        const median = medianOf(all)
        expect(all.filter((amount) => amount < median).length).toBeLessThanOrEqual(Math.floor(all.length / 2))
        expect(all.filter((amount) => amount > median).length).toBeLessThanOrEqual(Math.floor(all.length / 2))
      }),
    )
  })
})

test('gives no day without reports', () => {
  expect(gmpDay(DAY, [], OWNERS, NO_HOLIDAYS)).toBeUndefined()
  expect(gmpDays([], OWNERS, NO_HOLIDAYS)).toEqual([])
  expect(latestGmpDay([], OWNERS, NO_HOLIDAYS, { last: null })).toBeUndefined()
})

describe('the grey market of a day', () => {
  test.each<[string, GmpReport[], { owners: number; median: number; spread: number; disputed: boolean }]>([
    [
      'one source has no spread',
      [report('IPOWatch', 4_500)],
      { owners: 1, median: 4_500, spread: 0, disputed: false },
    ],
    [
      'a quote of zero is a report',
      [report('IPOWatch', 0)],
      { owners: 1, median: 0, spread: 0, disputed: false },
    ],
    [
      'a quote of zero counts beside others',
      [report('IPOWatch', 0), report('IPO Ji', 300), report('IPO Premium', 500)],
      { owners: 3, median: 300, spread: 500, disputed: true },
    ],
    [
      'two owners give the mean',
      [report('IPOWatch', 4_500), report('IPO Ji', 4_001)],
      { owners: 2, median: 4_251, spread: 499, disputed: false },
    ],
    [
      'a discount on both sides',
      [report('IPOWatch', -1_000), report('IPO Ji', -1_400)],
      { owners: 2, median: -1_200, spread: 400, disputed: false },
    ],
    [
      'a gain against a loss of the same size',
      [report('IPOWatch', 200), report('IPO Ji', -200)],
      { owners: 2, median: 0, spread: 400, disputed: true },
    ],
    [
      'InvestorGain and Chittorgarh count once',
      [report('InvestorGain', 4_000, at('08:00')), report('Chittorgarh', 5_000, at('09:00'))],
      { owners: 1, median: 5_000, spread: 0, disputed: false },
    ],
    [
      'InvestorGain and Chittorgarh count once beside a third',
      [
        report('InvestorGain', 4_000, at('09:00')),
        report('Chittorgarh', 5_000, at('08:00')),
        report('IPOWatch', 4_200, at('08:00')),
      ],
      { owners: 2, median: 4_100, spread: 200, disputed: false },
    ],
    [
      'on a tie of times the later name counts',
      [report('InvestorGain', 4_000, at('09:00')), report('Chittorgarh', 5_000, at('09:00'))],
      { owners: 1, median: 4_000, spread: 0, disputed: false },
    ],
    [
      'the last report of a source counts',
      [
        report('IPOWatch', 4_000, at('08:00')),
        report('IPOWatch', 9_000, at('09:00')),
        report('IPO Ji', 8_000),
      ],
      { owners: 2, median: 8_500, spread: 1_000, disputed: false },
    ],
    [
      'unknown sources each count as an owner',
      [report('Lantern Desk', 4_000), report('Harbour Desk', 4_400)],
      { owners: 2, median: 4_200, spread: 400, disputed: false },
    ],
  ])('%s', (_name, reports, expected) => {
    expect(gmpDay(DAY, reports, OWNERS, NO_HOLIDAYS)).toMatchObject(expected)
    expect(gmpDay(DAY, reports.toReversed(), OWNERS, NO_HOLIDAYS)).toMatchObject(expected)
  })

  test('takes the report recorded last, whatever time the source stamped on it', () => {
    const late = report('IPOWatch', 4_000, { ...at('09:00'), reportedAt: '2026-01-14T06:00:00.000Z' })
    const early = report('IPOWatch', 9_000, { ...at('08:00'), reportedAt: '2026-01-14T07:30:00.000Z' })
    expect(gmpDay(DAY, [late, early], OWNERS, NO_HOLIDAYS)?.median).toBe(4_000)
  })

  test('takes the later line of two reports of one source at one instant', () => {
    const [first, second] = [report('IPOWatch', 4_000), report('IPOWatch', 9_000)]
    expect(gmpDay(DAY, [second, first], OWNERS, NO_HOLIDAYS)?.median).toBe(9_000)
  })

  test('an owner’s newest quote may be older than another quote of the day', () => {
    const day = gmpDay(
      DAY,
      [
        report('InvestorGain', 4_000, at('07:00')),
        report('Chittorgarh', 5_000, at('08:00')),
        report('InvestorGain', 4_600, at('09:00')),
      ],
      OWNERS,
      NO_HOLIDAYS,
    )
    expect(day?.median).toBe(4_600)
  })

  test('has every source’s quote, ordered by code point of the name, and marks those that count', () => {
    const day = gmpDay(
      DAY,
      [
        report('Chittorgarh', 5_000, { ...at('08:00'), reportedAt: '2026-01-14T07:45:00.000Z' }),
        report('iota desk', 4_700),
        report('InvestorGain', 4_000, at('09:00')),
        report('IPO Ji', 4_500, at('08:30')),
      ],
      OWNERS,
      NO_HOLIDAYS,
    )
    expect(day).toEqual({
      day: DAY,
      quotes: [
        {
          id: expect.any(Number),
          source: 'Chittorgarh',
          owner: 'Chittorgarh group',
          gmp: 5_000,
          observedAt: DAY,
          reportedAt: '2026-01-14T07:45:00.000Z',
          recorded: '2026-01-14T08:00:00.000Z',
          counted: false,
        },
        {
          id: expect.any(Number),
          source: 'IPO Ji',
          owner: 'IPO Ji',
          gmp: 4_500,
          observedAt: DAY,
          reportedAt: null,
          recorded: '2026-01-14T08:30:00.000Z',
          counted: true,
        },
        {
          id: expect.any(Number),
          source: 'InvestorGain',
          owner: 'Chittorgarh group',
          gmp: 4_000,
          observedAt: DAY,
          reportedAt: null,
          recorded: '2026-01-14T09:00:00.000Z',
          counted: true,
        },
        {
          id: expect.any(Number),
          source: 'iota desk',
          owner: 'iota desk',
          gmp: 4_700,
          observedAt: DAY,
          reportedAt: null,
          recorded: '2026-01-14T08:00:00.000Z',
          counted: true,
        },
      ],
      owners: 3,
      ownersOfDay: 3,
      median: 4_500,
      lowest: 4_000,
      highest: 4_700,
      spread: 700,
      disputed: false,
    })
  })
})

describe('the days of an issue', () => {
  const reports = [
    report('IPOWatch', 5_000, { observedAt: '2026-01-16' }),
    report('IPOWatch', 4_000, { observedAt: '2026-01-13' }),
    report('IPO Ji', 4_400, { observedAt: '2026-01-13' }),
    report('IPOWatch', 6_000, { observedAt: '2026-01-21' }),
  ]

  test('are ordered from the oldest on, without days that have no reports', () => {
    expect(gmpDays(reports, OWNERS, NO_HOLIDAYS).map(({ day, median }) => [day, median])).toEqual([
      ['2026-01-13', 4_200],
      ['2026-01-16', 5_000],
      ['2026-01-21', 6_000],
    ])
  })

  test.each<[string, { first?: string; last: string | null }, string | undefined]>([
    ['the most recent is the last one while no listing day is known', { last: null }, '2026-01-21'],
    ['a report of the listing day itself counts', { last: '2026-01-21' }, '2026-01-21'],
    ['a report after the listing day does not count', { last: '2026-01-20' }, '2026-01-16'],
    ['a day without quotes falls back on the day before', { last: '2026-01-15' }, '2026-01-13'],
    ['a day before the first does not count', { first: '2026-01-14', last: '2026-01-15' }, undefined],
    ['the first day counts', { first: '2026-01-13', last: '2026-01-15' }, '2026-01-13'],
    ['before all reports there is none', { last: '2026-01-12' }, undefined],
  ])('%s', (_name, range, day) => {
    expect(latestGmpDay(reports, OWNERS, NO_HOLIDAYS, range)?.day).toBe(day)
  })

  test('a quote from before the first day counts on it, which is no day with a quote itself', () => {
    const [friday, monday] = ['2026-01-16', '2026-01-19']
    const quotes = [
      report('IPOWatch', 5_000, { observedAt: friday }),
      report('IPO Ji', 6_000, { observedAt: monday }),
    ]
    const latest = (range: { first: string; last: string }) =>
      latestGmpDay(quotes, OWNERS, NO_HOLIDAYS, range)
    expect(latest({ first: monday, last: monday })).toMatchObject({ owners: 2, median: 5_500 })
    expect(latest({ first: '2026-01-17', last: '2026-01-18' })).toBeUndefined()
  })

  test('takes the day of the report, not of its recording', () => {
    const backfilled = report('IPO Ji', 1_000, {
      observedAt: '2026-01-12',
      recorded: '2026-01-30T00:00:00.000Z',
    })
    expect(latestGmpDay([backfilled, ...reports], OWNERS, NO_HOLIDAYS, { last: null })?.day).toBe(
      '2026-01-21',
    )
  })
})

describe('a quote counts until the end of the next trading day, or until its owner quotes again', () => {
  const [THU, FRI, SAT, MON, TUE] = ['2026-01-22', '2026-01-23', '2026-01-24', '2026-01-26', '2026-01-27']
  const MONDAY_OFF = { trading: new Set([MON]), clearing: new Set<string>() }
  const quote = (observedAt: string, source: string, gmp: number, more: Partial<GmpReport> = {}) =>
    report(source, gmp, { observedAt, ...more })

  test.each<[string, GmpReport[], string, Holidays, Partial<GmpDay>]>([
    [
      'on the next day',
      [quote(THU, 'IPOWatch', 4_600), quote(THU, 'IPO Ji', 12_600), quote(FRI, 'IPOWatch', 4_500)],
      FRI,
      NO_HOLIDAYS,
      { owners: 2, ownersOfDay: 1, median: 8_550, spread: 8_100, disputed: true },
    ],
    [
      'over the weekend',
      [quote(FRI, 'IPOWatch', 4_000), quote(MON, 'IPO Ji', 5_000)],
      MON,
      NO_HOLIDAYS,
      { owners: 2, ownersOfDay: 1, median: 4_500 },
    ],
    [
      'over a trading holiday',
      [quote(FRI, 'IPOWatch', 4_000), quote(TUE, 'IPO Ji', 5_000)],
      TUE,
      MONDAY_OFF,
      { owners: 2, median: 4_500 },
    ],
    [
      'not beyond the next trading day',
      [quote(FRI, 'IPOWatch', 4_000), quote(TUE, 'IPO Ji', 5_000)],
      TUE,
      NO_HOLIDAYS,
      { owners: 1, median: 5_000 },
    ],
    [
      'a quote of a Saturday counts on Monday, too',
      [quote(SAT, 'IPOWatch', 4_000), quote(MON, 'IPO Ji', 5_000)],
      MON,
      NO_HOLIDAYS,
      { owners: 2, median: 4_500 },
    ],
    [
      'the newest day of an owner counts, whatever was recorded later',
      [
        quote(THU, 'IPOWatch', 9_000, { recorded: '2026-01-25T00:00:00.000Z' }),
        quote(FRI, 'IPOWatch', 4_000),
        quote(FRI, 'IPO Ji', 4_200),
      ],
      FRI,
      NO_HOLIDAYS,
      { owners: 2, median: 4_100 },
    ],
    [
      'another source of the owner replaces it',
      [quote(THU, 'Chittorgarh', 9_000), quote(FRI, 'InvestorGain', 4_000)],
      FRI,
      NO_HOLIDAYS,
      { owners: 1, ownersOfDay: 1, median: 4_000 },
    ],
  ])('%s', (_name, reports, day, holidays, expected) => {
    expect(gmpDay(day, reports, OWNERS, holidays)).toMatchObject(expected)
    expect(latestGmpDay(reports, OWNERS, holidays, { last: null })).toMatchObject({ day, ...expected })
    expect(gmpDays(reports, OWNERS, holidays).at(-1)).toMatchObject({ day, ...expected })
  })

  test('each quote keeps its own day, and those that do not count are outvoted by the later day', () => {
    const reports = [
      quote(THU, 'IPO Ji', 4_000),
      quote(THU, 'IPOWatch', 4_400),
      quote('2026-01-21', 'Ledger', 9_900),
      quote(FRI, 'IPOWatch', 4_600),
    ]
    const outvoted: [string, string, string][] = []
    const day = latestGmpDay(reports, OWNERS, NO_HOLIDAYS, { last: null }, ({ source, observedAt }, by) =>
      outvoted.push([source, observedAt, by]),
    )
    expect(day?.quotes.map(({ source, observedAt, counted }) => [source, observedAt, counted])).toEqual([
      ['IPO Ji', THU, true],
      ['IPOWatch', FRI, true],
    ])
    expect(outvoted.sort()).toEqual([
      ['IPOWatch', THU, 'earlier-day'],
      ['Ledger', '2026-01-21', 'earlier-day'],
    ])
  })
})

describe('the change since the previous day with quotes', () => {
  const quotes = (day: string, ...amounts: [string, number][]) =>
    amounts.map(([source, amount]) => report(source, amount, { observedAt: day }))
  const [MON, TUE, WED] = ['2026-01-12', '2026-01-13', '2026-01-14']

  test.each<[string, GmpReport[], ReturnType<typeof lastChange>]>([
    ['none without a day', [], undefined],
    ['none on the first day', quotes(MON, ['IPOWatch', 4_000]), undefined],
    [
      'up',
      [...quotes(MON, ['IPOWatch', 4_000]), ...quotes(TUE, ['IPOWatch', 4_600])],
      { since: MON, before: 4_000, by: 600 },
    ],
    [
      'down, over days without a quote',
      [...quotes(MON, ['IPOWatch', 4_000]), ...quotes(WED, ['IPOWatch', -100])],
      { since: MON, before: 4_000, by: -4_100 },
    ],
    [
      'of the last two days alone',
      [...quotes(MON, ['IPOWatch', 1]), ...quotes(TUE, ['IPOWatch', 2]), ...quotes(WED, ['IPOWatch', 2])],
      { since: TUE, before: 2, by: 0 },
    ],
    [
      'is the difference of the two medians',
      [
        ...quotes(MON, ['IPOWatch', 9_100], ['IPO Ji', 9_400]),
        ...quotes(TUE, ['IPOWatch', 9_100], ['IPO Ji', 9_600]),
      ],
      { since: MON, before: 9_250, by: 100 },
    ],
    [
      'an owner that does not quote again counts with its last quote',
      [
        ...quotes(MON, ['IPOWatch', 9_100], ['IPO Ji', 9_400], ['Ledger', 21_800]),
        ...quotes(TUE, ['IPO Ji', 9_500], ['Ledger', 21_800]),
      ],
      { since: MON, before: 9_400, by: 100 },
    ],
    [
      'none when the quote of an owner no longer counts',
      [
        ...quotes(MON, ['IPOWatch', 9_100], ['IPO Ji', 9_400]),
        ...quotes(TUE, ['IPO Ji', 9_400]),
        ...quotes(WED, ['IPO Ji', 9_400]),
      ],
      { since: TUE, before: 9_250, by: null },
    ],
    [
      'none when an owner quoted for the first time',
      [...quotes(MON, ['IPOWatch', 4_000]), ...quotes(TUE, ['IPOWatch', 4_100], ['IPO Ji', 9_000])],
      { since: MON, before: 4_000, by: null },
    ],
    [
      'none when no owner quoted on both days',
      [...quotes(MON, ['IPOWatch', 4_000]), ...quotes(WED, ['IPO Ji', 9_000])],
      { since: MON, before: 4_000, by: null },
    ],
    [
      'sources of one owner count as one',
      [...quotes(MON, ['InvestorGain', 4_000]), ...quotes(TUE, ['Chittorgarh', 5_000])],
      { since: MON, before: 4_000, by: 1_000 },
    ],
  ])('%s', (_name, reports, expected) => {
    expect(lastChange(gmpDays(reports, OWNERS, NO_HOLIDAYS))).toEqual(expected)
  })
})
