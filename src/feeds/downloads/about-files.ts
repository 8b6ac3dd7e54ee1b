import { invariant } from '../../invariant.ts'
import { disclaimerFor } from '../../reports/disclaimer.ts'
import type { DatasetOfDay } from '../../reports/downloads/dataset.ts'
import { DATASET_PATHS, parquetPath } from '../../request/downloads.ts'
import { datasetPath, tablePath } from './daily-folder.ts'
import type { BuiltFiles } from './files-of-day.ts'
import type { SizeAndHash } from './size-and-hash.ts'

/** A file of a day as it is served. */
export interface FileOfDay extends SizeAndHash {
  /** The name under which clients save it. */
  readonly name: string
  readonly contentType: string
  /** Where it is stored. */
  readonly path: string
  /** Number of rows of a table. */
  readonly rows: number | null
}

const nameOf = (of: DatasetOfDay, what: string, ending: string): string =>
  `greymark-${what}-${of.day}-${of.version}.${ending}`

export const fileOfDataset = ({ of, folder, dataset: { bytes, sha256 } }: BuiltFiles): FileOfDay => ({
  bytes,
  sha256,
  name: nameOf(of, 'dataset', 'ndjson.gz'),
  contentType: 'application/gzip',
  path: datasetPath(folder, of.id),
  rows: null,
})

export function fileOfTable({ of, folder, tables }: BuiltFiles, name: string): FileOfDay {
  const { bytes, sha256, rows } = invariant(
    tables.find((table) => table.name === name),
    `the table ${name} of the day`,
  )
  return {
    bytes,
    sha256,
    name: nameOf(of, name, 'parquet'),
    contentType: 'application/vnd.apache.parquet',
    path: tablePath(folder, of.id, name),
    rows,
  }
}

/** Describes the files of a day: their contents, sizes and hashes. */
export function aboutFiles(built: BuiltFiles): object {
  const { of, dataset } = built
  return {
    name: fileOfDataset(built).name,
    path: DATASET_PATHS.file,
    day: of.day,
    asOf: of.asOf,
    marketVersion: of.position,
    bytes: dataset.bytes,
    sha256: dataset.sha256,
    content: dataset.content,
    facts: Object.values(dataset.kinds).reduce((sum, count) => sum + count, 0),
    kinds: Object.fromEntries(Object.entries(dataset.kinds).sort(([a], [b]) => (a < b ? -1 : 1))),
    format: 'A facts file, compressed with gzip: one JSON object a line, in the order of recordedAt.',
    schema: DATASET_PATHS.schema,
    terms: '/docs#terms',
    disclaimer: disclaimerFor(built),
    tables: built.tables.map(({ name: table }) => {
      const { name, bytes, sha256, rows } = fileOfTable(built, table)
      return { table, name, path: parquetPath({ name: table }), rows, bytes, sha256 }
    }),
  }
}
