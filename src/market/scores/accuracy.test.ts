import { describe, expect, test } from 'vitest'
import type { Board } from '../facts/fact.ts'
import {
  type Accuracy,
  accuracyOf,
  EXPECTED_GAIN_SIZES,
  isOfSize,
  type JudgedPrediction,
  ranksOf,
} from './accuracy.ts'
import { boardAverages } from './board-average.ts'
import { CALIBRATION_SIZES, calibrationOf } from './calibration.ts'
import { HORIZONS, nearestHorizon } from './horizon.ts'
import type { ListingOutcome, TimedValue } from './prediction.ts'

const NOTHING: Accuracy = {
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
  zero: { meanAbsErrorPp: null, skill: null },
  boardAverage: { meanAbsErrorPp: null, skill: null },
  isFew: true,
}

/** Builds a call from percentages. */
const call = (implied: number, actual: number, boardAverage = 0): JudgedPrediction => ({
  implied: Math.round(implied * 100),
  actual: Math.round(actual * 100),
  boardAverage: Math.round(boardAverage * 100),
})

describe('accuracy', () => {
  test('of no listing is unknown', () => {
    expect(accuracyOf([])).toEqual(NOTHING)
  })

  test('of one listing has no interval of a mean', () => {
    expect(accuracyOf([call(10, 4, 7)])).toEqual({
      ...NOTHING,
      n: 1,
      biasPp: 6,
      meanAbsErrorPp: 6,
      medianAbsErrorPp: 6,
      directionHits: 1,
      directionHitPct: 100,
      directionHitInterval: { low: 20.65, high: 100 },
      zero: { meanAbsErrorPp: 4, skill: -0.5 },
      boardAverage: { meanAbsErrorPp: 3, skill: -1 },
    })
  })

  test('of some listings has signed and absolute errors, and those of the baselines', () => {
    // The errors are 10, -4, 0 and 6.
    const calls = [call(20, 10, 8), call(-2, 2, 10), call(0, 0, 4), call(5, -1, 3)]
    expect(accuracyOf(calls)).toEqual({
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
      zero: { meanAbsErrorPp: 3.25, skill: -0.54 },
      boardAverage: { meanAbsErrorPp: 4.5, skill: -0.11 },
      isFew: true,
    })
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
  const sizes = EXPECTED_GAIN_SIZES.map((each) => isOfSize(call(implied, 0), each))
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
      isFew: false,
    })
    expect(bins[6]).toMatchObject({ from: 30, n: 1, medianActualPct: 7, middleHalf: null, isFew: true })
    expect(bins[0]).toMatchObject({ n: 0, medianActualPct: null, aboveIssuePricePct: null })
    expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(22)
  })
})

describe('the average gain of a board so far', () => {
  const outcome = (board: Board, actualPct: number): ListingOutcome => ({
    board,
    actualPct,
    listedOn: '2026-01-21',
  })
  const step = (since: string, value: ListingOutcome | null): TimedValue<ListingOutcome | null> => ({
    since,
    value,
  })
  const averageAt = boardAverages([
    [step('2026-01-03', outcome('MAINBOARD', 30))],
    [step('2026-01-01', outcome('MAINBOARD', 10)), step('2026-01-05', null)],
    [step('2026-01-02', outcome('SME', -5)), step('2026-01-04', outcome('SME', 40.01))],
    [step('2026-01-04', outcome('SME', 0))],
  ])

  test.each([
    ['MAINBOARD', '2025-12-31', 0, 'before its first listing'],
    ['MAINBOARD', '2026-01-01', 10, 'from the moment on at which one was recorded'],
    ['MAINBOARD', '2026-01-03', 20, 'with all that are known'],
    ['MAINBOARD', '2026-01-05', 30, 'without a retracted one'],
    ['SME', '2026-01-03', -5, 'of its own board alone'],
    ['SME', '2026-01-04', 20.01, 'as revised'],
  ] as const)('%s at %s is %f: %s', (board, at, average, _why) => {
    expect(averageAt(board, at)).toBeCloseTo(average * 100, 8)
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
