import type { Board, Category } from '../../market/facts/fact.ts'

const NAMES: Readonly<Record<Category, string>> = {
  QIB: 'Institutions (QIB)',
  NII: 'Non-institutional (NII)',
  BNII: 'of these, above ₹10 lakh (bNII)',
  SNII: 'of these, up to ₹10 lakh (sNII)',
  RII: 'Retail (RII)',
  EMP: 'Employees',
  SHA: 'Shareholders',
  POL: 'Policyholders',
  MM: 'Market makers',
  OTHER: 'Others',
  TOTAL: 'All together',
}

export const categoryName = (category: Category, board: Board): string =>
  category === 'RII' && board === 'SME' ? 'Individuals (RII)' : NAMES[category]
