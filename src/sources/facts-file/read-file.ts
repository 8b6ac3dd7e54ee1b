import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import type { Refusal, Statement } from '../../market/statement.ts'
import { readLine } from './read-line.ts'

const LINES_PER_BATCH = 1000
/** A fact is a few hundred bytes; a longer line is another kind of file. */
export const MAX_LINE_BYTES = 1_000_000

/** Reads newline-delimited JSON in bounded memory, batch by batch. Blank lines say nothing. */
export async function* readFactsFile(
  input: Readable,
  onRead: (bytes: number, lines: number) => void = () => undefined,
): AsyncGenerator<(Statement | Refusal)[]> {
  let batch: (Statement | Refusal)[] = []
  let line = 0
  for await (const { content, bytes } of lines(input)) {
    line++
    const entry = entryOf(content, line)
    if (entry) batch.push(entry)
    if (batch.length >= LINES_PER_BATCH) {
      yield batch
      batch = []
    }
    onRead(bytes, line)
  }
  if (batch.length > 0) yield batch
}

function entryOf(content: Buffer | undefined, line: number): Statement | Refusal | undefined {
  if (!content) return { line, reason: `longer than ${MAX_LINE_BYTES} bytes: not a line of a facts file` }
  if (!isUtf8(content)) return { line, reason: 'not UTF-8 text: save the file in that encoding' }
  const text = content.toString('utf8')
  // Trimming also removes a byte order mark.
  const trimmed = text.trim()
  return trimmed === '' ? undefined : readLine(trimmed, line)
}

/** Splits into lines; the content of an overlong line is dropped and given as `undefined`. */
async function* lines(input: Readable): AsyncGenerator<{ content: Buffer | undefined; bytes: number }> {
  let rest: Buffer[] = []
  let restBytes = 0
  const taken = () => {
    const content = restBytes > MAX_LINE_BYTES ? undefined : Buffer.concat(rest)
    const bytes = restBytes
    rest = []
    restBytes = 0
    return { content, bytes }
  }
  const keep = (part: Buffer) => {
    restBytes += part.length
    if (restBytes > MAX_LINE_BYTES) rest = []
    else rest.push(part)
  }
  for await (const chunk of input as AsyncIterable<Buffer | string>) {
    const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    let from = 0
    for (let end = buffer.indexOf(10); end >= 0; end = buffer.indexOf(10, from)) {
      keep(buffer.subarray(from, end))
      yield taken()
      from = end + 1
    }
    if (from < buffer.length) keep(buffer.subarray(from))
  }
  if (restBytes > 0) yield taken()
}
