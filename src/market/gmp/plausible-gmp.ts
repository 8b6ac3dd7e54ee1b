import type { Paise } from '../money.ts'

const HIGHEST_GMP_PER_PRICE = 3

/** The rule by which a GMP is implausible beside the price of a share; `null` when it is plausible. */
export function gmpFault(gmp: Paise, price: Paise): 'gmp-too-high' | 'gmp-too-low' | null {
  if (gmp > HIGHEST_GMP_PER_PRICE * price) return 'gmp-too-high'
  return gmp < -price ? 'gmp-too-low' : null
}
