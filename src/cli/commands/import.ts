import { readFactsFile } from '../../sources/facts-file/read-file.ts'
import { positionText, takenPosition } from '../../store/pieces/piece.ts'
import { defineCommand, EXIT, UsageError } from '../command.ts'
import { IMPORTING, importFile } from '../import-file.ts'
import { withStore } from '../open-store.ts'

export const command = defineCommand({
  about: `Reads a facts file: one JSON object per line, in any order. The file is imported whole or not at
    all, and importing it twice changes nothing.

    A piece that "greymark export --since" has written is recognized by its first line.`,
  arguments: { file: { ...IMPORTING.file, isRequired: false } },
  options: {
    position: {
      help: 'only print the position that pieces have reached in this store, 0 before the first',
    },
    ...IMPORTING.options,
  },
  examples: ['facts.jsonl --dry-run', '- < facts.jsonl', '--position'],
  exits: IMPORTING.exits,
  run: async ({ file, position, ...options }, terminal) => {
    if (!position) {
      if (file === undefined) throw new UsageError('give FILE: a facts file, or - for standard input')
      return importFile(terminal, 'import', readFactsFile, { ...options, file })
    }
    if (file !== undefined || Object.values(options).includes(true))
      throw new UsageError('--position takes no file and no other option')
    const reached = await withStore(terminal, 'try-read', takenPosition)
    terminal.stdout.write(`${positionText(reached)}\n`)
    return EXIT.done
  },
})
