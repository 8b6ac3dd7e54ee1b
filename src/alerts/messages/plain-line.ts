import { shortName } from '../../market/issues/names.ts'
import { harmless, plainText } from '../../texts/format.ts'

/** In characters. A longer name is cut. */
const MAX_NAME = 60
const MAX_LINE = 240
/** Control characters, line separators, and the halves of characters. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/gu

/** One line of plain text, whatever the names in it contain. */
export function plainLine(text: string, most = MAX_LINE): string {
  // No line is cut from a longer beginning, so that the time does not depend on the length of a name.
  const start = text.slice(0, 4 * MAX_LINE)
  const line = plainText(harmless(start)).replace(NOT_IN_A_LINE, ' ').replace(/ {2,}/g, ' ').trim()
  const letters = Array.from(line)
  return letters.length <= most
    ? line
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

/** The name of a company, a client or a share without legal words. */
export const plainName = (name: string): string => plainLine(shortName(plainLine(name)), MAX_NAME)
