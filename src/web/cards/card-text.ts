import { harmless } from '../../texts/format.ts'
import { CARD_FONTS } from './card-font.ts'

export type CardWeight = keyof typeof CARD_FONTS

export interface CardTextStyle {
  readonly size: number
  readonly weight: CardWeight
  readonly maxWidth: number
}

const ELLIPSIS = '…'
/** Longer text is cut before it is measured. No line of a card holds as many characters. */
const LONGEST = 300

/**
 * A name from outside as the font can draw it. Symbols without a glyph are dropped. If a letter has none, half a name
 * would mislead, so the fallback is shown instead.
 */
export function drawableName(name: string, fallback: string): string {
  const characters = [...harmless(name.slice(0, LONGEST).toWellFormed()).normalize('NFKC')]
  if (characters.some((character) => /\p{L}/u.test(character) && !isDrawable(character))) return fallback
  return drawable(characters.join('')) || fallback
}

/** A text without characters that the font lacks; each run of white space becomes one space. */
export const drawable = (text: string): string =>
  [...text.slice(0, LONGEST)]
    .map((character) => (/\s/.test(character) ? ' ' : character))
    .filter(isDrawable)
    .join('')
    .replace(/ +/g, ' ')
    .trim()

/** Has a glyph in both weights and is not a mark, which the font may place over its neighbours. */
const isDrawable = (character: string): boolean =>
  CARD_FONTS.medium.has(character) && CARD_FONTS.bold.has(character) && !/[\p{M}\p{C}]/u.test(character)

const widthOf = (text: string, { size, weight }: CardTextStyle): number =>
  CARD_FONTS[weight].width(text, size)

/** The text in one line, with an ellipsis where it is too long. */
export function cutToWidth(text: string, style: CardTextStyle): string {
  if (widthOf(text, style) <= style.maxWidth) return text
  const characters = [...text]
  let width = widthOf(ELLIPSIS, style)
  const cut = characters.findIndex((character) => {
    width += widthOf(character, style)
    return width > style.maxWidth
  })
  return `${characters.slice(0, Math.max(cut, 0)).join('').trimEnd()}${ELLIPSIS}`
}

/** The text in at most this many lines, broken between words; the last line is cut. */
export function wrapped(text: string, style: CardTextStyle, maxLines: number): string[] {
  const lines: string[] = []
  let rest = text.split(' ')
  while (rest.length > 0 && lines.length < maxLines - 1) {
    const words = wordsThatFit(rest, style)
    lines.push(cutToWidth(rest.slice(0, words).join(' '), style))
    rest = rest.slice(words)
  }
  return rest.length === 0 ? lines : [...lines, cutToWidth(rest.join(' '), style)]
}

/** At least one, because a word that is too long must be cut in any case. */
function wordsThatFit(words: readonly string[], style: CardTextStyle): number {
  let width = widthOf(words[0] ?? '', style)
  for (let n = 1; n < words.length; n++) {
    width += widthOf(` ${words[n]}`, style)
    if (width > style.maxWidth) return n
  }
  return words.length
}

/** The largest of these sizes at which the text fits, else the smallest. */
export const fittingSize = (
  text: string,
  sizes: readonly [number, ...number[]],
  style: Omit<CardTextStyle, 'size'>,
): number =>
  sizes.find((size) => widthOf(text, { ...style, size }) <= style.maxWidth) ?? sizes.at(-1) ?? sizes[0]

/** A figure in one or two lines of one size. */
export interface FigureLines {
  readonly size: number
  readonly lines: readonly string[]
}

/**
 * A figure that is never cut, because a part of a number is another number: in one line of these sizes, else in two, with
 * the break at the first space or after the dash of a band.
 */
export function figureLines(
  text: string,
  sizes: { readonly one: readonly [number, ...number[]]; readonly two: readonly [number, ...number[]] },
  style: Omit<CardTextStyle, 'size'>,
): FigureLines {
  const figure = drawable(text)
  const size = fittingSize(figure, sizes.one, style)
  if (widthOf(figure, { ...style, size }) <= style.maxWidth) return { size, lines: [figure] }
  const end = figure.search(/ |(?<=–)/)
  const lines = end < 0 ? [figure] : [figure.slice(0, end), figure.slice(end).trimStart()]
  return { size: Math.min(...lines.map((line) => fittingSize(line, sizes.two, style))), lines }
}
