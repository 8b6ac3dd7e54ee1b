import type { Terms } from '../facts/fact.ts'
import { divideRounded, type Paise } from '../money.ts'

/** From this day the smallest bid in an SME issue is two lots; before it, and on the mainboard, it is one. */
export const TWO_SME_LOTS_SINCE = '2025-07-01'

/** The smallest application of an investor, at the upper end of the price band. */
interface SmallestApplication {
  readonly lots: number
  readonly shares: number
  readonly cost: Paise
}

/** `undefined` while the lot size or the price is unknown. */
export function smallestApplication(
  terms: Pick<Terms, 'board' | 'openDate' | 'lotSize' | 'minLots' | 'priceMax' | 'issuePrice'>,
): SmallestApplication | undefined {
  const price = terms.priceMax ?? terms.issuePrice
  if (terms.lotSize === null || price === null) return undefined
  const lots = terms.minLots ?? usualLots(terms)
  const shares = lots * terms.lotSize
  return { lots, shares, cost: shares * price }
}

function usualLots({ board, openDate }: Pick<Terms, 'board' | 'openDate'>): number {
  return board === 'SME' && (openDate === null || openDate >= TWO_SME_LOTS_SINCE) ? 2 : 1
}

/** An error in percentage points of the price, as whole rupees of an application that costs this much. */
export const missInRupees = (cost: Paise, points: number): number =>
  divideRounded(BigInt(cost) * BigInt(Math.round(points * 100)), 1_000_000)
