import { isUtf8 } from 'node:buffer'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { type DealKind, EXCHANGES } from '../../market/facts/fact.ts'
import type { Refusal, Statement } from '../../market/facts/statement.ts'
import type { FileInput } from '../../sources/facts-file/read-file.ts'
import { headingKeysOf } from '../../sources/formats/csv.ts'
import { SOURCES } from '../../sources/registry.ts'
import type { Entry } from '../../sources/source.ts'
import { type Command, UsageError } from '../command.ts'
import { IMPORT_HELP, IMPORT_OPTIONS, importFile, onlyFile } from '../import-file.ts'
import type { Progress } from '../progress.ts'

const FILES = SOURCES.flatMap(({ publisher, dealsFile }) => (dealsFile ? [{ publisher, ...dealsFile }] : []))
const EXCHANGE_NAMES = FILES.map(({ publisher }) => publisher)

const KIND_OF = { bulk: 'BULK', block: 'BLOCK' } as const satisfies Record<string, DealKind>
const KIND_NAMES: readonly (keyof typeof KIND_OF)[] = ['bulk', 'block']

const DEALS_PER_BATCH = 1000

const OPTIONS = { ...IMPORT_OPTIONS, kind: { type: 'string' }, exchange: { type: 'string' } } as const

export const help = `Usage: greymark import-deals FILE [--kind bulk|block] [--exchange ${EXCHANGE_NAMES.join('|')}]
                             [--skip-bad] [--dry-run] [--json]

Reads a CSV of bulk or block deals as ${EXCHANGES.join(' and ')} offer them for download, such as
Bulk-Deals-01-01-2025-to-31-12-2025.csv. "-" reads standard input. The file is imported whole or not
at all, and importing it twice changes nothing.

  --kind       the list, if the file name contains neither "bulk" nor "block"
  --exchange   the exchange, if the headings do not identify it
${IMPORT_HELP}`

export const run: Command['run'] = async (args, terminal) => {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  const file = onlyFile(positionals)
  const kind = KIND_OF[chosen('--kind', values.kind, KIND_NAMES) ?? kindFromName(file)]
  const exchange = chosen('--exchange', values.exchange, EXCHANGE_NAMES)
  return importFile(terminal, {
    file,
    source: 'import-deals',
    read: (input, onRead) => readDeals(input, onRead, kind, exchange),
    options: values,
  })
}

function chosen<T extends string>(
  option: string,
  requested: string | undefined,
  known: readonly T[],
): T | undefined {
  const found = known.find((name) => name === requested)
  if (requested !== undefined && found === undefined)
    throw new UsageError(`${option} must be ${known.join(' or ')}; got "${requested}"`)
  return found
}

function kindFromName(file: string): keyof typeof KIND_OF {
  const name = basename(file).toLowerCase()
  const [kind, ...more] = KIND_NAMES.filter((candidate) => name.includes(candidate))
  if (kind !== undefined && more.length === 0) return kind
  throw new UsageError(
    'the file name contains neither "bulk" nor "block", or both: give --kind bulk or --kind block',
  )
}

async function* readDeals(
  input: FileInput,
  onRead: Progress['add'],
  kind: DealKind,
  requested: string | undefined,
): AsyncGenerator<(Statement | Refusal)[]> {
  const bytes = await buffer(input)
  if (!isUtf8(bytes)) throw new Error('the file is not UTF-8 text: save it in that encoding')
  const body = bytes.toString('utf8')
  const { publisher, read } = FILES.find((file) => file.publisher === requested) ?? fileWithHeadings(body)
  const { entries } = read(body, kind)
  for (let from = 0; from < entries.length; from += DEALS_PER_BATCH) {
    const batch = entries.slice(from, from + DEALS_PER_BATCH)
    yield batch.map((entry) => statementOf(entry, publisher))
    for (const { row, raw } of batch) onRead(Buffer.byteLength(raw), row)
  }
}

function fileWithHeadings(body: string) {
  const headings = headingKeysOf(body)
  const found = FILES.find(({ heading }) => headings.includes(heading))
  if (found) return found
  throw new Error(
    `the headings are neither those of ${EXCHANGES.join(' nor those of ')}: if it is a file of deals, give --exchange`,
  )
}

/** The line number in the file, where the heading is line 1. */
const lineOf = ({ row }: Entry): number => row + 1

function statementOf(entry: Entry, source: string): Statement | Refusal {
  const line = lineOf(entry)
  if ('reason' in entry) return { line, reason: entry.reason }
  if (entry.said.kind !== 'deal') throw new Error(`a file of deals holds a row of kind ${entry.said.kind}`)
  return {
    line,
    recordedAt: null,
    fact: { fact: 'deal', ...entry.said.deal, source, printed: null, url: null },
  }
}
