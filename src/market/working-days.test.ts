import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_HOLIDAYS } from '../../test/support/holidays.ts'
import { addDays, type Day } from './calendar.ts'
import { type Holidays, isClearingDay, isTradingDay, nextClearingDay, nextTradingDay } from './holidays.ts'

/** Monday 26 January is a holiday of both kinds, Wednesday 28 January one of the banks alone. */
const HOLIDAYS: Holidays = {
  trading: new Set(['2026-01-26']),
  clearing: new Set(['2026-01-26', '2026-01-28']),
}

test.each<[Day, string, boolean, boolean]>([
  ['2026-01-23', 'a Friday', true, true],
  ['2026-01-24', 'a Saturday', false, false],
  ['2026-01-25', 'a Sunday', false, false],
  ['2026-01-26', 'a trading holiday', false, false],
  ['2026-01-27', 'a Tuesday', true, true],
  ['2026-01-28', 'a clearing holiday only', true, false],
  ['1969-12-27', 'a Saturday before 1970', false, false],
  ['1969-12-29', 'a Monday before 1970', true, true],
])('%s is %s: trading %s, clearing %s', (day, _what, trading, clearing) => {
  expect([isTradingDay(day, HOLIDAYS), isClearingDay(day, HOLIDAYS)]).toEqual([trading, clearing])
})

test('a trading holiday is no clearing day, even if the list of clearing holidays lacks it', () => {
  expect(isClearingDay('2026-01-26', { ...HOLIDAYS, clearing: new Set() })).toBe(false)
})

test.each<[Day, Day, Day]>([
  ['2026-01-22', '2026-01-23', '2026-01-23'],
  ['2026-01-23', '2026-01-27', '2026-01-27'],
  ['2026-01-24', '2026-01-27', '2026-01-27'],
  ['2026-01-27', '2026-01-28', '2026-01-29'],
  ['2026-12-31', '2027-01-01', '2027-01-01'],
  ['2028-02-28', '2028-02-29', '2028-02-29'],
])('after %s come the trading day %s and the clearing day %s', (after, trading, clearing) => {
  expect([nextTradingDay(after, HOLIDAYS), nextClearingDay(after, HOLIDAYS)]).toEqual([trading, clearing])
})

describe('for any holidays', () => {
  const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-01-01', days))
  const days = fc.array(day, { maxLength: 200 }).map((all): ReadonlySet<Day> => new Set(all))
  const holidays = fc.record({ trading: days, clearing: days })

  test('the next day is one that counts, and no day before it does', () => {
    fc.assert(
      fc.property(day, holidays, (after, known) => {
        for (const [next, counts] of [
          [nextTradingDay(after, known), isTradingDay],
          [nextClearingDay(after, known), isClearingDay],
        ] as const) {
          expect(next > after && counts(next, known)).toBe(true)
          for (let between = addDays(after, 1); between < next; between = addDays(between, 1))
            expect(counts(between, known)).toBe(false)
        }
      }),
    )
  })

  test('a further holiday never makes a day come earlier', () => {
    fc.assert(
      fc.property(day, holidays, day, (after, known, further) => {
        const more = { trading: new Set([...known.trading, further]), clearing: known.clearing }
        expect(nextTradingDay(after, more) >= nextTradingDay(after, known)).toBe(true)
        expect(nextClearingDay(after, more) >= nextClearingDay(after, known)).toBe(true)
        expect(nextClearingDay(after, known) >= nextTradingDay(after, known)).toBe(true)
      }),
    )
  })

  test('of seven days in a row five count without holidays', () => {
    fc.assert(
      fc.property(day, (first) => {
        const week = Array.from({ length: 7 }, (_, n) => addDays(first, n))
        expect(week.filter((each) => isClearingDay(each, NO_HOLIDAYS))).toHaveLength(5)
      }),
    )
  })
})
