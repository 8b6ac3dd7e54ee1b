/** Written in lower case inside a name. */
const MINOR_WORDS: ReadonlySet<string> = new Set(['and', 'at', 'by', 'for', 'in', 'of', 'on', 'the', 'to'])
/** Words of two or three letters, or without a vowel, that are no abbreviations in names of companies. */
const SHORT_WORDS: ReadonlySet<string> = new Set([
  ...['ltd', 'pvt', 'co', 'inc', 'dr', 'mr', 'st'],
  ...[
    'air',
    'all',
    'art',
    'bag',
    'bay',
    'big',
    'bio',
    'box',
    'car',
    'cup',
    'day',
    'eco',
    'egg',
    'eye',
    'far',
  ],
  ...['fit', 'fly', 'gas', 'gem', 'go', 'hub', 'ice', 'ink', 'jet', 'joy', 'key', 'kid', 'lab', 'law'],
  ...['map', 'max', 'mix', 'my', 'net', 'new', 'nut', 'oil', 'old', 'one', 'our', 'pen', 'pet', 'pro', 'red'],
  ...[
    'sea',
    'sky',
    'sun',
    'tea',
    'ten',
    'top',
    'toy',
    'two',
    'up',
    'us',
    'van',
    'way',
    'we',
    'web',
    'win',
    'you',
  ],
  ...['das', 'dev', 'jai', 'jay', 'lal', 'maa', 'om', 'raj', 'ram', 'rao', 'roy', 'sai', 'shri', 'sri'],
])
/** A longer word with a vowel cannot be told from an abbreviation, and is written as a word. */
const LONGEST_ABBREVIATION = 3
const ROMAN_NUMERAL = /^[IVX]+$/
/**
 * A name for display. Exchanges print some names entirely in capitals: `ACME FOODS OF INDIA LIMITED` becomes `Acme
 * Foods of India Limited`. Abbreviations keep their capitals. Any other name, and a single word, stays as printed.
 */
export function displayName(printed: string): string {
  // An apostrophe or a dot inside a word belongs to it.
  const word = /[\p{L}\p{M}\p{N}]+(?:['’.][\p{L}\p{M}\p{N}]+)*/gu
  const [first, ...others] = printed.matchAll(word)
  const isInCapitals = printed === printed.toUpperCase() && printed !== printed.toLowerCase()
  if (!first || others.length === 0 || !isInCapitals) return printed
  return printed.replace(word, (text, index: number) => displayWord(text, index === first.index))
}

function displayWord(word: string, isFirst: boolean): string {
  const lower = word.toLowerCase()
  if (MINOR_WORDS.has(lower)) return isFirst ? capitalized(lower) : lower
  return SHORT_WORDS.has(lower) || !isAbbreviation(word) ? capitalized(lower) : word
}

/** A short word, one without a vowel, one with a digit or dots, or a roman numeral. */
const isAbbreviation = (word: string): boolean =>
  word.length <= LONGEST_ABBREVIATION ||
  /[\p{N}.]/u.test(word) ||
  !/[^BCDFGHJKLMNPQRSTVWXZ]/.test(word.replace(/['’]/g, '')) ||
  ROMAN_NUMERAL.test(word)

/** The first letter alone in upper case. */
const capitalized = (lower: string): string => {
  const [first = ''] = lower
  return first.toUpperCase() + lower.slice(first.length)
}
