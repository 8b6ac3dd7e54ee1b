const ELLIPSIS = '…'

/**
 * The beginning of a text that fits, with an ellipsis where it was cut: after a whole line if that keeps at least half,
 * otherwise after a whole character. What is shorter than a fitting text must fit, too.
 */
export function cutText(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const length = longestFitting(text.length, (units) => fits(wholeCharacters(text, units) + ELLIPSIS))
  const lineEnd = text.lastIndexOf('\n', length - 1)
  if (lineEnd > 0 && lineEnd >= length / 2) return `${text.slice(0, lineEnd)}\n${ELLIPSIS}`
  return length === 0 ? '' : wholeCharacters(text, length) + ELLIPSIS
}

/** The first UTF-16 units of a text, one less where they would end within a character. */
function wholeCharacters(text: string, units: number): string {
  const last = text.charCodeAt(units - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff && units < text.length
  return text.slice(0, isHalf ? units - 1 : units)
}

/** Binary search: the largest length up to a limit that fits; 0 if none does. */
function longestFitting(limit: number, fits: (units: number) => boolean): number {
  let [fitting, tooLong] = [0, limit + 1]
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2)
    if (fits(middle)) fitting = middle
    else tooLong = middle
  }
  return fitting
}
