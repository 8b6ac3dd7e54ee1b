import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '../calendar.ts'
import type { Terms } from '../facts/fact.ts'
import { type Holidays, isTradingDay } from '../holidays.ts'
import { lockInsOf } from './lock-ins.ts'
import { termsFrom } from './terms.ts'

/** Friday 13 February and Tuesday 14 April have no trading, Tuesday 20 January no clearing. */
const HOLIDAYS: Holidays = {
  trading: new Set(['2026-02-13', '2026-04-14']),
  clearing: new Set(['2026-02-13', '2026-04-14', '2026-01-20']),
}
const ANNOUNCED: Partial<Terms> = {
  openDate: '2026-01-08',
  closeDate: '2026-01-12',
  allotmentDate: '2026-01-14',
  anchorShares: 4_501,
}
const EXPECTED: Partial<Terms> = { ...ANNOUNCED, allotmentDate: null }

function lockIns(said: Partial<Terms>, listingDay: Day | null = null, holidays = HOLIDAYS) {
  const fact = {
    fact: 'ipo',
    slug: 'acme',
    source: 'nse',
    recorded: '2026-01-01T00:00:00.000Z',
    id: 1,
  } as const
  const terms = termsFrom([{ ...fact, said: { name: 'Acme Limited', board: 'MAINBOARD', ...said } }])
  if (!terms) throw new Error('no terms')
  return lockInsOf({ terms, listingDay }, holidays)
}

const lines = (of: ReturnType<typeof lockIns>) =>
  of.map(({ days, date, tradingDate, sharePct, shares, basis }) =>
    [days, date, tradingDate, `${sharePct}%`, shares, basis].join(' '),
  )

describe('the lock-ins of anchor investors', () => {
  test.each<[string, Partial<Terms>, Day | null, string[]]>([
    [
      'are two halves after an announced allotment, each up to a trading day',
      ANNOUNCED,
      null,
      ['30 2026-02-13 2026-02-16 50% 2250 announced', '90 2026-04-14 2026-04-15 50% 2251 announced'],
    ],
    [
      'are counted from the day that is due, until one is announced',
      EXPECTED,
      null,
      ['30 2026-02-12 2026-02-12 50% 2250 expected', '90 2026-04-13 2026-04-13 50% 2251 expected'],
    ],
    [
      'keep the day that was due once the issue has listed',
      EXPECTED,
      '2026-01-15',
      ['30 2026-02-12 2026-02-12 50% 2250 expected', '90 2026-04-13 2026-04-13 50% 2251 expected'],
    ],
    ['are unknown where it lists before the allotment was due', EXPECTED, '2026-01-13', []],
    [
      'skip weekends and clearing holidays before the allotment that is due',
      { ...EXPECTED, openDate: '2026-01-14', closeDate: '2026-01-16' },
      null,
      ['30 2026-02-18 2026-02-18 50% 2250 expected', '90 2026-04-19 2026-04-20 50% 2251 expected'],
    ],
    [
      'are two from the first day of the second one on',
      { ...ANNOUNCED, openDate: '2022-04-01', allotmentDate: '2022-04-08' },
      null,
      ['30 2022-05-08 2022-05-09 50% 2250 announced', '90 2022-07-07 2022-07-07 50% 2251 announced'],
    ],
    [
      'are one for all shares before',
      { ...ANNOUNCED, openDate: '2022-03-31', allotmentDate: '2022-04-08' },
      null,
      ['30 2022-05-08 2022-05-09 100% 4501 announced'],
    ],
    [
      'are two where the opening day is unknown',
      { ...ANNOUNCED, openDate: null, anchorShares: 1 },
      null,
      ['30 2026-02-13 2026-02-16 50% 0 announced', '90 2026-04-14 2026-04-15 50% 1 announced'],
    ],
    [
      'are unknown before the timetable, where no allotment is announced',
      { ...EXPECTED, openDate: '2023-11-30', closeDate: '2023-12-04' },
      null,
      [],
    ],
    ['are unknown without a closing day', { ...EXPECTED, closeDate: null }, null, []],
    ['are unknown while the shares are', { ...ANNOUNCED, anchorShares: null }, null, []],
    ['are none without shares', { ...ANNOUNCED, anchorShares: 0 }, null, []],
    ['are none of a withdrawn issue', { ...ANNOUNCED, withdrawn: true }, null, []],
    ['are none of a postponed issue', { ...ANNOUNCED, postponed: true }, null, []],
  ])('%s', (_name, said, listingDay, expected) => {
    expect(lines(lockIns(said, listingDay))).toEqual(expected)
  })

  const day = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2020-01-01', days))

  test('share out all shares, and each ends up to a trading day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.record({ openDate: day, allotmentDate: day }),
        fc.array(day),
        (anchorShares, days, holidays) => {
          const known = { trading: new Set(holidays), clearing: new Set<Day>() }
          const found = lockIns({ ...days, closeDate: days.openDate, anchorShares }, null, known)
          expect(found.reduce((sum, { shares }) => sum + shares, 0)).toBe(anchorShares)
          expect(found.reduce((sum, { sharePct }) => sum + sharePct, 0)).toBe(100)
          for (const { days: after, date, tradingDate } of found) {
            expect(date).toBe(addDays(days.allotmentDate, after))
            expect(tradingDate >= date && isTradingDay(tradingDate, known)).toBe(true)
            for (let skipped = date; skipped < tradingDate; skipped = addDays(skipped, 1))
              expect(isTradingDay(skipped, known)).toBe(false)
          }
        },
      ),
    )
  })
})
