import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FileInput, readLines } from '../../sources/facts-file/read-file.ts'
import { type PieceLine, PieceRefused } from '../../store/pieces/piece.ts'
import { type PieceOutcome, takePiece } from '../../store/pieces/take-piece.ts'
import { EXIT, type ExitCode, type Terminal } from '../command.ts'
import { withStore } from '../open-store.ts'
import { type Progress, progressBar } from '../progress.ts'
import { readPieceLine } from './piece-lines.ts'

interface PieceImport {
  readonly input: FileInput
  /** The size of a file; `undefined` for a pipe. */
  readonly bytes: number | undefined
  readonly options: { readonly dryRun: boolean; readonly json: boolean }
}

/** Takes a piece of another store, all or nothing of it, and prints the outcome. */
export async function importPiece(
  terminal: Terminal,
  { input, bytes, options }: PieceImport,
): Promise<ExitCode> {
  const { dryRun } = options
  const take = (whole: FileInput) => {
    const progress = progressBar(terminal, bytes)
    const lines = linesOf(whole, progress.add)
    return withStore(terminal, (db) => takePiece(db, { lines, now: terminal.now, dryRun }), {
      use: dryRun ? 'change' : 'create',
      isTrial: dryRun,
    }).finally(progress.done)
  }
  try {
    report(terminal, await (bytes === undefined ? onceArrived(input, take) : take(input)), options)
    return EXIT.done
  } catch (error) {
    if (!(error instanceof PieceRefused)) throw error
    reportRefusal(terminal, error, options)
    return EXIT.failed
  }
}

/**
 * Runs work on what a pipe brings once all of it has arrived: while the store is locked, nobody waits for a slow or lost
 * connection. The temporary file has no name, so that a killed process leaves nothing.
 */
async function onceArrived<T>(input: FileInput, work: (whole: FileInput) => Promise<T>): Promise<T> {
  const path = join(tmpdir(), `greymark-piece-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    for await (const part of input) await file.appendFile(part)
    return await work(fromBeginning(file))
  } finally {
    await file.close()
  }
}

const fromBeginning = (file: FileHandle): FileInput =>
  file.createReadStream({ start: 0, autoClose: false, highWaterMark: 256 * 1024 })

async function* linesOf(input: FileInput, onRead: Progress['add']): AsyncGenerator<PieceLine> {
  for await (const batch of readLines(input, readPieceLine, onRead))
    for (const line of batch) {
      if ('reason' in line) throw new PieceRefused(line.line, line.reason)
      yield line
    }
}

function report(
  { stdout }: Terminal,
  { rounds, position, ...facts }: PieceOutcome,
  { dryRun, json }: PieceImport['options'],
): void {
  if (json) {
    const refused = { refused: 0, dryRun, refusals: [] }
    stdout.write(`${JSON.stringify({ ...facts, ...refused, rounds, position })}\n`)
    return
  }
  const verb = dryRun ? 'would be taken' : 'taken'
  stdout.write(
    `${facts.taken} ${verb}, ${facts.known} already known, 0 refused; rounds: ${rounds}; position: ${position}\n`,
  )
}

function reportRefusal(
  { stdout, stderr }: Terminal,
  { line, message: reason }: PieceRefused,
  { dryRun, json }: PieceImport['options'],
): void {
  if (json) {
    const nothing = { read: 0, taken: 0, known: 0 }
    stdout.write(`${JSON.stringify({ ...nothing, refused: 1, dryRun, refusals: [{ line, reason }] })}\n`)
    return
  }
  stderr.write(`line ${line}: ${reason}\n`)
  stdout.write(`nothing ${dryRun ? 'would be' : 'was'} taken of this piece\n`)
}
