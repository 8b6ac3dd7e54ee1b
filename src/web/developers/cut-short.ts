const INDENT = '  '
const LONGEST_TEXT = 120
const LONGEST_LINE = 60

/**
 * Shortens an answer for people: the first item of each list with the number of the others, and the beginning of a long
 * text.
 */
export function cutShort(value: unknown, indent = ''): string {
  const inner = indent + INDENT
  if (Array.isArray(value)) return cutList(value, indent)
  if (typeof value === 'string') return JSON.stringify(beginningOf(value))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(
    ([key, field]) => `${inner}${JSON.stringify(key)}: ${cutShort(field, inner)}`,
  )
  return `{\n${fields.join(',\n')}\n${indent}}`
}

function cutList(list: readonly unknown[], indent: string): string {
  const whole = JSON.stringify(list)
  if (list.every((item) => typeof item !== 'object') && whole.length <= LONGEST_LINE) return whole
  const inner = indent + INDENT
  const more = list.length > 1 ? `,\n${inner}… ${list.length - 1} more` : ''
  return `[\n${inner}${cutShort(list[0], inner)}${more}\n${indent}]`
}

/** Cuts between words and appends an ellipsis. */
function beginningOf(text: string): string {
  if (text.length <= LONGEST_TEXT) return text
  const end = text.lastIndexOf(' ', LONGEST_TEXT)
  return `${text.slice(0, end > 0 ? end : LONGEST_TEXT)} …`
}
