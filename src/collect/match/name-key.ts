import { EXCHANGES } from '../../market/facts/fact.ts'
import { slugOfName } from '../../market/issues/names.ts'

/** A name in comparable form: its words run together, since sources differ in spaces and dots. */
export interface NameKey {
  readonly joined: string
  /** The lengths at which a word ends. */
  readonly ends: ReadonlySet<number>
}

/** A shorter beginning proves too little: "Shree" begins many names. */
const SHORTEST_BEGINNING = 6

const BRACKETS = /\([^()]*\)/g
/** Words that trackers add to a name and that are not part of it. */
const BOARD_WORDS = new Set([
  ...EXCHANGES.map((exchange) => exchange.toLowerCase()),
  ...['ipo', 'sme', 'emerge', 'mainboard', 'mainline'],
])

/** The keys of a name: whole, then without the text in brackets, where that differs. */
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

/**
 * True when one name is the beginning of the other, ends at the end of a word, and is long enough to prove something.
 */
export function begins(a: NameKey, b: NameKey): boolean {
  const [short, long] = a.joined.length <= b.joined.length ? [a, b] : [b, a]
  return (
    short.joined.length >= SHORTEST_BEGINNING &&
    long.joined.startsWith(short.joined) &&
    long.ends.has(short.joined.length)
  )
}

/**
 * True when one name begins as the other does. Text in brackets may be missing on one side; two different texts, as in
 * (Gujarat) and (Punjab), are two names.
 */
export function beginAlike(
  [wholeA, bareA]: readonly NameKey[],
  [wholeB, bareB]: readonly NameKey[],
): boolean {
  const alike = (a: NameKey | undefined, b: NameKey | undefined) =>
    a !== undefined && b !== undefined && (a.joined === b.joined || begins(a, b))
  return alike(wholeA, wholeB) || alike(wholeA, bareB) || alike(bareA, wholeB)
}
