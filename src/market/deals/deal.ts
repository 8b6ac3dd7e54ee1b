import type { Day } from '../calendar.ts'
import type { DealFact } from '../facts/fact.ts'
import { divideRounded, type Paise, RUPEES_PER_CRORE } from '../money.ts'

/** A bulk deal: one client traded more than this percentage of a company's shares in a day. */
export const BULK_DEAL_ABOVE_PCT = 0.5
/** The smallest block deal, in crore of rupees. */
export const BLOCK_DEAL_MIN_CR = 25
/** The same before it was raised, in the month of `BLOCK_DEAL_RAISED`. */
export const BLOCK_DEAL_MIN_CR_BEFORE = 10
export const BLOCK_DEAL_RAISED: Day = '2025-12-01'

/** The exact value of a deal in paise. A facts file may not contain a deal whose value is not a safe integer. */
export const dealValue = ({ quantity, price }: Pick<DealFact, 'quantity' | 'price'>): Paise =>
  quantity * price

const PAISE_PER_CRORE = RUPEES_PER_CRORE * 100

/** A value in crore with four decimals, so that small deals do not become 0. */
export const croreOf = (value: Paise): number =>
  divideRounded(BigInt(value) * 10_000n, PAISE_PER_CRORE) / 10_000

/** Disclosures with equal keys are the same row. The n-th such row of a file is the n-th such deal. */
export function dealKey(deal: DealFact): string {
  const { exchange, kind, tradeDate, symbol, clientName, dealType, quantity, price } = deal
  return JSON.stringify([exchange, kind, tradeDate, symbol, clientName, dealType, quantity, price])
}
