import { EXCHANGES, type Exchange } from '../../market/facts/fact.ts'
import { slugOfName } from '../../market/issues/names.ts'
import type { IssueTerms } from '../../market/issues/terms.ts'
import type { IssueKey } from '../../store/issues/issue-keys.ts'

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

/** An issue with everything that identifies it. */
export interface KnownIssue {
  readonly slug: string
  readonly terms: IssueTerms
  /** Every name from an exchange, the operator or an alias. */
  readonly names: readonly string[]
  /** By publisher: an exchange gives an issue one symbol, so another symbol means another issue. */
  readonly symbols: ReadonlyMap<string, ReadonlySet<string>>
  readonly isins: ReadonlySet<string>
  readonly bseCodes: ReadonlySet<string>
  /** The exchanges on which its listing price is known. */
  readonly listedAt: ReadonlySet<Exchange>
}

/** Finds issues by their keys. What is added to a copy of it does not change the original. */
export class IssueFinder {
  readonly #original: IssueFinder | undefined
  readonly #bySlug = new Map<string, KnownIssue>()
  readonly #byKey = new Map<string, Set<string>>()
  readonly #namesOf = new Map<string, NameKey[][]>()

  constructor(original?: IssueFinder) {
    this.#original = original
  }

  /** Adds an issue, or replaces its older state. */
  put(issue: KnownIssue): void {
    const { slug } = issue
    this.#bySlug.set(slug, issue)
    const names = issue.names.map(nameKeys)
    this.#namesOf.set(slug, names)
    for (const [whole] of names) if (whole) this.#point(`name ${whole.joined}`, slug)
    for (const symbols of issue.symbols.values())
      for (const symbol of symbols) this.#point(`symbol ${symbol.toUpperCase()}`, slug)
    for (const isin of issue.isins) this.#point(`isin ${isin}`, slug)
    for (const code of issue.bseCodes) this.#point(`bse ${code}`, slug)
  }

  /** Adds a source's own key of an issue. */
  learn({ source, key, slug }: IssueKey): void {
    this.#point(`upstream ${source} ${key}`, slug)
  }

  #point(key: string, slug: string): void {
    const slugs = this.#byKey.get(key) ?? new Set()
    this.#byKey.set(key, slugs.add(slug))
  }

  #slugsAt(key: string): Set<string> {
    const before = this.#original ? this.#original.#slugsAt(key) : []
    return new Set([...before, ...(this.#byKey.get(key) ?? [])])
  }

  #at(key: string): KnownIssue[] {
    return [...this.#slugsAt(key)].map((slug) => this.find(slug)).filter((found) => found !== undefined)
  }

  withSymbol = (symbol: string) => this.#at(`symbol ${symbol.toUpperCase()}`)
  withIsin = (isin: string) => this.#at(`isin ${isin}`)
  withBseCode = (code: string) => this.#at(`bse ${code}`)
  withUpstreamKey = (source: string, key: string) => this.#at(`upstream ${source} ${key}`)

  /** Issues of exactly this name, including the text in brackets. */
  withName(name: string): KnownIssue[] {
    const [whole] = nameKeys(name)
    return whole ? this.#at(`name ${whole.joined}`) : []
  }

  find = (slug: string): KnownIssue | undefined => this.#bySlug.get(slug) ?? this.#original?.find(slug)
  namesOf = (slug: string): readonly (readonly NameKey[])[] =>
    this.#namesOf.get(slug) ?? this.#original?.namesOf(slug) ?? [];

  *all(): Generator<KnownIssue> {
    for (const issue of this.#original?.all() ?? []) if (!this.#bySlug.has(issue.slug)) yield issue
    yield* this.#bySlug.values()
  }
}
