import type { TrackerField } from '../parsing/tracker-table.ts'

export const FORMATS = ['html', 'csv', 'json'] as const
export const DATE_FORMS = [
  'D-Mon-YYYY',
  'Mon D, YYYY',
  'D/M/YYYY',
  'M/D/YYYY',
  'YYYY-MM-DD',
  'D-Mon',
] as const
export const ZERO_MEANINGS = ['quote', 'nothing'] as const

export type DateForm = (typeof DATE_FORMS)[number]
/** The heading of a field, or several possible ones. */
export type HeadingNames = string | readonly string[]
/** The fields that an operator may name. */
export type OwnField = Exclude<TrackerField, 'estimate'>

/** A tracker described in a file, as the operator writes it. */
export interface TableDescription {
  readonly id: string
  readonly name: string
  readonly owner: string
  readonly home?: string
  readonly address: string
  readonly format: (typeof FORMATS)[number]
  /** Where the table is: a CSS selector in a page, a path such as `data.rows` in JSON. */
  readonly table?: string
  readonly columns: { readonly name: HeadingNames; readonly gmp: HeadingNames } & {
    readonly [F in OwnField]?: HeadingNames
  }
  /** Headings that are not read; with these named, only new ones are reported as unknown. */
  readonly ignored?: readonly string[]
  /** The form of days in the columns `open` and `close`. */
  readonly dates?: DateForm
  readonly zeroMeans?: (typeof ZERO_MEANINGS)[number]
  readonly schedule: { readonly words?: string; readonly cron: readonly string[] }
}

/** An invented tracker with every key, shown in the documentation. */
export const EXAMPLE: TableDescription = {
  id: 'banyan',
  name: 'Banyan Street',
  owner: 'Banyan Media',
  home: 'https://banyan-street.example/',
  address: 'https://banyan-street.example/ipo-gmp',
  format: 'html',
  table: '#gmp',
  columns: {
    name: 'Company',
    gmp: ['GMP (Rs)', 'GMP'],
    price: 'Issue Price',
    dates: 'Bidding',
    board: 'Board',
    updated: 'As of',
  },
  ignored: ['Lot'],
  zeroMeans: 'nothing',
  schedule: { words: 'every 3 hours from 9:40 to 21:40', cron: ['40 9-21/3 * * *'] },
}
