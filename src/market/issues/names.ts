import type { Day } from '../calendar.ts'

const LEGAL_WORDS: ReadonlySet<string> = new Set(['limited', 'ltd', 'private', 'pvt'])
/**
 * What exchanges append to a name when an issue takes an unusual turn: after a dash or in brackets, or behind `Limited`.
 * Reasons may follow: `postponed by ...`.
 */
const OUTCOME =
  /(?:[-–—(]\s*|(?<=\b(?:limited|ltd)\.?)\s+(?=issue\b))(?<words>(?:issue\s+)?(?:(?:withdrawn|cancell?ed|postponed|deferred|extended)(?<reason>\s+by\s)?|withdrawal(?:\s+window)?|special\s+withdrawal\s+option))/i
/** The like in words that nobody knows. Within a name, `Issue` has no dash before it that stands apart, and `Limited` after it. */
const UNKNOWN_OUTCOME = /(?:(?<=\b(?:limited|ltd)\.?)(?:\s*[-–—(]\s*|\s+)|\s[-–—]\s*)issue\b/i
const LEGAL_WORD = /\b(?:limited|ltd)\b/i
const FURTHER_OFFER = /[-–—(\s](?:FPO|(?:further|follow[-\s]?on)\s+public\s+(?:offer|offering|issue))\)?$/i

/**
 * A withdrawal window is not the end of an issue: bidders may take their bids back during it. `unknown` when something is
 * said of the issue in words that nobody knows.
 */
export type NamedOutcome = 'withdrawn' | 'postponed' | 'withdrawal-window' | 'unknown'

/** The name without what an exchange appended to it, and what that says. */
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

/** The first outcome that nothing follows but its reason. The ends are compared by position, so that no text is read twice. */
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
  // A longer period for bids is no outcome; the dates tell it.
  if (/extended/i.test(words)) return null
  if (/postponed|deferred/i.test(words)) return 'postponed'
  return /withdrawn|cancell?ed|issue\s+withdrawal$/i.test(words) ? 'withdrawn' : 'withdrawal-window'
}

/** True for shares of a company that is listed already: `Acme Limited - FPO`. */
export const isFurtherOffer = (name: string): boolean => FURTHER_OFFER.test(outcomeOfName(name).name)

/** The name as an address: without legal words and outcome, ASCII, lower case, hyphens. */
export function slugOfName(name: string): string {
  const words = outcomeOfName(name)
    .name.replaceAll('&', ' and ')
    // Marks go first as well: to put many of them in order takes quadratic time.
    .replace(/\p{M}/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    // Initials stay together: "S.J. Foods" is sj-foods; any other dot parts words.
    .replace(/(?<=\b\w)\.(?=\w\b)/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const telling = words.filter((word) => !LEGAL_WORDS.has(word))
  return (telling.length > 0 ? telling : words).join('-') || 'issue'
}

const LEGAL_ENDING = /(?<![\s,])(?:[\s,]+(?:private|pvt)\.?)?[\s,]+(?:limited|ltd)\.?$/i

/** The name as people say it, without the legal words at its end; a name of nothing else stays whole. */
export const shortName = (name: string): string => name.trim().replace(LEGAL_ENDING, '') || name

/** Leaves room for a year and a number within the 120 characters that the facts file allows. */
const LONGEST_PLAIN_SLUG = 100

/** Whole words as far as they go; one word that is too long by itself is cut. */
const shortened = (slug: string): string =>
  slug.length <= LONGEST_PLAIN_SLUG ? slug : slug.slice(0, LONGEST_PLAIN_SLUG).replace(/-[^-]*$/, '')

/** A slug never serves another issue: a second one of that name appends its opening year, then `-2`, `-3` and on. */
export function freeSlug(name: string, openDate: Day | null, isTaken: (slug: string) => boolean): string {
  const plain = shortened(slugOfName(name))
  if (!isTaken(plain)) return plain
  const dated = openDate ? `${plain}-${openDate.slice(0, 4)}` : plain
  if (!isTaken(dated)) return dated
  for (let n = 2; ; n++) if (!isTaken(`${dated}-${n}`)) return `${dated}-${n}`
}
