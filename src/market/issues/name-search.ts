const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u

const wordsOf = (text: string): string[] => text.toLowerCase().split(BETWEEN_WORDS)

/** A text in small letters without spaces and punctuation: `Behari-Lal` is `beharilal`. */
export const writtenTogether = (text: string): string => wordsOf(text).join('')

/**
 * Where in the letters of a name, its words written together, these letters begin with one of its words; -1 if they do
 * not. Within a word they are not looked for: `tea` is not in `Great East`.
 */
export function placeTogether(name: string, letters: string): number {
  const words = wordsOf(name)
  const together = words.join('')
  let start = 0
  for (const word of words) {
    if (word !== '' && together.startsWith(letters, start)) return start
    start += word.length
  }
  return -1
}

export const hasWordsTogether = (name: string, letters: string): boolean =>
  letters !== '' && placeTogether(name, letters) >= 0
