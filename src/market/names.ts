import type { Day } from './calendar.ts'

const LEGAL_WORDS = new Set(['limited', 'ltd', 'private', 'pvt'])
/** What exchanges append to a name when an issue takes an unusual turn. */
const OUTCOME_SUFFIX =
  /\s*[-–(]\s*(issue\s+)?(withdrawn|withdrawal(\s+window)?|postponed|special\s+withdrawal\s+option)\)?\s*$/i

/** The name as an address: without legal words and outcome, ASCII, lower case, hyphens. */
export function slugOfName(name: string): string {
  const words = name
    .replace(OUTCOME_SUFFIX, '')
    .replaceAll('&', ' and ')
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
