import { describe, expect, test } from 'vitest'
import type { Board } from '../facts/fact.ts'
import {
  type Accuracy,
  accuracyOf,
  CALIBRATION_SIZES,
  calibrationOf,
  EXPECTED_GAIN_SIZES,
  type JudgedPrediction,
  ranksOf,
} from './accuracy.ts'
import { HORIZONS, nearestHorizon } from './horizon.ts'
import { boardGains } from './known-figures.ts'
import type { ListingOutcome, TimedValue } from './prediction.ts'
import { isInRange } from './statistics.ts'

const NO_ERRORS: Accuracy['withoutLimits'] = {
  n: 0,
  biasPp: null,
  biasInterval: null,
  meanAbsErrorPp: null,
  meanAbsErrorInterval: null,
  medianAbsErrorPp: null,
  medianAbsErrorInterval: null,
  directionHits: 0,
  directionHitPct: null,
  directionHitInterval: null,
  isFew: true,
}

const NOTHING: Accuracy = {
  ...NO_ERRORS,
  zero: { meanAbsErrorPp: null, skill: null },
  boardAverage: { meanAbsErrorPp: null, skill: null },
  boardMedian: { meanAbsErrorPp: null, skill: null },
  alwaysGainHits: 0,
  alwaysGainHitPct: null,
  zeroGmp: { n: 0, listedAbove: 0, listedAt: 0, listedBelow: 0 },
  directionWithoutZero: {
    n: 0,
    hits: 0,
    hitPct: null,
    hitInterval: null,
    alwaysGainHits: 0,
    alwaysGainHitPct: null,
  },
  atLimitN: 0,
  withoutLimits: NO_ERRORS,
}

/** Builds a call from percentages. */
const call = (implied: number, actual: number, boardAverage = 0, boardMedian = 0): JudgedPrediction => ({
  implied: Math.round(implied * 100),
  actual: Math.round(actual * 100),
  boardAverage: Math.round(boardAverage * 100),
  boardMedian: Math.round(boardMedian * 100),
  isAtLimit: false,
})
const atLimit = (implied: number, actual: number): JudgedPrediction => ({
  ...call(implied, actual),
  isAtLimit: true,
})

describe('accuracy', () => {
  test('of no listing is unknown', () => {
    expect(accuracyOf([])).toEqual(NOTHING)
  })

  test('of one listing has no interval of a mean', () => {
    const errors = {
      ...NO_ERRORS,
      n: 1,
      biasPp: 6,
      meanAbsErrorPp: 6,
      medianAbsErrorPp: 6,
      directionHits: 1,
      directionHitPct: 100,
      directionHitInterval: { low: 20.65, high: 100 },
    }
    expect(accuracyOf([call(10, 4, 7, 2)])).toEqual({
      ...NOTHING,
      ...errors,
      zero: { meanAbsErrorPp: 4, skill: -0.5 },
      boardAverage: { meanAbsErrorPp: 3, skill: -1 },
      boardMedian: { meanAbsErrorPp: 2, skill: -2 },
      alwaysGainHits: 1,
      alwaysGainHitPct: 100,
      directionWithoutZero: {
        n: 1,
        hits: 1,
        hitPct: 100,
        hitInterval: { low: 20.65, high: 100 },
        alwaysGainHits: 1,
        alwaysGainHitPct: 100,
      },
      withoutLimits: errors,
    })
  })

  test('of some listings has signed and absolute errors, and those of the baselines', () => {
    // The errors are 10, -4, 0 and 6.
    const calls = [call(20, 10, 8, 6), call(-2, 2, 10, 6), call(0, 0, 4, 5), call(5, -1, 3, 5)]
    const errors = {
      n: 4,
      biasPp: 3,
      biasInterval: { low: -6.89, high: 12.89 },
      meanAbsErrorPp: 5,
      meanAbsErrorInterval: { low: 0, high: 11.62 },
      medianAbsErrorPp: 5,
      medianAbsErrorInterval: null,
      directionHits: 2,
      directionHitPct: 50,
      directionHitInterval: { low: 15, high: 85 },
      isFew: true,
    }
    expect(accuracyOf(calls)).toEqual({
      ...errors,
      zero: { meanAbsErrorPp: 3.25, skill: -0.54 },
      boardAverage: { meanAbsErrorPp: 4.5, skill: -0.11 },
      boardMedian: { meanAbsErrorPp: 4.75, skill: -0.05 },
      alwaysGainHits: 2,
      alwaysGainHitPct: 50,
      zeroGmp: { n: 1, listedAbove: 0, listedAt: 1, listedBelow: 0 },
      directionWithoutZero: {
        n: 3,
        hits: 1,
        hitPct: 33.33,
        hitInterval: { low: 6.15, high: 79.23 },
        alwaysGainHits: 2,
        alwaysGainHitPct: 66.67,
      },
      atLimitN: 0,
      withoutLimits: errors,
    })
  })

  test('is also given without the listings whose price was cut off at a limit', () => {
    const free = [call(20, 10), call(0, 3), call(0, -4)]
    const all = accuracyOf([...free, atLimit(140, 90), atLimit(0, -20)])
    expect(all).toMatchObject({ n: 5, atLimitN: 2, meanAbsErrorPp: 17.4 })
    const { n, biasPp, meanAbsErrorPp, medianAbsErrorPp, directionHits, isFew } = accuracyOf(free)
    expect(all.withoutLimits).toMatchObject({
      n,
      biasPp,
      meanAbsErrorPp,
      medianAbsErrorPp,
      directionHits,
      isFew,
    })
  })

  test('counts an expected gain of exactly 0 by how it listed, and not in the direction without them', () => {
    const calls = [call(0, 3), call(0, 0.01), call(0, 0), call(0, -5), call(0.01, 4), call(-3, 2)]
    const { zeroGmp, directionWithoutZero, directionHits, alwaysGainHits } = accuracyOf(calls)
    expect(zeroGmp).toEqual({ n: 4, listedAbove: 2, listedAt: 1, listedBelow: 1 })
    expect(directionWithoutZero).toMatchObject({ n: 2, hits: 1, hitPct: 50, alwaysGainHits: 2 })
    expect([directionHits, alwaysGainHits]).toEqual([2, 4])
  })

  test('has no skill against a baseline without error', () => {
    expect(accuracyOf([call(5, 0)]).zero).toEqual({ meanAbsErrorPp: 0, skill: null })
  })

  test.each([
    [19, true],
    [20, false],
  ])('of %i listings: few is %s', (n, isFew) => {
    expect(accuracyOf(Array(n).fill(call(1, 2))).isFew).toBe(isFew)
  })
})

describe('the rank', () => {
  const scored = (n: number, meanAbsErrorPp: number | null) => ({ n, meanAbsErrorPp, isFew: n < 20 })

  test('orders by error, and equal errors share a rank', () => {
    expect(ranksOf([scored(30, 12), scored(20, 9.5), scored(99, 12), scored(40, 13)])).toEqual([2, 1, 2, 4])
  })

  test('is not given for fewer than 20 listings, which push no other entry down either', () => {
    expect(ranksOf([scored(19, 1), scored(20, 9), scored(0, null)])).toEqual([null, 1, null])
  })
})

test.each([
  [-0.01, 0],
  [0, 1],
  [9.99, 1],
  [10, 2],
  [24.99, 2],
  [25, 3],
  [50, 4],
  [140, 4],
])('puts an expected gain of %f percent into one range', (implied, size) => {
  const sizes = EXPECTED_GAIN_SIZES.map((each) => isInRange(call(implied, 0).implied, each))
  expect(sizes).toEqual(EXPECTED_GAIN_SIZES.map((_, i) => i === size))
})

describe('calibration', () => {
  test('has bins of ten points from -20 to 100 and open ends, without a gap', () => {
    expect(CALIBRATION_SIZES).toHaveLength(14)
    expect(CALIBRATION_SIZES[0]).toEqual({ from: null, to: -20 })
    expect(CALIBRATION_SIZES.at(-1)).toEqual({ from: 100, to: null })
    expect(CALIBRATION_SIZES.slice(1).map(({ from }) => from)).toEqual(
      CALIBRATION_SIZES.slice(0, -1).map(({ to }) => to),
    )
  })

  test('gives the outcomes of a range of expected gains, and the middle half from 20 listings on', () => {
    const calls = Array.from({ length: 20 }, (_, i) => call(20 + i / 4, i - 4))
    const bins = calibrationOf([...calls, call(30, 7), call(19.99, 5)])
    expect(bins[5]).toEqual({
      from: 20,
      to: 30,
      n: 20,
      medianImpliedPct: 22.38,
      medianActualPct: 5.5,
      middleHalf: { low: 1, high: 10 },
      aboveIssuePrice: 15,
      aboveIssuePricePct: 75,
      aboveIssuePriceInterval: { low: 53.13, high: 88.81 },
      belowIssuePrice: 4,
      isFew: false,
    })
    expect(bins[6]).toMatchObject({ from: 30, n: 1, medianActualPct: 7, middleHalf: null, isFew: true })
    expect(bins[0]).toMatchObject({ n: 0, medianActualPct: null, aboveIssuePricePct: null })
    expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(22)
  })
})

describe('the gains of a board so far', () => {
  const outcome = (board: Board, actualPct: number): ListingOutcome => ({
    board,
    actualPct,
    listedOn: '2026-01-21',
    limit: null,
  })
  const step = (since: string, value: ListingOutcome | null): TimedValue<ListingOutcome | null> => ({
    since,
    value,
  })
  const gainsAt = boardGains([
    [step('2026-01-03', outcome('MAINBOARD', 30))],
    [step('2026-01-01', outcome('MAINBOARD', 10)), step('2026-01-05', null)],
    [step('2026-01-02', outcome('SME', -5)), step('2026-01-04', outcome('SME', 40.01))],
    [step('2026-01-04', outcome('SME', 0))],
    [step('2026-01-06', outcome('SME', 2))],
    [step('2026-01-07', outcome('MAINBOARD', 5)), step('2026-01-08', null)],
    [step('2026-01-07', outcome('MAINBOARD', 8)), step('2026-01-08', outcome('SME', 8))],
  ])

  test.each([
    ['MAINBOARD', '2025-12-31', 0, 0, 'before its first listing'],
    ['MAINBOARD', '2026-01-01', 10, 10, 'from the moment on at which one was recorded'],
    ['MAINBOARD', '2026-01-03', 20, 20, 'with all that are known'],
    ['MAINBOARD', '2026-01-05', 30, 30, 'without a retracted one'],
    ['SME', '2026-01-03', -5, -5, 'of its own board alone'],
    ['SME', '2026-01-04', 20.01, 20.01, 'as revised'],
    ['SME', '2026-01-06', 14, 2, 'with a median that one large gain does not move'],
    ['MAINBOARD', '2026-01-07', 14.33, 8, 'of three'],
    ['MAINBOARD', '2026-01-08', 30, 30, 'without one that turned out to be on the other board'],
    ['SME', '2026-01-08', 12.5, 5, 'with that one'],
  ] as const)('%s at %s: average %f, median %f: %s', (board, at, average, median, _why) => {
    const gains = gainsAt(board, at)
    expect([gains.average / 100, gains.median / 100]).toEqual([average, median])
  })
})

describe('the nearest horizon', () => {
  const CLOSES = '2026-01-16T11:30:00.000Z'

  test.each([
    ['2026-01-06T18:29:59.999Z', null],
    ['2026-01-06T18:30:00.000Z', 'close-7'],
    ['2026-01-11T18:29:59.999Z', 'close-7'],
    ['2026-01-11T18:30:00.000Z', 'close-3'],
    ['2026-01-14T18:30:00.000Z', 'close-1'],
    ['2026-01-15T18:29:59.999Z', 'close-1'],
    ['2026-01-15T18:30:00.000Z', 'close'],
    ['2026-01-16T11:29:59.999Z', 'close'],
    ['2026-01-16T11:30:00.000Z', 'last'],
  ])('at %s is %s', (clock, horizon) => {
    expect(nearestHorizon(clock, CLOSES)).toBe(horizon)
    expect(horizon === null || (HORIZONS as readonly string[]).includes(horizon)).toBe(true)
  })

  test('is none while the end of bidding is unknown', () => {
    expect(nearestHorizon(CLOSES, null)).toBeNull()
  })
})
