import { parseArgs } from 'node:util'
import { readFactsFile } from '../../sources/facts-file/read-file.ts'
import type { Command } from '../command.ts'
import { IMPORT_HELP, IMPORT_OPTIONS, importFile, onlyFile } from '../import-file.ts'

export const importFacts: Command = {
  name: 'import',
  summary: 'Import facts from a file',
  help: `Usage: greymark import FILE [--skip-bad] [--dry-run] [--json]

Reads a facts file: one JSON object per line, in any order. "-" reads standard input. The file is
imported whole or not at all, and importing it twice changes nothing.

${IMPORT_HELP}`,

  async run(args, terminal) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: IMPORT_OPTIONS,
      allowPositionals: true,
    })
    const file = onlyFile(positionals)
    return importFile(terminal, { file, source: 'import', read: readFactsFile, options: values })
  },
}
