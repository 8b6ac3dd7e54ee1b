/**
 * A text with places for values. A page fills them with elements, a feed or a card with text, and a translation may put
 * them in another order.
 */
export type Phrase<T> = (string | T)[]

/** Tags a template: ``phrase`Closes ${day}, ${time}` `` */
export const phrase = <T>(texts: TemplateStringsArray, ...values: (T | string)[]): Phrase<T> =>
  texts.flatMap((text, i): Phrase<T> => [text, ...values.slice(i, i + 1)])

/** A phrase whose values are text. */
export const written = (parts: Phrase<string>): string => parts.join('')
