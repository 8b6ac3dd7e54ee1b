import { isUtf8 } from 'node:buffer'
import type { Refusal, Statement } from '../../market/facts/statement.ts'
import { readLine } from './read-line.ts'

const LINES_PER_BATCH = 1000
/** A fact has a few hundred bytes; a longer line belongs to another kind of file. */
export const MAX_LINE_BYTES = 1_000_000
const LINE_END = 10

/** The bytes of a file, in parts. */
export type FileInput = AsyncIterable<Buffer | string>

/** Is told how many bytes and lines were read. */
export type OnRead = (bytes: number, lines: number) => void

/** Reads a facts file in bounded memory, batch by batch. */
export const readFactsFile = (input: FileInput, onRead?: OnRead): AsyncGenerator<(Statement | Refusal)[]> =>
  readLines(input, readLine, onRead)

/** Reads newline-delimited text in bounded memory, batch by batch. Blank lines are skipped. */
export async function* readLines<T>(
  input: FileInput,
  read: (text: string, line: number) => T,
  onRead: OnRead = () => undefined,
): AsyncGenerator<(T | Refusal)[]> {
  let batch: (T | Refusal)[] = []
  let line = 0
  for await (const block of blocks(input)) {
    for (const text of linesOf(block)) {
      line++
      // Trimming also removes a byte order mark.
      const trimmed = typeof text === 'string' ? text.trim() : text
      if (trimmed !== '') batch.push(typeof trimmed === 'string' ? read(trimmed, line) : { line, ...trimmed })
      if (batch.length >= LINES_PER_BATCH) {
        yield batch
        batch = []
      }
    }
    onRead(bytesOf(block), line)
  }
  if (batch.length > 0) yield batch
}

/**
 * Whole lines, without the end of the last one; or the length of a line that is too long, whose content was dropped.
 */
type Block = Buffer | { readonly tooLong: number }

const bytesOf = (block: Block) => (Buffer.isBuffer(block) ? block.length : block.tooLong)

const OVERLONG = { reason: `longer than ${MAX_LINE_BYTES} bytes: not a line of a facts file` }
const NOT_UTF8 = { reason: 'not UTF-8 text: save the file in that encoding' }

/** Nearly every block can be decoded as a whole, which is faster; otherwise each line is checked. */
function* linesOf(block: Block): Iterable<string | { reason: string }> {
  if (!Buffer.isBuffer(block)) yield OVERLONG
  else if (block.length <= MAX_LINE_BYTES && isUtf8(block)) yield* block.toString('utf8').split('\n')
  else
    for (const line of splitLines(block)) {
      if (line.length > MAX_LINE_BYTES) yield OVERLONG
      else yield isUtf8(line) ? line.toString('utf8') : NOT_UTF8
    }
}

function* splitLines(block: Buffer): Generator<Buffer> {
  let from = 0
  for (let end = block.indexOf(LINE_END); end >= 0; end = block.indexOf(LINE_END, from)) {
    yield block.subarray(from, end)
    from = end + 1
  }
  yield block.subarray(from)
}

/** Cuts the input at its last line end; the incomplete line waits for its rest. */
async function* blocks(input: FileInput): AsyncGenerator<Block> {
  let begun: Buffer[] = []
  let begunBytes = 0
  const take = (part: Buffer): Block => {
    const bytes = begunBytes + part.length
    const block = begunBytes > MAX_LINE_BYTES ? { tooLong: bytes } : Buffer.concat([...begun, part], bytes)
    begun = []
    begunBytes = 0
    return block
  }
  for await (const chunk of input) {
    let rest = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    if (begunBytes > 0) {
      const end = rest.indexOf(LINE_END)
      if (end >= 0) {
        yield take(rest.subarray(0, end))
        rest = rest.subarray(end + 1)
      }
    }
    const end = rest.lastIndexOf(LINE_END)
    if (end >= 0) {
      yield take(rest.subarray(0, end))
      rest = rest.subarray(end + 1)
    }
    begunBytes += rest.length
    if (begunBytes > MAX_LINE_BYTES) begun = []
    else if (rest.length > 0) begun.push(rest)
  }
  if (begunBytes > 0) yield take(Buffer.alloc(0))
}
