/** An amount in whole paise, so that sums, medians and comparisons are exact. */
export type Paise = number

export const RUPEES_PER_CRORE = 10_000_000
const PAISE_PER_RUPEE = 100
export const PAISE_PER_CRORE = RUPEES_PER_CRORE * PAISE_PER_RUPEE

/** A larger amount in rupees is a misprint, and ratios of such amounts could not be computed exactly. */
export const MAX_RUPEES = 1_000_000_000

/** Divides two integers and rounds to an integer, halves away from zero. */
export function divideRounded(numerator: number | bigint, denominator: number | bigint): number {
  const n = BigInt(numerator)
  const d = BigInt(denominator)
  const negative = n < 0n !== d < 0n
  const [absN, absD] = [n < 0n ? -n : n, d < 0n ? -d : d]
  const rounded = Number((2n * absN + absD) / (2n * absD))
  return negative && rounded !== 0 ? -rounded : rounded
}

/** `undefined` when the amount has more than two decimals or its size exceeds `MAX_RUPEES`. */
export function paiseFromRupees(rupees: number): Paise | undefined {
  if (!Number.isFinite(rupees) || Math.abs(rupees) > MAX_RUPEES) return undefined
  const paise = Math.round(rupees * PAISE_PER_RUPEE)
  if (paise / PAISE_PER_RUPEE !== rupees) return undefined
  return paise === 0 ? 0 : paise
}

export const rupeesFromPaise = (paise: Paise): number => paise / PAISE_PER_RUPEE

export const rupeesOrNull = (paise: Paise | null | undefined): number | null =>
  paise === null || paise === undefined ? null : rupeesFromPaise(paise)

/** `part` as a percentage of `whole`, with two decimals. */
export const percentOf = (part: Paise, whole: Paise): number => divideRounded(part * 10_000, whole) / 100

/**
 * Rounds to two decimals by decimal notation, halves away from zero: 1.005 becomes 1.01, although the nearest binary
 * fraction is below it.
 */
export function roundedToHundredths(value: number): number {
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e')
  const digits = mantissa.replace(/[-.]/, '').replace('.', '')
  const scale = Number(exponent) - (digits.length - 1)
  const signed = BigInt(value < 0 ? `-${digits}` : digits)
  const shift = scale + 2
  if (shift >= 0) return value
  return divideRounded(signed, 10n ** BigInt(-shift)) / 100
}
