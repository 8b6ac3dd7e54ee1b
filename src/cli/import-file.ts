import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Refusal, Statement } from '../market/facts/statement.ts'
import type { FileInput } from '../sources/facts-file/read-file.ts'
import { type RecordOutcome, recordFacts } from '../store/append/record-facts.ts'
import type { Db } from '../store/engines/db.ts'
import { EXIT, type ExitCode, type Terminal, UsageError } from './command.ts'
import { withStore } from './open-store.ts'
import { importPiece } from './pieces/import-piece.ts'
import { isFirstLine } from './pieces/piece-lines.ts'
import { type Progress, progressBar } from './progress.ts'
import { waitUntilRecorded } from './wait-until-recorded.ts'

export const IMPORT_OPTIONS = {
  'skip-bad': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

/** The end of their help: these options, and the exit codes. */
export const IMPORT_HELP = `  --skip-bad   import the good lines even if others are refused
  --dry-run    print what would happen, and change nothing
  --json       print the counts and refusals as JSON

Exit codes: 0 imported, or all already known, 1 lines were refused or the file cannot be read,
2 wrong arguments or settings.`

/** About a thousand lines. Larger chunks import a large file faster. */
const CHUNK_BYTES = 256 * 1024

/** Bytes: more than the first line of a piece has. */
const MAX_FIRST_LINE = 1000

export interface ImportFileOptions {
  /** `-` for standard input. */
  readonly file: string
  /** The name of the source in the record of rounds. */
  readonly source: string
  readonly read: (
    input: FileInput,
    onRead: Progress['add'],
  ) => AsyncIterable<readonly (Statement | Refusal)[]>
  /** Whether the file may be a piece of another store instead. */
  readonly mayBePiece?: boolean
  readonly options: { readonly [option in keyof typeof IMPORT_OPTIONS]: boolean }
}

export function onlyFile([file, ...more]: readonly string[]): string {
  if (file === undefined || more.length > 0) throw new UsageError('give one file, or - for standard input')
  return file
}

/** Imports the facts of a file, all or none, and prints the outcome. */
export async function importFile(
  terminal: Terminal,
  { file, source, read, mayBePiece = false, options }: ImportFileOptions,
): Promise<ExitCode> {
  const { 'skip-bad': skipBad, 'dry-run': dryRun } = options
  const bytes = file === '-' ? undefined : await sizeOf(file)
  const stream = file === '-' ? terminal.stdin : createReadStream(file, { highWaterMark: CHUNK_BYTES })
  const { firstLine, input } = await withFirstLine(stream)
  if (mayBePiece && isFirstLine(firstLine)) {
    if (skipBad) throw new UsageError('--skip-bad is not for a piece, which is taken whole or not at all')
    return importPiece(terminal, { input, bytes, options })
  }
  const work = (db: Db) => {
    const progress = progressBar(terminal, bytes)
    const batches = read(input, progress.add)
    return recordFacts(db, { source, now: terminal.now, batches, skipBad, dryRun }).finally(progress.done)
  }
  const outcome = await withStore(terminal, work, { use: dryRun ? 'change' : 'create', isTrial: dryRun })
  if (outcome.committed !== null) await waitUntilRecorded(outcome.committed, terminal)
  report(terminal, outcome, options)
  return outcome.refused === 0 || skipBad ? EXIT.done : EXIT.failed
}

/** The first line of a file, if it is short, and the whole file. */
async function withFirstLine(stream: Readable): Promise<{ firstLine: string; input: FileInput }> {
  const parts: AsyncIterator<Buffer | string> = stream[Symbol.asyncIterator]()
  const read: Buffer[] = []
  let bytes = 0
  let part = await parts.next()
  for (; !part.done; part = await parts.next()) {
    const buffer = Buffer.from(part.value)
    read.push(buffer)
    bytes += buffer.length
    if (buffer.includes('\n') || bytes > MAX_FIRST_LINE) break
  }
  const [firstLine = ''] = Buffer.concat(read).toString('utf8', 0, MAX_FIRST_LINE).trimStart().split('\n', 1)
  async function* whole(): AsyncGenerator<Buffer | string> {
    yield* read
    for (; !part.done; ) {
      part = await parts.next()
      if (!part.done) yield part.value
    }
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

function report(
  { stdout, stderr }: Terminal,
  { read, known, refused, refusals, ...outcome }: RecordOutcome,
  { 'skip-bad': skipBad, 'dry-run': dryRun, json }: ImportFileOptions['options'],
): void {
  const taken = refused === 0 || skipBad ? outcome.taken : 0
  if (json) {
    stdout.write(`${JSON.stringify({ read, taken, known, refused, dryRun, refusals })}\n`)
    return
  }
  for (const { line, reason } of refusals) stderr.write(`line ${line}: ${reason}\n`)
  if (refused > refusals.length) stderr.write(`and ${refused - refusals.length} more refused lines\n`)
  const verb = dryRun ? 'would be taken' : 'taken'
  const nothing = `: nothing ${dryRun ? 'would be' : 'was'} taken; fix the lines above, or use --skip-bad`
  const hint = refused > 0 && !skipBad ? nothing : ''
  stdout.write(`${taken} ${verb}, ${known} already known, ${refused} refused${hint}\n`)
}
