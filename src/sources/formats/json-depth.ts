/**
 * Documents of upstreams nest about ten levels. Thousands of levels cannot be serialized again: the stack overflows.
 */
export const MAX_DEPTH = 100

/** True for JSON text that nests more lists and objects than any real document. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (isInString) {
      if (character === '\\') i++
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '[' || character === '{') {
      if (++depth > MAX_DEPTH) return true
    } else if (character === ']' || character === '}') depth--
  }
  return false
}
