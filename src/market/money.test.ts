import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  divideRounded,
  MAX_RUPEES,
  paiseFromRupees,
  percentOf,
  RUPEES_PER_CRORE,
  roundedToHundredths,
  rupeesFromPaise,
} from './money.ts'

test('a crore is ten million rupees', () => {
  expect(RUPEES_PER_CRORE).toBe(10_000_000)
})

describe('a quotient is rounded once, halves away from zero', () => {
  // `toBe` distinguishes 0 from -0, so these rows also check that no zero is negative.
  test.each<[string, number | bigint, number | bigint, number]>([
    ['an exact quotient stays', 12, 4, 3],
    ['a half goes up', 5, 2, 3],
    ['a negative half goes down', -5, 2, -3],
    ['the sign of the divisor counts too', 5, -2, -3],
    ['two signs cancel', -5, -2, 3],
    ['half of one is one', 1, 2, 1],
    ['half of minus one is minus one', -1, 2, -1],
    ['a third is nothing', 1, 3, 0],
    ['minus a third is plain zero', -1, 3, 0],
    ['two thirds are one', 2, 3, 1],
    ['zero is plain zero, whatever it is divided by', 0, -7, 0],
    ['numbers beyond the exact range of a float are exact', 3n * 10n ** 30n + 3n, 2n * 10n ** 30n + 2n, 2],
    ['a hair below a half of such a number goes down', 3n * 10n ** 30n + 2n, 2n * 10n ** 30n + 2n, 1],
  ])('%s', (_name, numerator, denominator, quotient) => {
    expect(divideRounded(numerator, denominator)).toBe(quotient)
  })

  test('gives the nearest whole number, ties away from zero', () => {
    const size = (value: bigint) => (value < 0n ? -value : value)
    const denominators = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).filter((value) => value !== 0n)
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        denominators,
        (numerator, denominator) => {
          const reached = BigInt(divideRounded(numerator, denominator)) * denominator
          const doubledGap = 2n * size(numerator - reached)
          expect(doubledGap <= size(denominator)).toBe(true)
          if (doubledGap === size(denominator)) expect(size(reached) > size(numerator)).toBe(true)
        },
      ),
    )
  })
})

describe('rupees become whole paise', () => {
  test.each<[string, number, number | undefined]>([
    ['nothing is zero', 0, 0],
    ['a negative zero is zero', -0, 0],
    ['whole rupees', 45, 4_500],
    ['one decimal', 128.5, 12_850],
    ['two decimals that a float cannot hold', 0.29, 29],
    ['a discount', -12.35, -1_235],
    ['one paisa', 0.01, 1],
    ['a third decimal is refused', 1.005, undefined],
    ['a third decimal is refused however small', 0.001, undefined],
    ['the largest amount', MAX_RUPEES, MAX_RUPEES * 100],
    ['the largest discount', -MAX_RUPEES, -MAX_RUPEES * 100],
    ['a paisa more is refused', MAX_RUPEES + 0.01, undefined],
    ['a discount of a paisa more is refused', -MAX_RUPEES - 0.01, undefined],
    ['not a number is refused', Number.NaN, undefined],
    ['no end is refused', Number.POSITIVE_INFINITY, undefined],
  ])('%s', (_name, rupees, paise) => {
    expect(paiseFromRupees(rupees)).toBe(paise)
  })

  test('convert back without loss', () => {
    fc.assert(
      fc.property(fc.integer({ min: -MAX_RUPEES * 100, max: MAX_RUPEES * 100 }), (paise) => {
        expect(paiseFromRupees(rupeesFromPaise(paise))).toBe(paise)
      }),
    )
  })

  test('survive the published JSON', () => {
    fc.assert(
      fc.property(fc.integer({ min: -MAX_RUPEES * 100, max: MAX_RUPEES * 100 }), (paise) => {
        expect(paiseFromRupees(JSON.parse(JSON.stringify(rupeesFromPaise(paise))))).toBe(paise)
      }),
    )
  })
})

describe('a percentage has two decimals', () => {
  test.each<[string, number, number, number]>([
    ['a premium of 45 on 100', 4_500, 10_000, 45],
    ['a premium of zero is zero percent', 0, 10_000, 0],
    ['a third', 1, 3, 33.33],
    ['two thirds', 2, 3, 66.67],
    ['minus a third', -1, 3, -33.33],
    ['a half hundredth goes away from zero', 2_469, 20_000, 12.35],
    ['a negative half hundredth too', -2_469, 20_000, -12.35],
    ['half of the smallest step counts', 1, 20_000, 0.01],
    ['less than half of it is plain zero', -1, 20_001, 0],
    ['more than the whole', 20_000, 10_000, 200],
    ['the largest premium on the smallest price', MAX_RUPEES * 100, 1, 10_000_000_000_000],
  ])('%s', (_name, part, whole, percentage) => {
    expect(percentOf(part, whole)).toBe(percentage)
  })
})

describe('a figure is rounded by its decimal notation', () => {
  test.each<[string, number, number]>([
    ['two decimals stay', 81.65, 81.65],
    ['whole figures stay', 420, 420],
    ['a half goes up although its float lies below', 1.005, 1.01],
    ['a negative half goes down', -1.005, -1.01],
    ['another half that its float lies below', 2.675, 2.68],
    ['a little less than a half goes down', 1.00499, 1],
    ['a multiple with all digits of an exchange', 1.7901764891364034, 1.79],
    ['half of the smallest step counts', 0.005, 0.01],
    ['less than half of it is zero', 0.004999, 0],
    ['less than half of it below zero is plain zero', -0.004, 0],
    ['a very small figure is zero', 1e-9, 0],
    ['zero stays', 0, 0],
    ['a large figure keeps its decimals', 123_456_789.125, 123_456_789.13],
    ['a figure beyond all decimals stays', 1e21, 1e21],
  ])('%s', (_name, figure, rounded) => {
    expect(roundedToHundredths(figure)).toBe(rounded)
  })

  test('agrees with integer arithmetic on every figure of four decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), (tenThousandths) => {
        const figure = Number(`${tenThousandths}e-4`)
        const sign = tenThousandths < 0 ? -1 : 1
        const hundredths = Math.floor((Math.abs(tenThousandths) + 50) / 100)
        expect(roundedToHundredths(figure) + 0).toBe(Number(`${sign * hundredths}e-2`) + 0)
      }),
    )
  })
})
