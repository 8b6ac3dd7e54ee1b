import type { Board } from '../market/facts/fact.ts'
import type { Paise } from '../market/money.ts'
import { chance, magnitudeBetween, pick, type Random } from './seeded.ts'

/** The terms of the offer: prices, lots and size. */
export interface Offer {
  readonly issueType: 'book-built' | 'fixed-price'
  readonly faceValue: Paise
  readonly priceMin: Paise
  readonly priceMax: Paise
  readonly issuePrice: Paise
  readonly lotSize: number
  readonly minLots: number
  readonly issueSizeCr: number | null
}

/** A mainboard lot may cost at most 15,000 rupees. */
const MAX_MAINBOARD_LOT_RUPEES = 15_000
/** An SME lot costs well above a lakh, and the minimum bid is two lots. */
const MIN_SME_LOT_RUPEES = 120_000

export function offerOf(board: Board, random: Random): Offer {
  const isSme = board === 'SME'
  const price = Math.round(isSme ? magnitudeBetween(random, 50, 250) : magnitudeBetween(random, 80, 1500))
  const isFixed = isSme && chance(random, 0.06)
  const floor = isFixed ? price : Math.ceil(price * 0.95)
  // Weak issues are sold at the lower end of their band.
  const issuePrice = chance(random, 0.06) ? floor : price
  const sizeCr = isSme ? magnitudeBetween(random, 12, 95) : magnitudeBetween(random, 150, 8000)
  return {
    issueType: isFixed ? 'fixed-price' : 'book-built',
    faceValue: paise(isSme ? 10 : pick(random, [1, 2, 5, 10])),
    priceMin: paise(floor),
    priceMax: paise(price),
    issuePrice: paise(issuePrice),
    lotSize: isSme ? smeLot(price) : Math.floor(MAX_MAINBOARD_LOT_RUPEES / price),
    minLots: isSme ? 2 : 1,
    issueSizeCr: chance(random, 0.05) ? null : Math.round(sizeCr * 100) / 100,
  }
}

const paise = (wholeRupees: number): Paise => wholeRupees * 100

/** An SME lot is a multiple of 100 shares. */
const smeLot = (price: number) => Math.ceil(MIN_SME_LOT_RUPEES / price / 100) * 100
