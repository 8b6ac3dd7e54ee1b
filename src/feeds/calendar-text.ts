/** The maximum length of a line in bytes (RFC 5545); longer lines are folded. */
const MAX_OCTETS = 75

/** Joins lines to an iCalendar file: folded, with CRLF. */
export const calendarFile = (lines: readonly string[]): string =>
  lines.map((line) => `${folded(line)}\r\n`).join('')

/** Folds a line. A continuation starts with a space, which counts, and no character is split. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (octets + size > MAX_OCTETS) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += letter
    octets += size
  }
  return [...parts, part].join('\r\n')
}

/** Escapes a text for use as a value, and removes control characters. */
export const calendarText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '')
