import { LEGAL_WORDS, shortName } from './legal-form.ts'

const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')

/**
 * Where in the letters of a name, its words written together (`Behari-Lal` is `beharilal`), these letters begin with one of
 * its words; -1 if they do not. Within a word they are not looked for: `tea` is not in `Great East`.
 */
export const placeTogether = (name: string, letters: string): number => placeIn(wordsOf(name), letters)

function placeIn(words: readonly string[], letters: string): number {
  const together = words.join('')
  let start = 0
  for (const word of words) {
    if (together.startsWith(letters, start)) return start
    start += word.length
  }
  return -1
}

/** How well a name or symbol matches, 0 for the best; `null` if it does not. */
type NameMatch = (name: string, symbol: string | null) => number | null

/** The last of the ranks: a letter or two differ. Such names are shown where nothing else matches. */
export const MISSPELT = 6

/**
 * Compares names and symbols with what was typed. The best are symbols and names that begin with it, then names with a word
 * that does, then other parts of names and symbols, then names with other spaces and punctuation or another legal form
 * (`Acme Foods Pvt Ltd`), then names whose words begin with those typed, in any order.
 */
export function nameMatch(typed: string): NameMatch {
  const part = typed.trim().toLowerCase()
  const asTyped = wordsOf(part)
  const words = withoutEnding(asTyped)
  const letters = words.join('')
  // One word alone may be the `Limited` of every full name.
  const isLegalName = asTyped.length > 1
  return (fullName, symbol) => {
    if (part === '') return null
    const [name, ticker] = [shortName(fullName).toLowerCase(), symbol?.toLowerCase() ?? '']
    if (ticker.startsWith(part)) return 0
    if (name.startsWith(part)) return 1
    if (name.includes(` ${part}`)) return 2
    if (name.includes(part) || ticker.includes(part)) return 3
    if (letters === '') return null
    const own = wordsOf(name)
    if (placeIn(own, letters) >= 0) return 4
    if (isLegalName && placeIn(wordsOf(fullName), asTyped.join('')) >= 0) return 4
    if (words.length > 1 && words.every((word) => own.some((each) => each.startsWith(word)))) return 5
    return isMisspelt(own, letters) ? MISSPELT : null
  }
}

/** What matches, the best first; misspelt names only if they may be found, and only where nothing else matches. */
export function matchesOf<T>(
  all: readonly T[],
  typed: string,
  namesOf: (one: T) => Parameters<NameMatch>,
  orMisspelt = true,
): T[] {
  const rankOf = nameMatch(typed)
  const ranked = all.flatMap((one) => {
    const rank = rankOf(...namesOf(one))
    return rank === null ? [] : [{ one, rank }]
  })
  const isAny = ranked.some(({ rank }) => rank < MISSPELT)
  return ranked
    .filter(({ rank }) => rank < MISSPELT || (orMisspelt && !isAny))
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one)
}

/** Legal words, and what people add when they ask for an IPO: "Acme Foods IPO". */
const AFTER_NAMES: ReadonlySet<string> = new Set([...LEGAL_WORDS, 'ipo'])

/** A text that is nothing but such words stays whole. */
function withoutEnding(words: readonly string[]): readonly string[] {
  const end = words.findLastIndex((word) => !AFTER_NAMES.has(word))
  return end < 0 ? words : words.slice(0, end + 1)
}

/** Of so many letters one may differ, and of `TWO_DIFFER` and more two. Longer texts are no misspelt names. */
const ONE_DIFFERS = 4
const TWO_DIFFER = 8
const LONGEST_MISSPELT = 60

/** True if the letters are the beginning of the name, or of its later words, but for one or two. */
function isMisspelt(words: readonly string[], letters: string): boolean {
  if (letters.length < ONE_DIFFERS || letters.length > LONGEST_MISSPELT) return false
  const mostSteps = letters.length < TWO_DIFFER ? 1 : 2
  const together = words.join('').slice(0, 2 * LONGEST_MISSPELT)
  let start = 0
  for (const word of words) {
    if (start + letters.length > together.length + mostSteps) return false
    if (mayBegin(together, start, letters) && isNearBeginning(together, start, letters, mostSteps))
      return true
    start += word.length
  }
  return false
}

/** Spares most names the comparison: of the first two letters, one is near its place. */
const mayBegin = (text: string, start: number, [first, second]: string): boolean =>
  [text[start], text[start + 1]].some((letter) => letter === first || letter === second)

/**
 * True if the text from this place on begins with the typed letters but for so few steps: another letter, one more, one less,
 * or two that changed places. The distances are those of the Damerau-Levenshtein matrix, and only those near its diagonal are
 * computed, so that the time grows with the length alone.
 */
function isNearBeginning(text: string, start: number, typed: string, mostSteps: number): boolean {
  const width = 2 * mostSteps + 1
  const far = mostSteps + 1
  // In the row of `i` typed letters, the entry `k` is the distance from the first `i + k - mostSteps` letters of the text.
  const row = () => new Array<number>(width).fill(far)
  let [before, last, next] = [row(), row(), row()]
  for (let k = mostSteps; k < width; k++) last[k] = k - mostSteps
  for (let i = 0; i < typed.length; i++) {
    let least = far
    for (let k = 0; k < width; k++) {
      const j = i + k - mostSteps
      const place = start + j
      let steps = far
      if (j >= -1 && place < text.length) {
        steps = 1 + Math.min(last[k + 1] ?? far, (k > 0 ? next[k - 1] : far) ?? far)
        if (j >= 0) steps = Math.min(steps, (last[k] ?? far) + (typed[i] === text[place] ? 0 : 1))
        const isSwap = j > 0 && i > 0 && typed[i] === text[place - 1] && typed[i - 1] === text[place]
        if (isSwap) steps = Math.min(steps, 1 + (before[k] ?? far))
      }
      next[k] = steps
      if (steps < least) least = steps
    }
    if (least > mostSteps) return false
    ;[before, last, next] = [last, next, before]
  }
  return true
}
