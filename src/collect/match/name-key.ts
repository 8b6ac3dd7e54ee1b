import { slugOfName } from '../../market/issues/names.ts'

/** A name as it is compared: by its words, or run together, since sources differ in spaces and dots. */
export interface NameKey {
  readonly joined: string
  /** The lengths at which a word of it ends. */
  readonly ends: ReadonlySet<number>
}

/** Below this a beginning says too little: "Shree" begins many names. */
const SHORTEST_BEGINNING = 6

const BRACKETS = /\([^()]*\)/g
/** What trackers add to a name and no company calls itself. */
const BOARD_WORDS = new Set(['ipo', 'sme', 'nse', 'bse', 'emerge', 'mainboard', 'mainline'])

/** The keys of a name: as it stands, then without what stands in brackets, where that differs. */
export function nameKeys(name: string): NameKey[] {
  const spellings = [name.replace(/[()]/g, ' '), name.replace(BRACKETS, ' ')]
  const keys = spellings.map((spelling) => keyOf(withoutBoardWords(spelling)))
  return keys.filter(
    (key, i) => key.joined !== '' && keys.findIndex(({ joined }) => joined === key.joined) === i,
  )
}

/** The first word stays, whatever it is. */
function withoutBoardWords(spelling: string): string {
  const words = spelling.trim().split(/\s+/)
  while (words.length > 1 && BOARD_WORDS.has(words.at(-1)?.toLowerCase() ?? '')) words.pop()
  return words.join(' ')
}

function keyOf(spelling: string): NameKey {
  if (!/[\p{L}\p{N}]/u.test(spelling)) return { joined: '', ends: new Set() }
  const words = slugOfName(spelling).split('-')
  const ends = new Set<number>()
  let joined = ''
  for (const word of words) {
    joined += word
    ends.add(joined.length)
  }
  return { joined, ends }
}

/** True when one name is the beginning of the other, ends where a word of it ends, and is long enough to tell. */
export function begins(a: NameKey, b: NameKey): boolean {
  const [short, long] = a.joined.length <= b.joined.length ? [a, b] : [b, a]
  return (
    short.joined.length >= SHORTEST_BEGINNING &&
    long.joined.startsWith(short.joined) &&
    long.ends.has(short.joined.length)
  )
}

/**
 * True when one name begins as the other does. What stands in brackets may be missing on one side; two different ones,
 * as in (Gujarat) and (Punjab), are two names.
 */
export function beginAlike(
  [wholeA, bareA]: readonly NameKey[],
  [wholeB, bareB]: readonly NameKey[],
): boolean {
  const alike = (a: NameKey | undefined, b: NameKey | undefined) =>
    a !== undefined && b !== undefined && (a.joined === b.joined || begins(a, b))
  return alike(wholeA, wholeB) || alike(wholeA, bareB) || alike(bareA, wholeB)
}
