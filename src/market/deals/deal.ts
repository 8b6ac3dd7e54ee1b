import type { DealFact } from '../facts/fact.ts'
import { divideRounded, type Paise, RUPEES_PER_CRORE } from '../money.ts'

/** The exact value of a deal. The facts file refuses a deal whose value is no safe integer. */
export const dealValue = ({ quantity, price }: Pick<DealFact, 'quantity' | 'price'>): Paise =>
  quantity * price

const PAISE_PER_CRORE = RUPEES_PER_CRORE * 100

/** In crore with four decimals, since small deals are real. */
export const croreOf = (value: Paise): number =>
  divideRounded(BigInt(value) * 10_000n, PAISE_PER_CRORE) / 10_000

/** Two disclosures with one key are the same row twice; the n-th of its file is the n-th deal. */
export function dealKey(deal: DealFact): string {
  const { exchange, kind, tradeDate, symbol, clientName, dealType, quantity, price } = deal
  return JSON.stringify([exchange, kind, tradeDate, symbol, clientName, dealType, quantity, price])
}
