import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { writeLine } from '../../sources/facts-file/write-line.ts'
import type { Db } from '../../store/engines/db.ts'
import { allFacts } from '../../store/facts/all-facts.ts'
import { type Command, EXIT, UsageError } from '../command.ts'
import { withStore } from '../open-store.ts'

const LINES_PER_WRITE = 500

export const exportFacts: Command = {
  name: 'export',
  summary: 'Write all facts as a facts file',
  help: `Usage: greymark export [FILE]

Writes every fact, one JSON object per line, in the order in which they were recorded, to FILE or to
standard output. Importing the file into an empty store gives the same market, at every past moment.

Exit codes: 0 written, 1 could not be written, 2 wrong arguments or settings.`,

  async run(args, terminal) {
    const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true })
    if (positionals.length > 1) throw new UsageError('give at most one file')
    const [path = '-'] = positionals
    await withStore(
      terminal,
      (db) => (path === '-' ? writeFacts(db, terminal.stdout) : writeFile(db, path)),
      {
        use: 'read',
      },
    )
    return EXIT.done
  },
}

/** Writes a temporary file and renames it at the end, so that a failure leaves an older file unchanged. */
async function writeFile(db: Db, path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined)
  // A pipe or device is written to, not replaced.
  if (existing && !existing.isFile()) return writeAndEnd(db, createWriteStream(path))
  const temporary = `${path}.unfinished`
  try {
    await writeAndEnd(db, createWriteStream(temporary))
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function writeAndEnd(db: Db, output: Writable): Promise<void> {
  await Promise.all([finished(output), writeFacts(db, output).then(() => output.end())])
}

async function writeFacts(db: Db, output: Writable): Promise<void> {
  let lines: string[] = []
  const flush = async () => {
    if (lines.length > 0 && !output.write(`${lines.join('\n')}\n`)) await once(output, 'drain')
    lines = []
  }
  for await (const fact of allFacts(db)) {
    lines.push(writeLine(fact, fact.recorded))
    if (lines.length >= LINES_PER_WRITE) await flush()
  }
  await flush()
}
