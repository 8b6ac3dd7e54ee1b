import type { ColumnType } from '../../reports/downloads/download-rows.ts'
import type { Download } from '../../request/downloads.ts'

export const COLUMNS_TYPE = 'application/csvm+json'

const DATATYPES: Readonly<Record<ColumnType, string>> = {
  text: 'string',
  number: 'decimal',
  integer: 'integer',
  boolean: 'boolean',
  day: 'date',
  moment: 'datetime',
  'list of text': 'string',
  object: 'json',
  list: 'json',
}

/** The columns of a download, as "Metadata for Tabular Data" of the W3C describes them. */
export function columnsText({ name, summary, columns }: Download): string {
  return JSON.stringify(
    {
      '@context': 'http://www.w3.org/ns/csvw',
      url: `${name}.csv`,
      'dc:description': summary,
      tableSchema: {
        columns: columns.map(({ name, type, description }) => ({
          name,
          titles: name,
          datatype: DATATYPES[type],
          ...(type === 'list of text' && { separator: ' ' }),
          'dc:description': description,
        })),
      },
    },
    null,
    2,
  )
}
