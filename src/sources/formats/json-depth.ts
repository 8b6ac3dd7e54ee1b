/** Documents of upstreams nest some ten values. What nests thousands cannot be written out again: the stack ends. */
export const MAX_DEPTH = 100

/** True for JSON text that nests more lists and objects in each other than any real document. */
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
