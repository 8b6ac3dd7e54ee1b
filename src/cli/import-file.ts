import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { FileInput, readFactsFile } from '../sources/facts-file/read-file.ts'
import { recordFacts } from '../store/append/record-facts.ts'
import { EXIT, type ExitCode, type Terminal, UsageError } from './command.ts'
import { recordIn } from './open-store.ts'
import { CHUNK_BYTES, type ImportedPiece, importPiece } from './pieces/import-piece.ts'
import { isFirstLine } from './pieces/piece-lines.ts'
import { progressBar } from './progress.ts'
import { DRY_RUN, text } from './values.ts'

/** What both commands that import say of themselves. */
export const IMPORTING = {
  file: { kind: text('FILE'), help: 'the file, or - for standard input', isRequired: true },
  options: {
    skipBad: { help: 'import the good lines even if others are refused' },
    dryRun: DRY_RUN,
    json: { help: 'print the counts and refusals as JSON' },
  },
  exits: ['imported, or all already known', 'lines were refused or the file cannot be read'],
} as const

interface ImportOptions {
  /** `-` for standard input. */
  readonly file: string
  readonly skipBad: boolean
  readonly dryRun: boolean
  readonly json: boolean
}

/** Bytes: more than the first line of a piece has. */
const MAX_FIRST_LINE = 1000
/** How a file begins that gzip has compressed, such as the data set of a service. */
const GZIP = Buffer.from([0x1f, 0x8b])

/**
 * Imports the facts of a file, all or none, and prints the outcome. `source` is its name in the record of rounds; what
 * "import" reads may be a piece of another store instead.
 */
export async function importFile(
  terminal: Terminal,
  source: 'import' | 'import-deals',
  read: typeof readFactsFile,
  options: ImportOptions,
): Promise<ExitCode> {
  const { file, skipBad, dryRun } = options
  const nothing = `nothing ${dryRun ? 'would be' : 'was'} taken`
  const bytes = file === '-' ? undefined : await sizeOf(file)
  const stream = file === '-' ? terminal.stdin : createReadStream(file, { highWaterMark: CHUNK_BYTES })
  const { firstLine, input } = await withFirstLine(stream, source)
  if (source === 'import' && isFirstLine(firstLine)) {
    if (skipBad) throw new UsageError('--skip-bad is not for a piece, which is taken whole or not at all')
    const outcome = await importPiece(terminal, input, bytes, dryRun)
    report(terminal, outcome, options, `${nothing} of this piece`)
    return outcome.refused === 0 ? EXIT.done : EXIT.failed
  }
  const outcome = await recordIn(terminal, dryRun, (db) => {
    const progress = progressBar(terminal, bytes)
    const batches = read(input, progress.add)
    return recordFacts(db, { source, now: terminal.now, batches, skipBad, dryRun }).finally(progress.done)
  })
  report(terminal, outcome, options, `${nothing}; fix the lines above, or use --skip-bad`)
  return outcome.refused === 0 || skipBad ? EXIT.done : EXIT.failed
}

/** The first line of a file, if it is short, and the whole file. */
async function withFirstLine(
  stream: Readable,
  command: string,
): Promise<{ firstLine: string; input: FileInput }> {
  const parts = stream[Symbol.asyncIterator]()
  let read = Buffer.alloc(0)
  while (!read.includes('\n') && read.length <= MAX_FIRST_LINE) {
    const part = await parts.next()
    if (part.done) break
    read = Buffer.concat([read, Buffer.from(part.value)])
  }
  if (read.subarray(0, GZIP.length).equals(GZIP))
    throw new Error(`the file is compressed: use "gunzip -c FILE | greymark ${command} -"`)
  const [firstLine = ''] = read.toString('utf8', 0, MAX_FIRST_LINE).trimStart().split('\n', 1)
  async function* whole(): AsyncGenerator<Buffer | string> {
    yield read
    yield* parts
  }
  return { firstLine, input: whole() }
}

/** The size of a file in bytes; `undefined` for a pipe. */
async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT' ? `there is no file ${path}` : `cannot read ${path}: ${error.message}`,
    )
  })
  if (found.isDirectory()) throw new Error(`${path} is a folder, not a file`)
  return found.isFile() ? found.size : undefined
}

/** Prints the outcome. A piece has its rounds and its position, too. */
function report(
  { stdout, stderr }: Terminal,
  { read, known, refused, refusals, rounds, position, ...outcome }: ImportedPiece,
  { skipBad, dryRun, json }: ImportOptions,
  nothing: string,
): void {
  const taken = refused === 0 || skipBad ? outcome.taken : 0
  if (json) {
    const counts = { read, taken, known, refused, dryRun, refusals, rounds, position }
    return void stdout.write(`${JSON.stringify(counts)}\n`)
  }
  for (const { line, reason } of refusals) stderr.write(`line ${line}: ${reason}\n`)
  if (refused > refusals.length) stderr.write(`and ${refused - refusals.length} more refused lines\n`)
  const counts = `${taken} ${dryRun ? 'would be taken' : 'taken'}, ${known} already known, ${refused} refused`
  const reached = position === undefined ? '' : `; rounds: ${rounds}; position: ${position}`
  const hint = refused > 0 && !skipBad ? `: ${nothing}` : ''
  stdout.write(`${counts}${reached}${hint}\n`)
}
