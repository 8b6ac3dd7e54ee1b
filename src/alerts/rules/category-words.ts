import Type from 'typebox'
import { CATEGORIES, type Category } from '../../market/facts/fact.ts'
import type { FileKey } from './file-key.ts'
import { shownValue } from './file-place.ts'

/** Words that investors use for a category. */
const WORDS: Readonly<Record<string, Category>> = {
  retail: 'RII',
  sHNI: 'SNII',
  bHNI: 'BNII',
  HNI: 'NII',
  employees: 'EMP',
  shareholders: 'SHA',
  policyholders: 'POL',
  total: 'TOTAL',
}
const ALL = [...CATEGORIES, ...Object.keys(WORDS)]
const BY_WORD: ReadonlyMap<string, Category> = new Map([
  ...CATEGORIES.map((category) => [category.toLowerCase(), category] as const),
  ...Object.entries(WORDS).map(([word, category]) => [word.toLowerCase(), category] as const),
])

/** A category of investors, by its code or by a usual word, in any letter case. */
export const categoryKey: FileKey<Category> = {
  schema: Type.Enum(ALL, { type: 'string', description: 'The category of investors.' }),
  read: (value, place) => {
    const category = typeof value === 'string' ? BY_WORD.get(value.trim().toLowerCase()) : undefined
    if (category !== undefined) return category
    const hint = typeof value === 'string' ? place.findings.suggestion(value, ALL) : ''
    return place.problem(`must be one of ${ALL.join(', ')}; got ${shownValue(value)}${hint}`)
  },
}
