const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u

const wordsOf = (text: string): string[] => text.toLowerCase().split(BETWEEN_WORDS)

/** A text in small letters without spaces and punctuation: `Behari-Lal` is `beharilal`. */
export const writtenTogether = (text: string): string => wordsOf(text).join('')

/**
 * True if the words of a name, from one of them on and written together, begin with these letters. Within a word they
 * are not looked for: `tea` is not in `Great East`.
 */
export function hasWordsTogether(name: string, letters: string): boolean {
  if (letters === '') return false
  const words = wordsOf(name)
  const together = words.join('')
  let start = 0
  return words.some((word) => {
    const isHere = together.startsWith(letters, start)
    start += word.length
    return isHere
  })
}
