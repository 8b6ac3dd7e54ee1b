import { chance, pick, type Random, wholeBetween } from '../../src/demo/seeded.ts'

/** Pieces that are slow for regular expressions and loops when repeated: spaces, marks, digits, letters, brackets. */
export const USUAL_PIECES: readonly string[] = [
  ...['\t', '\n', '\r\n', '\u00a0', '.', ',', '-', '–', '(', ')', '()', '((', '[', ']', '"', '""', "'"],
  ...['/', '//', '\\', '|', '@', ':', ';', '=', '%', '%20', '&', '?', '#', '*', '_', '+', '<', '>', '<br>'],
  ...['0', '1', '12', '1,', '1.', '1 ', '- ', 'a', 'A', 'a ', 'é', '₹', 'Rs.', '😀', '\ud800', '\u0000'],
  ...['\u0301', '\u0315\u0300', '\ufeff', '<td>', '<table>', '{', '{"a":', '[[', 'W/"a",', '::', '\u0130'],
]

/** A text of about this length: a start, a repeated piece, an end. */
export interface HostileText {
  readonly start: string
  readonly unit: string
  readonly end: string
}

/** First spaces, then the function's own pieces and the usual ones, one by one, then random combinations of one to three. */
export function hostileText(index: number, pieces: readonly string[], random: Random): HostileText {
  const all = [' ', ...pieces, ...USUAL_PIECES]
  const some = () => (chance(random, 0.3) ? '' : pick(random, all))
  const unit =
    all[index] ?? Array.from({ length: wholeBetween(random, 1, 3) }, () => pick(random, all)).join('')
  return { start: some() + some(), unit, end: some() + some() }
}

export const textOfLength = ({ start, unit, end }: HostileText, length: number): string =>
  start + unit.repeat(Math.max(1, Math.floor(length / unit.length))) + end

export const textDescription = ({ start, unit, end }: HostileText): string =>
  `${JSON.stringify(start)} + ${JSON.stringify(unit)} repeated + ${JSON.stringify(end)}`
