import type { Board, Category } from '../../market/facts/fact.ts'

const NAMES: Readonly<Record<Category, string>> = {
  QIB: 'QIB subscription',
  NII: 'HNI (NII) subscription',
  BNII: 'bHNI subscription',
  SNII: 'sHNI subscription',
  RII: 'Retail subscription',
  EMP: 'Employee subscription',
  SHA: 'Shareholder subscription',
  POL: 'Policyholder subscription',
  MM: 'Market maker subscription',
  OTHER: 'Subscription of other investors',
  TOTAL: 'Total subscription',
}

/** The subscription of a category within a sentence. In an SME issue `RII` are individuals. */
export const categorySubscription = (category: Category, board: Board): string =>
  category === 'RII' && board === 'SME' ? 'Individual subscription' : NAMES[category]
