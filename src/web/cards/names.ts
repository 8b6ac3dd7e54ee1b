import { capitalized, harmless } from '../../texts/format.ts'

/** Longer text is cut before it is drawn. No line of a card holds as many characters. */
const LONGEST = 300

/** What the bundled fonts can draw: Latin, Greek, Cyrillic, Devanagari and Gujarati letters, with signs of every day. */
const DRAWABLE =
  /[\x20-\x7e\xa0-\xac\xae-\u0148\u014a-\u01c3\u01cd-\u024f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490-\u049d\u04a0-\u04f9\u0900-\u0963\u0966-\u097f\u0a81-\u0a83\u0a85-\u0a8d\u0a8f-\u0a91\u0a93-\u0aa8\u0aaa-\u0ab0\u0ab2-\u0ab3\u0ab5-\u0ab9\u0abc-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ad0\u0ae0-\u0ae3\u0ae6-\u0aef\u1e00-\u1e9b\u1e9e-\u1eff\u2010\u2013-\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac\u20b9\u2122\u2212]/u

/** A text without characters that no font has; each run of white space becomes one space. */
export const drawable = (text: string): string =>
  [...text.slice(0, LONGEST).replaceAll(/\s+/g, ' ')]
    .filter((character) => DRAWABLE.test(character))
    .join('')
    .replace(/ +/g, ' ')
    .trim()

/**
 * A name from outside as the fonts can draw it. Symbols that they lack are dropped. If a letter is missing, half a name
 * would mislead, so the fallback is shown instead.
 */
export function drawableName(name: string, fallback: string): string {
  const text = harmless(name.slice(0, LONGEST).toWellFormed()).normalize('NFKC')
  const hasOtherLetters = [...text].some((one) => /\p{L}/u.test(one) && !DRAWABLE.test(one))
  return (hasOtherLetters ? '' : drawable(text)) || fallback
}

/** With the words of its address for a name in a script that the fonts do not have. */
export const drawableIpoName = ({ slug, name }: { readonly slug: string; readonly name: string }): string =>
  drawableName(name, slug.split('-').map(capitalized).join(' '))
