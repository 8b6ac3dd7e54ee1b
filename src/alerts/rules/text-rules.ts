import { CATEGORIES, type Category } from '../../market/facts/fact.ts'

/** `expected` completes the sentence "KEY must be ...". An expression takes linear time, and editors get it too. */
export interface TextRule {
  readonly expected: string
  readonly isRight: RegExp | ((text: string) => boolean)
}

const LONGEST_NAME = 60
/** Names of alerts that no rule causes. */
const TAKEN: readonly string[] = ['digest', 'correction']

export const isOneLine = (text: string, longest: number): boolean =>
  text !== '' && text.length <= longest && !/\p{Cc}/u.test(text)
const isName = (text: string, longest: number): boolean => isOneLine(text, longest) && text.trim() === text

/** Names of rules and of channels. */
export const ALERT_NAME: TextRule = {
  expected: `a name of 1 to ${LONGEST_NAME} characters without spaces around it, and not ${TAKEN.map((name) => `"${name}"`).join(' or ')}`,
  isRight: (text) => isName(text, LONGEST_NAME) && !TAKEN.includes(text),
}
export const IPO_SLUG: TextRule = {
  expected: 'the slug of an IPO, as in the address of its page, such as acme-foods',
  isRight: /^(?=.{1,200}$)[a-z0-9]+(?:-[a-z0-9]+)*$/,
}
export const DEAL_SYMBOL: TextRule = {
  expected: 'the symbol of a share, such as ACME',
  isRight: (text) => isName(text, 30) && !text.includes(' '),
}
export const CLIENT_PART: TextRule = {
  expected: "3 to 100 characters of a client's name",
  isRight: (text) => isName(text, 100) && text.length >= 3,
}
/** Hour and minute have two digits, so that comparing texts compares times. */
export const TIME_OF_DAY: TextRule = {
  expected: 'a time of day in India such as "09:00", with two digits for the hour',
  isRight: /^(?:[01]\d|2[0-3]):[0-5]\d$/,
}
/** Capital letters only, so that a secret that was written in place of a name is not taken for one and shown. */
export const VARIABLE: TextRule = {
  expected: 'the name of an environment variable in capital letters, digits and _',
  isRight: /^[A-Z_][A-Z0-9_]{0,99}$/,
}

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
export const CATEGORY_WORDS: readonly string[] = [...CATEGORIES, ...Object.keys(WORDS)]
const BY_WORD: ReadonlyMap<string, Category> = new Map([
  ...CATEGORIES.map((category) => [category.toLowerCase(), category] as const),
  ...Object.entries(WORDS).map(([word, category]) => [word.toLowerCase(), category] as const),
])

/** A category of investors by its code or by a usual word, in any letter case. */
export const categoryNamed = (word: string): Category | undefined => BY_WORD.get(word.trim().toLowerCase())

const anyCase = (word: string): string =>
  word.replace(/./g, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`)
export const CATEGORY_FORM = new RegExp(`^\\s*(?:${[...BY_WORD.keys()].map(anyCase).join('|')})\\s*$`)
