import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BOARDS, type Board, type Exchange } from '../facts/fact.ts'
import type { ListingLimit } from '../issues/listing.ts'
import { type FigureChange, KnownFigures } from './known-figures.ts'
import {
  type GainRange,
  isWithinRange,
  type JudgedRange,
  MIN_RANGE_LISTINGS,
  type Miss,
  missFigure,
  type RangeTarget,
  rangeAround,
  rangeRanks,
  rangeRecord,
} from './range.ts'

const target = (implied: number, more: Partial<RangeTarget> = {}): RangeTarget => ({
  board: 'MAINBOARD',
  exchanges: ['NSE'],
  implied: implied * 100,
  day: '2026-01-16',
  ...more,
})

/** Misses of 1, 2, 3 points and so on, all with the same expected gain. */
const misses = (n: number, implied = 5, board: Board = 'MAINBOARD'): Miss[] =>
  Array.from({ length: n }, (_, i) => ({ board, implied: implied * 100, actual: (implied + i + 1) * 100 }))

const SINCE = '2026-01-01T00:00:00.000Z'

const change = (miss: Miss, isAdded = true): FigureChange => ({ since: SINCE, isAdded, ...missFigure(miss) })

const known = (...groups: readonly (readonly Miss[])[]): KnownFigures =>
  new KnownFigures(groups.flat().map((miss) => change(miss))).moveTo(null)

describe('the ranks', () => {
  test.each([
    [50, 5, 46],
    [58, 5, 54],
    [59, 6, 54],
    [99, 10, 90],
    [100, 10, 91],
    [1000, 100, 901],
  ])('of %i misses are %i and %i', (n, low, high) => {
    expect(rangeRanks(n)).toEqual({ low, high })
  })

  test('leave equally many misses out at each end, and at most a tenth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 9, max: 20_000 }), (n) => {
        const { low, high } = rangeRanks(n)
        expect(low + high).toBe(n + 1)
        expect(low).toBeGreaterThanOrEqual(1)
        expect(low - 1).toBeLessThanOrEqual(n / 10)
        // The share between them is at least 80 percent of n + 1.
        expect(high - low).toBeGreaterThanOrEqual(0.8 * (n + 1))
      }),
    )
  })
})

describe('the range', () => {
  test.each<[string, KnownFigures, RangeTarget, GainRange | null]>([
    ['is not given with 49 misses', known(misses(49)), target(5), null],
    [
      'is given with 50 of the board and size',
      known(misses(50)),
      target(5),
      { low: 1000, high: 5100, listings: 50, basis: 'size' },
    ],
    [
      'lies around the expected gain of the issue itself',
      known(misses(50)),
      target(9.5),
      { low: 1450, high: 5550, listings: 50, basis: 'size' },
    ],
    [
      'is from the board where the size has too few',
      known(misses(49), misses(1, 60)),
      target(5),
      { low: 900, high: 5000, listings: 50, basis: 'board' },
    ],
    [
      'is not given where the board has too few: boards do not miss alike',
      known(misses(49), misses(500, 5, 'SME')),
      target(5),
      null,
    ],
    [
      'of another size does not count where the size has enough',
      known(misses(50), misses(500, 60)),
      target(0),
      { low: 500, high: 4600, listings: 50, basis: 'size' },
    ],
    [
      'is not below the loss of everything',
      known(misses(50).map((miss) => ({ ...miss, actual: -miss.actual }))),
      target(-70),
      { low: -10_000, high: -8500, listings: 50, basis: 'board' },
    ],
  ])('%s', (_name, past, of, range) => {
    expect(rangeAround(of, past)).toEqual(range)
  })

  const wide = known(
    BOARDS.flatMap((board) =>
      Array.from({ length: 99 }, (_, i) => ({ board, implied: 500, actual: 500 + (i - 49) * 1000 })),
    ),
  )
  test.each<[string, Partial<RangeTarget>, number, number]>([
    ['mainboard shares have no limit', { board: 'MAINBOARD' }, -10_000, 40_500],
    ['SME shares on NSE', {}, -2000, 9000],
    ['on NSE before the lower limit', { day: '2025-08-03' }, -10_000, 9000],
    ['on NSE before the limits', { day: '2024-07-03' }, -10_000, 40_500],
    ['on BSE', { exchanges: ['BSE'], day: '2025-01-01' }, -2000, 9000],
    ['on both, the wider one', { exchanges: ['NSE', 'BSE'], day: '2025-01-01' }, -10_000, 9000],
    [
      'where the exchange is unknown, the widest of all',
      { exchanges: null, day: '2024-08-01' },
      -10_000,
      40_500,
    ],
    ['with an empty list of exchanges too', { exchanges: [], day: '2024-08-01' }, -10_000, 40_500],
  ])('is cut off at the limits: %s', (_name, more, low, high) => {
    expect(rangeAround(target(5, { board: 'SME', ...more }), wide)).toMatchObject({ low, high })
  })

  test('lies at the limit when it would lie beyond it', () => {
    const past = known(misses(50, 120, 'SME'))
    expect(rangeAround(target(120, { board: 'SME' }), past)).toMatchObject({ low: 9000, high: 9000 })
  })

  const anyMiss: fc.Arbitrary<Miss> = fc.record({
    board: fc.constantFrom(...BOARDS),
    implied: fc.integer({ min: -3000, max: 12_000 }),
    actual: fc.integer({ min: -5000, max: 12_000 }),
  })
  const anyTarget = fc.record({
    board: fc.constantFrom(...BOARDS),
    exchanges: fc.constantFrom<readonly Exchange[] | null>(null, ['NSE'], ['BSE'], ['NSE', 'BSE']),
    implied: fc.integer({ min: -3000, max: 12_000 }),
    day: fc.constantFrom('2024-01-01', '2024-12-01', '2025-05-01', '2026-01-16'),
  })
  const manyMisses = fc.array(anyMiss, { minLength: 30, maxLength: 130 })

  test('does not depend on the order of the misses, nor on those that were removed', () => {
    fc.assert(
      fc.property(manyMisses, fc.array(anyMiss, { maxLength: 20 }), anyTarget, (some, removed, of) => {
        const added = [...removed, ...some].map((miss) => change(miss))
        const past = new KnownFigures([...added, ...removed.map((miss) => change(miss, false))]).moveTo(null)
        expect(rangeAround(of, past)).toEqual(rangeAround(of, known(some.toReversed())))
      }),
    )
  })

  test('is given from 50 misses on, and holds at least 80 percent of those that it is from', () => {
    fc.assert(
      fc.property(manyMisses, fc.integer({ min: -3000, max: 12_000 }), (some, implied) => {
        const onBoard = some.map((miss) => ({ ...miss, board: 'MAINBOARD' as const }))
        const range = rangeAround(target(implied / 100), known(onBoard))
        expect(range !== null).toBe(some.length >= MIN_RANGE_LISTINGS)
        if (range?.basis !== 'board') return
        expect(range.listings).toBe(some.length)
        const inside = some.filter(({ implied: own, actual }) => {
          const opened = Math.max(-10_000, implied + actual - own)
          return opened >= range.low && opened <= range.high
        })
        expect(inside.length).toBeGreaterThanOrEqual(0.8 * some.length)
      }),
    )
  })

  test('never lies outside of the limits of SME shares', () => {
    fc.assert(
      fc.property(manyMisses, anyTarget, (some, of) => {
        const range = rangeAround({ ...of, board: 'SME', day: '2026-01-16' }, known(some))
        if (!range) return
        expect(range.low).toBeGreaterThanOrEqual(-2000)
        expect(range.high).toBeLessThanOrEqual(9000)
      }),
    )
  })
})

test.each<[string, number, number, number, ListingLimit | null, boolean]>([
  ['inside', -500, 2500, 1000, null, true],
  ['at the lower end', -500, 2500, -500, null, true],
  ['at the upper end', -500, 2500, 2500, null, true],
  ['below', -500, 2500, -501, null, false],
  ['above', -500, 2500, 2501, null, false],
  ['cut off at the upper limit, which is rounded up to a tick', 3000, 9000, 9002, 'upper', true],
  ['cut off at the upper limit, which is rounded down', 9000, 9000, 8998, 'upper', true],
  ['cut off at the upper limit, above the range', 3000, 8900, 9000, 'upper', false],
  ['cut off at the lower limit, which is rounded down', -2000, 1000, -2003, 'lower', true],
  ['cut off at the lower limit, below the range', -1900, 1000, -2000, 'lower', false],
])('a listing is held against its range: %s', (_name, low, high, actual, limit, isHeld) => {
  expect(isWithinRange({ low, high }, actual, limit, target(0, { board: 'SME' }))).toBe(isHeld)
})

test('a limit that came into force after the prediction does not change the price', () => {
  const early = target(0, { board: 'SME', day: '2025-08-01' })
  expect(isWithinRange({ low: -1990, high: 0 }, -2000, 'lower', early)).toBe(false)
  expect(isWithinRange({ low: -2500, high: 0 }, -2000, 'lower', early)).toBe(true)
})

describe('the record', () => {
  const judged = (isHeld: boolean, width: number): JudgedRange => ({
    slug: 'lotus-kettles',
    board: 'SME',
    at: '2026-01-16T11:30:00.000Z',
    listedOn: '2026-01-21',
    implied: 500,
    actual: 700,
    limit: null,
    range: { low: 0, high: width, listings: 50, basis: 'board' },
    isHeld,
  })

  test('counts how many ranges held, with the interval of their share', () => {
    const all = [judged(true, 4000), judged(true, 5000), judged(true, 3000), judged(false, 2000)]
    expect(rangeRecord(9, all)).toEqual({
      n: 9,
      judged: 4,
      held: 3,
      heldPct: 75,
      heldInterval: { low: 30.06, high: 95.44 },
      medianWidthPp: 35,
    })
  })

  test('of no range is unknown', () => {
    expect(rangeRecord(3, [])).toEqual({
      n: 3,
      judged: 0,
      held: 0,
      heldPct: null,
      heldInterval: null,
      medianWidthPp: null,
    })
  })
})
