import { isUtf8 } from 'node:buffer'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type DealKind, EXCHANGES } from '../../market/facts/fact.ts'
import type { Refusal, Statement } from '../../market/facts/statement.ts'
import type { FileInput, OnRead, readFactsFile } from '../../sources/facts-file/read-file.ts'
import { headingKeysOf } from '../../sources/formats/csv.ts'
import { SOURCES } from '../../sources/registry.ts'
import type { Entry } from '../../sources/source.ts'
import { defineCommand, UsageError } from '../command.ts'
import { IMPORTING, importFile } from '../import-file.ts'
import { choice } from '../values.ts'

const FILES = SOURCES.flatMap(({ publisher, dealsFile }) => (dealsFile ? [{ publisher, ...dealsFile }] : []))
const EXCHANGE_NAMES = FILES.map(({ publisher }) => publisher)

const KIND_NAMES = ['bulk', 'block'] as const

const DEALS_PER_BATCH = 1000

export const command = defineCommand({
  about: `Reads a CSV of bulk or block deals as ${EXCHANGES.join(' and ')} offer them for download, such as
    Bulk-Deals-01-01-2025-to-31-12-2025.csv. The file is imported whole or not at all, and importing it
    twice changes nothing.`,
  arguments: { file: IMPORTING.file },
  options: {
    kind: {
      kind: choice('KIND', KIND_NAMES),
      help: 'the list, bulk or block, if the file name contains neither',
    },
    exchange: {
      kind: choice('NAME', EXCHANGE_NAMES),
      help: `the exchange, ${EXCHANGE_NAMES.join(' or ')}, if the headings do not identify it`,
    },
    ...IMPORTING.options,
  },
  examples: ['Bulk-Deals-01-01-2025-to-31-12-2025.csv', '- --kind block < deals.csv'],
  exits: IMPORTING.exits,
  run: async ({ file, kind = kindFromName(file), exchange, ...options }, terminal) => {
    const read: typeof readFactsFile = (input, onRead) =>
      readDeals(input, onRead, kind === 'bulk' ? 'BULK' : 'BLOCK', exchange)
    return importFile(terminal, 'import-deals', read, { ...options, file })
  },
})

function kindFromName(file: string) {
  const name = basename(file).toLowerCase()
  const [kind, ...more] = KIND_NAMES.filter((candidate) => name.includes(candidate))
  if (kind !== undefined && more.length === 0) return kind
  throw new UsageError(
    'the file name contains neither "bulk" nor "block", or both: give --kind bulk or --kind block',
  )
}

async function* readDeals(
  input: FileInput,
  onRead: OnRead = () => undefined,
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

function statementOf(entry: Entry, source: string): Statement | Refusal {
  // The heading is line 1.
  const line = entry.row + 1
  if ('reason' in entry) return { line, reason: entry.reason }
  if (entry.said.kind !== 'deal') throw new Error(`a file of deals holds a row of kind ${entry.said.kind}`)
  return {
    line,
    recordedAt: null,
    fact: { fact: 'deal', ...entry.said.deal, source, printed: null, url: null },
  }
}
