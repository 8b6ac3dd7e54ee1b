/** A function that receives text from outside, and how to call it. */
export interface TextReader {
  /** Where it is: `src/web/address.ts#withoutFinalSlash`. */
  readonly of: string
  readonly read: (text: string) => unknown
  /** What it looks for: hostile texts are built of these pieces and of the usual ones. */
  readonly pieces?: readonly string[]
}

/** The readers of one file; each is a function of the text alone, with the pieces that it looks for. */
export const readersOf = (
  file: string,
  readers: Readonly<Record<string, TextReader['read']>>,
  pieces: readonly string[] = [],
): TextReader[] => Object.entries(readers).map(([name, read]) => ({ of: `${file}#${name}`, read, pieces }))
