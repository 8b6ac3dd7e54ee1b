import { parseArgs } from 'node:util'
import { readFactsFile } from '../../sources/facts-file/read-file.ts'
import { positionText, takenPosition } from '../../store/pieces/piece.ts'
import { type Command, EXIT, UsageError } from '../command.ts'
import { IMPORT_HELP, IMPORT_OPTIONS, importFile, onlyFile } from '../import-file.ts'
import { withStore } from '../open-store.ts'

export const help = `Usage: greymark import FILE [--skip-bad] [--dry-run] [--json]
       greymark import --position

Reads a facts file: one JSON object per line, in any order. "-" reads standard input. The file is
imported whole or not at all, and importing it twice changes nothing. A piece that "greymark export
--since" has written is recognized by its first line; --skip-bad is not for pieces.

  --position   print the position that pieces have reached in this store, 0 before the first
${IMPORT_HELP}`

export const run: Command['run'] = async (args, terminal) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { ...IMPORT_OPTIONS, position: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  if (!values.position) {
    const file = onlyFile(positionals)
    return importFile(terminal, {
      file,
      source: 'import',
      read: readFactsFile,
      mayBePiece: true,
      options: values,
    })
  }
  if (args.length > 1) throw new UsageError('--position takes no file and no other option')
  const position = await withStore(terminal, takenPosition, { use: 'read', isTrial: true })
  terminal.stdout.write(`${positionText(position)}\n`)
  return EXIT.done
}
