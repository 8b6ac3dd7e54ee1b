import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { writeLine } from '../../sources/facts-file/write-line.ts'
import type { Db } from '../../store/engines/db.ts'
import { allFacts } from '../../store/facts/all-facts.ts'
import { isOwnPosition, type Position, parsePosition, positionText } from '../../store/pieces/piece.ts'
import { atOneMoment, pieceSince } from '../../store/pieces/read-piece.ts'
import { defineCommand, EXIT, type Kind, type Terminal } from '../command.ts'
import { withStore } from '../open-store.ts'
import { writePieceLine } from '../pieces/piece-lines.ts'
import { file } from '../values.ts'

const LINES_PER_WRITE = 500

const position: Kind<Position> = {
  shown: 'POSITION',
  expected: '0 or a position as "greymark import --position" prints it, such as 120@2026-01-13T08:10:00.000Z',
  read: parsePosition,
}

export const command = defineCommand({
  about: `Writes every fact, one JSON object per line, in the order in which they were recorded. Importing
    the file into an empty store gives the same market, at every past moment.`,
  arguments: {
    path: { kind: file, help: 'the file to write; standard output if not given' },
  },
  options: {
    since: {
      kind: position,
      help: `write a piece: all that was recorded after POSITION, also rounds, downloads and refused rows,
        for a store elsewhere that is to give the same answers as this one. There, "greymark import
        --position" prints POSITION; 0 is the beginning. If this store has no such position, all of it
        is written.`,
    },
  },
  examples: ['facts.jsonl', '--since 0 piece.jsonl'],
  exits: ['written', 'could not be written'],
  run: async ({ path = '-', since }, terminal) => {
    const write = (lines: Lines) =>
      path === '-' ? pipeline(batched(lines), terminal.stdout, { end: false }) : writeFile(lines, path)
    const work = (db: Db) =>
      since === undefined
        ? write(factLines(db))
        : atOneMoment(db, (tx) => write(pieceLines(tx, since, terminal)))
    await withStore(terminal, 'read', work)
    return EXIT.done
  },
})

type Lines = AsyncIterable<string>

async function* factLines(db: Db): AsyncGenerator<string> {
  for await (const fact of allFacts(db)) yield writeLine(fact, fact.recorded)
}

async function* pieceLines(tx: Db, since: Position, { stderr }: Terminal): AsyncGenerator<string> {
  if (!(await isOwnPosition(tx, since)))
    stderr.write(
      `this store has no position ${positionText(since)}: it is another one than the last piece came from, or was set back to a backup; all of it is written\n`,
    )
  for await (const entry of pieceSince(tx, since)) yield writePieceLine(entry)
}

/** Writes a temporary file and renames it at the end, so that a failure leaves an older file unchanged. */
async function writeFile(lines: Lines, path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined)
  // A pipe or device is written to, not replaced.
  if (existing && !existing.isFile()) return pipeline(batched(lines), createWriteStream(path))
  const temporary = `${path}.unfinished`
  try {
    await pipeline(batched(lines), createWriteStream(temporary))
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function* batched(lines: Lines): AsyncGenerator<string> {
  let batch: string[] = []
  for await (const line of lines) {
    batch.push(line)
    if (batch.length < LINES_PER_WRITE) continue
    yield `${batch.join('\n')}\n`
    batch = []
  }
  if (batch.length > 0) yield `${batch.join('\n')}\n`
}
