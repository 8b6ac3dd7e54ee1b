import type { Day } from './calendar.ts'

const LEGAL_WORDS = new Set(['limited', 'ltd', 'private', 'pvt'])
/** What exchanges append to a name when an issue takes an unusual turn. */
const OUTCOME_SUFFIX =
  /\s*[-–(]\s*((issue\s+)?(withdrawn|withdrawal(\s+window)?|postponed|special\s+withdrawal\s+option))\)?\s*$/i

/** A withdrawal window is not the end of an issue: bidders may take their bids back during it. */
export type NamedOutcome = 'withdrawn' | 'postponed' | 'withdrawal-window'

/** The name without what an exchange appended to it, and what that says. */
export function outcomeOfName(name: string): {
  readonly name: string
  readonly outcome: NamedOutcome | null
} {
  const suffix = OUTCOME_SUFFIX.exec(name)
  if (!suffix) return { name: name.trim(), outcome: null }
  return { name: name.slice(0, suffix.index).trim(), outcome: outcomeInWords(suffix[1] ?? '') }
}

function outcomeInWords(words: string): NamedOutcome {
  if (/postponed/i.test(words)) return 'postponed'
  return /withdrawn|issue\s+withdrawal$/i.test(words) ? 'withdrawn' : 'withdrawal-window'
}

/** The name as an address: without legal words and outcome, ASCII, lower case, hyphens. */
export function slugOfName(name: string): string {
  const words = outcomeOfName(name)
    .name.replaceAll('&', ' and ')
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

/** A slug never serves another issue: a second one of that name appends its opening year, then `-2`, `-3` and on. */
export function freeSlug(name: string, openDate: Day | null, isTaken: (slug: string) => boolean): string {
  const plain = slugOfName(name)
  if (!isTaken(plain)) return plain
  const dated = openDate ? `${plain}-${openDate.slice(0, 4)}` : plain
  if (!isTaken(dated)) return dated
  for (let n = 2; ; n++) if (!isTaken(`${dated}-${n}`)) return `${dated}-${n}`
}
