import type { Day } from '../calendar.ts'
import { LEGAL_WORDS } from './legal-form.ts'

export { shortName } from './legal-form.ts'

/**
 * What exchanges append to a name when an issue is withdrawn, postponed or extended: after a dash, in brackets, or
 * after `Limited`. A reason may follow: `postponed by ...`.
 */
const OUTCOME =
  /(?:[-–—(]\s*|(?<=\b(?:limited|ltd)\.?)\s+(?=issue\b))(?<words>(?:issue\s+)?(?:(?:withdrawn|cancell?ed|postponed|deferred|extended)(?<reason>\s+by\s)?|withdrawal(?:\s+window)?|special\s+withdrawal\s+option))/i
/**
 * An appended outcome with unknown wording. Inside a real name, `Issue` follows no separate dash, and `Limited` comes
 * after it.
 */
const UNKNOWN_OUTCOME = /(?:(?<=\b(?:limited|ltd)\.?)(?:\s*[-–—(]\s*|\s+)|\s[-–—]\s*)issue\b/i
const LEGAL_WORD = /\b(?:limited|ltd)\b/i
const FURTHER_OFFER = /[-–—(\s](?:FPO|(?:further|follow[-\s]?on)\s+public\s+(?:offer|offering|issue))\)?$/i

/**
 * A withdrawal window does not end an issue: bidders may withdraw bids during it. `unknown` is an appended outcome with
 * wording that we do not recognize.
 */
export type NamedOutcome = 'withdrawn' | 'postponed' | 'withdrawal-window' | 'unknown'

/** Splits a name into the company's name and the outcome that an exchange appended to it. */
export function outcomeOfName(name: string): {
  readonly name: string
  readonly outcome: NamedOutcome | null
} {
  const text = name.trim()
  const suffix = outcomeAtEnd(text) ?? unknownOutcomeAtEnd(text)
  if (!suffix) return { name: text, outcome: null }
  return { name: text.slice(0, suffix.index).trim(), outcome: outcomeInWords(suffix.groups?.words) }
}

const everyMatch = (expression: RegExp, text: string): RegExpStringIterator<RegExpExecArray> =>
  text.matchAll(new RegExp(expression, 'gi'))

/**
 * The first outcome with nothing after it except its reason. The ends are compared by position, so that the time stays
 * linear.
 */
function outcomeAtEnd(text: string): RegExpExecArray | undefined {
  const last = text.length - 1
  const lastBracket = Math.max(text.lastIndexOf('(', last - 1), text.lastIndexOf(')', last - 1))
  return everyMatch(OUTCOME, text).find((found) => {
    const end = found.index + found[0].length
    return found.groups?.reason === undefined
      ? /^\.?\)?$/.test(text.slice(end, end + 3))
      : end > lastBracket && text[last] !== '('
  })
}

function unknownOutcomeAtEnd(text: string): RegExpExecArray | undefined {
  const lastLegalWord = everyMatch(LEGAL_WORD, text).reduce((_, { index }) => index, -1)
  return everyMatch(UNKNOWN_OUTCOME, text).find(({ index, 0: words }) => index + words.length > lastLegalWord)
}

function outcomeInWords(words: string | undefined): NamedOutcome | null {
  if (words === undefined) return 'unknown'
  // An extended bidding period is not an outcome; the dates show it.
  if (/extended/i.test(words)) return null
  if (/postponed|deferred/i.test(words)) return 'postponed'
  return /withdrawn|cancell?ed|issue\s+withdrawal$/i.test(words) ? 'withdrawn' : 'withdrawal-window'
}

/** True for new shares of a company that is already listed: `Acme Limited - FPO`. */
export const isFurtherOffer = (name: string): boolean => FURTHER_OFFER.test(outcomeOfName(name).name)

/** A name as part of an address: ASCII, lower case, hyphens, without legal words and outcome. */
export function slugOfName(name: string): string {
  const words = outcomeOfName(name)
    .name.replaceAll('&', ' and ')
    // Combining marks are removed before normalizing too, because ordering many of them takes quadratic time.
    .replace(/\p{M}/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    // Initials stay together: "S.J. Foods" becomes sj-foods. Any other dot separates words.
    .replace(/(?<=\b\w)\.(?=\w\b)/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const distinctive = words.filter((word) => !LEGAL_WORDS.has(word))
  return (distinctive.length > 0 ? distinctive : words).join('-') || 'issue'
}

/** Leaves room for a year and a number within the 120 characters that a facts file allows. */
const LONGEST_PLAIN_SLUG = 100

/** Cuts a slug at a word boundary, or within the word if the first word is too long. */
const shortened = (slug: string): string =>
  slug.length <= LONGEST_PLAIN_SLUG ? slug : slug.slice(0, LONGEST_PLAIN_SLUG).replace(/-[^-]*$/, '')

/**
 * A slug that no other issue uses: a second issue of the name gets its opening year appended, then `-2`, `-3` and so
 * on.
 */
export function freeSlug(name: string, openDate: Day | null, isTaken: (slug: string) => boolean): string {
  const plain = shortened(slugOfName(name))
  if (!isTaken(plain)) return plain
  const dated = openDate ? `${plain}-${openDate.slice(0, 4)}` : plain
  if (!isTaken(dated)) return dated
  for (let n = 2; ; n++) if (!isTaken(`${dated}-${n}`)) return `${dated}-${n}`
}

/** Written in lower case inside a name. */
const MINOR_WORDS: ReadonlySet<string> = new Set(['and', 'at', 'by', 'for', 'in', 'of', 'on', 'the', 'to'])
/** Words of two or three letters, or without a vowel, that are no abbreviations in names of companies. */
const SHORT_WORDS: ReadonlySet<string> = new Set(
  [
    'ltd pvt co inc dr mr st',
    'air all art bag bay big bio box car cup day eco egg eye far fit fly gas gem go hub',
    'ice ink jet joy key kid lab law map max mix my net new nut oil old one our pen pet',
    'pro red sea sky sun tea ten top toy two up us van way we web win you',
    'das dev jai jay lal maa om raj ram rao roy sai shri sri',
  ].flatMap((words) => words.split(' ')),
)
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

const UNITS = /\b(?:trust|invit|reit)s?\b/i
const COMPANY_ENDING = /^(?:limited|ltd)$/
const TRUST_WORD = /^(?:invit|reit)s?$/
/** Before `Trust`, these words name the two kinds of trusts whose units are listed. */
const KINDS_OF_TRUSTS: ReadonlySet<string> = new Set(['investment', 'infrastructure'])

/** True for a type of security that is units of a trust: `InvIT`, `Real Estate Investment Trusts (REITs)`. */
export const isTrustType = (type: string): boolean => UNITS.test(type)

/**
 * True for the name of a trust: with the word InvIT or REIT, with `Investment Trust` or `Infrastructure Trust`, or with
 * `Trust` as its last word. A name that ends with Limited is that of a company, and so is `Trust Foods`.
 */
export function isTrustName(name: string): boolean {
  const words = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  if (COMPANY_ENDING.test(words.at(-1) ?? '')) return false
  return words.some(
    (word, i) =>
      TRUST_WORD.test(word) ||
      (word === 'trust' && i > 0 && (i === words.length - 1 || KINDS_OF_TRUSTS.has(words[i - 1] ?? ''))),
  )
}
