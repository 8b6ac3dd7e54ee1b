import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FileInput, type OnRead, readLines } from '../../sources/facts-file/read-file.ts'
import type { RecordOutcome } from '../../store/append/record-facts.ts'
import { type PieceLine, PieceRefused } from '../../store/pieces/piece.ts'
import { type PieceOutcome, takePiece } from '../../store/pieces/take-piece.ts'
import type { Terminal } from '../command.ts'
import { withStore } from '../open-store.ts'
import { progressBar } from '../progress.ts'
import { readPieceLine } from './piece-lines.ts'

/** About a thousand lines. Larger chunks import a large file faster. */
export const CHUNK_BYTES = 256 * 1024

/** What became of a piece; of a refused one only the line and the reason. */
export type ImportedPiece = Omit<RecordOutcome, 'committed'> &
  Partial<Pick<PieceOutcome, 'rounds' | 'position'>>

/** Takes a piece of another store, all or nothing of it. `bytes` is the size of a file; `undefined` for a pipe. */
export async function importPiece(
  terminal: Terminal,
  input: FileInput,
  bytes: number | undefined,
  dryRun: boolean,
): Promise<ImportedPiece> {
  const take = (whole: FileInput) => {
    const progress = progressBar(terminal, bytes)
    const lines = linesOf(whole, progress.add)
    return withStore(terminal, dryRun ? 'try-change' : 'create', (db) =>
      takePiece(db, { lines, now: terminal.now, dryRun }),
    ).finally(progress.done)
  }
  try {
    const taken = await (bytes === undefined ? onceArrived(input, take) : take(input))
    return { ...taken, refused: 0, refusals: [] }
  } catch (error) {
    if (!(error instanceof PieceRefused)) throw error
    const { line, message: reason } = error
    return { read: 0, taken: 0, known: 0, refused: 1, refusals: [{ line, reason }] }
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
    return await work(file.createReadStream({ start: 0, autoClose: false, highWaterMark: CHUNK_BYTES }))
  } finally {
    await file.close()
  }
}

async function* linesOf(input: FileInput, onRead: OnRead): AsyncGenerator<PieceLine> {
  for await (const batch of readLines(input, readPieceLine, onRead))
    for (const line of batch) {
      if ('reason' in line) throw new PieceRefused(line.line, line.reason)
      yield line
    }
}
