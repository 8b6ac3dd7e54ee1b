/** A function that receives external text, and how to call it. */
export interface TextReader {
  /** Its file and name, such as `src/web/address.ts#withoutFinalSlash`. */
  readonly of: string
  readonly read: (text: string) => unknown
  /** The texts it searches for; hostile texts are built from these pieces and the usual ones. */
  readonly pieces?: readonly string[]
}

/** The readers of one file, each with the pieces that it searches for. */
export const readersOf = (
  file: string,
  readers: Readonly<Record<string, TextReader['read']>>,
  pieces: readonly string[] = [],
): TextReader[] => Object.entries(readers).map(([name, read]) => ({ of: `${file}#${name}`, read, pieces }))
