/** A line of a calendar is at most so many bytes long; the rest goes on in the next. */
const MAX_OCTETS = 75

/** Lines of a calendar as a file: folded, with the line ends that the format asks for. */
export const calendarFile = (lines: readonly string[]): string =>
  lines.map((line) => `${folded(line)}\r\n`).join('')

/** A line that goes on begins with a space, which counts; a letter is never cut in two. */
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

/** Text as a value: what has a meaning of its own is escaped, and what no value may hold is left out. */
export const calendarText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '')
