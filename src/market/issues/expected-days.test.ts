import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '../calendar.ts'
import type { IpoFact, Recorded } from '../facts/fact.ts'
import { type Holidays, isClearingDay, isTradingDay } from '../holidays.ts'
import { expectedDays, statusAt } from './status.ts'
import { termsFrom } from './terms.ts'

/** `both` are trading holidays, which are clearing holidays too; `banks` are clearing holidays only. */
const closed = ({ both = [], banks = [] }: { both?: Day[]; banks?: Day[] }): Holidays => ({
  trading: new Set(both),
  clearing: new Set([...both, ...banks]),
})

const offer = (openDate: Day | null, closeDate: Day | null) => ({ openDate, closeDate, offMarket: false })

test.each<[string, Day, Holidays, [Day, Day, Day]]>([
  ['no holiday, closed on a Monday', '2026-07-06', closed({}), ['2026-07-07', '2026-07-08', '2026-07-09']],
  ['a weekend', '2026-07-09', closed({}), ['2026-07-10', '2026-07-13', '2026-07-14']],
  ['a close on a Friday', '2026-07-10', closed({}), ['2026-07-13', '2026-07-14', '2026-07-15']],
  [
    'a trading holiday between',
    '2026-01-22',
    closed({ both: ['2026-01-26'] }),
    ['2026-01-23', '2026-01-27', '2026-01-28'],
  ],
  [
    'a trading holiday on the day of listing',
    '2026-06-23',
    closed({ both: ['2026-06-26'] }),
    ['2026-06-24', '2026-06-25', '2026-06-29'],
  ],
  [
    'a clearing holiday on T+2',
    '2026-08-24',
    closed({ banks: ['2026-08-26'] }),
    ['2026-08-25', '2026-08-27', '2026-08-28'],
  ],
  [
    'a clearing holiday on T+1',
    '2026-08-25',
    closed({ banks: ['2026-08-26'] }),
    ['2026-08-27', '2026-08-28', '2026-08-31'],
  ],
  [
    'a listing on a clearing holiday',
    '2026-08-21',
    closed({ banks: ['2026-08-26'] }),
    ['2026-08-24', '2026-08-25', '2026-08-26'],
  ],
  [
    'a bank holiday and a trading holiday in one week',
    '2024-04-05',
    closed({ banks: ['2024-04-09'], both: ['2024-04-11'] }),
    ['2024-04-08', '2024-04-10', '2024-04-12'],
  ],
  [
    'the end of a year',
    '2026-12-30',
    closed({ both: ['2027-01-26'] }),
    ['2026-12-31', '2027-01-01', '2027-01-04'],
  ],
  ['a close on a Saturday', '2026-07-11', closed({}), ['2026-07-13', '2026-07-14', '2026-07-15']],
])('with %s: closed %s', (_what, closeDate, holidays, [allotmentDate, creditDate, listingDate]) => {
  expect(expectedDays(offer(addDays(closeDate, -4), closeDate), 'CLOSED', holidays)).toEqual({
    allotmentDate,
    creditDate,
    listingDate,
    rule: 'T+3',
  })
})

describe('nothing is expected', () => {
  const terms = offer('2026-07-02', '2026-07-06')

  test.each([
    ['without an opening day', { ...terms, openDate: null }, 'CLOSED'],
    ['without a closing day', { ...terms, closeDate: null }, 'OPEN'],
    ['of an issue that opened before the rule', offer('2023-11-30', '2023-12-04'), 'CLOSED'],
    ['of an issue off the market', { ...terms, offMarket: true }, 'CLOSED'],
    ['once it has listed', terms, 'LISTED'],
  ] as const)('%s', (_when, said, status) => {
    expect(expectedDays(said, status, closed({}))).toBeNull()
  })

  test('but of one that opened on the first day of the rule, and of each before it lists', () => {
    expect(expectedDays(offer('2023-12-01', '2023-12-05'), 'CLOSED', closed({}))).not.toBeNull()
    for (const status of ['UPCOMING', 'OPEN', 'CLOSED'] as const)
      expect(expectedDays(terms, status, closed({}))?.listingDate).toBe('2026-07-09')
  })
})

describe('as terms change', () => {
  const NOTICE = '2026-08-07T12:00:00.000Z'
  const stated = (...said: Partial<IpoFact['said']>[]) => {
    const facts = said.map(
      (terms, i): Recorded<IpoFact> => ({
        fact: 'ipo',
        slug: 'lotus-kettles',
        said: { name: 'Lotus Kettles Limited', board: 'SME', ...terms },
        source: 'nse',
        recorded: `2026-08-0${i + 1}T04:30:00.000Z`,
        id: i + 1,
      }),
    )
    const terms = termsFrom(facts)
    if (!terms) throw new Error('the issue has no terms')
    const timetable = { ...terms, hasListingPrice: false, withdrawn: terms.offMarket }
    return expectedDays(terms, statusAt(NOTICE, timetable), closed({}))?.listingDate
  }
  const announced = { openDate: '2026-08-03', closeDate: '2026-08-05' }

  test.each([
    ['as announced', [announced], '2026-08-10'],
    ['extended', [announced, { closeDate: '2026-08-07' }], '2026-08-12'],
    [
      'withdrawn, with its closing day still printed',
      [announced, { ...announced, withdrawn: true }],
      undefined,
    ],
    [
      'postponed, with its closing day still printed',
      [announced, { ...announced, postponed: true }],
      undefined,
    ],
    [
      'postponed, then with new days',
      [announced, { postponed: true }, { openDate: '2026-08-17', closeDate: '2026-08-19' }],
      '2026-08-24',
    ],
  ])('%s', (_what, said, listingDate) => {
    expect(stated(...said)).toBe(listingDate)
  })
})

test('the days follow the close and each other, and each is a day that counts', () => {
  const day = fc.integer({ min: 0, max: 600 }).map((days) => addDays('2025-06-01', days))
  const days = fc.array(day, { maxLength: 200 })
  fc.assert(
    fc.property(day, days, days, (closeDate, both, banks) => {
      const holidays = closed({ both, banks })
      const expected = expectedDays(offer('2025-05-30', closeDate), 'CLOSED', holidays)
      if (!expected) throw new Error('nothing is expected')
      const { allotmentDate, creditDate, listingDate } = expected
      expect(closeDate < allotmentDate && allotmentDate < creditDate && creditDate < listingDate).toBe(true)
      expect(isClearingDay(allotmentDate, holidays) && isClearingDay(creditDate, holidays)).toBe(true)
      expect(isTradingDay(listingDate, holidays)).toBe(true)
    }),
  )
})
