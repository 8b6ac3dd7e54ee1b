import type { Terms } from '../facts/fact.ts'
import { divideRounded, type Paise } from '../money.ts'

/** Since then the least that one may bid for in an SME issue is two lots; before, and on the mainboard, it is one. */
export const TWO_SME_LOTS_SINCE = '2025-07-01'

/** The least that an investor may apply for, at the upper end of the band. */
interface SmallestApplication {
  readonly lots: number
  readonly shares: number
  readonly cost: Paise
}

/** `undefined` while the lot or the price is not known. */
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

/** What being off by so many percentage points of the price means for an application, in whole rupees. */
export const missInRupees = (cost: Paise, points: number): number =>
  divideRounded(BigInt(cost) * BigInt(Math.round(points * 100)), 1_000_000)
