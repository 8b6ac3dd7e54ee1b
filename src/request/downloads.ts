import { HORIZONS } from '../market/scores/horizon.ts'
import { ACCURACY_GROUPS, ACCURACY_ROW_COLUMNS, accuracyRows } from '../reports/downloads/accuracy-rows.ts'
import { DEAL_ROW_COLUMNS, dealRows } from '../reports/downloads/deal-rows.ts'
import type { DownloadColumn, DownloadRows } from '../reports/downloads/download-rows.ts'
import { IPO_ROW_COLUMNS, ipoRows } from '../reports/downloads/ipo-rows.ts'
import { RANGE_ROW_COLUMNS, rangeRows } from '../reports/downloads/range-rows.ts'
import {
  GMP_ROW_COLUMNS,
  gmpRows,
  SUBSCRIPTION_ROW_COLUMNS,
  subscriptionRows,
} from '../reports/downloads/report-rows.ts'
import { SCORE_ROW_COLUMNS, scoreRows } from '../reports/downloads/score-rows.ts'
import type { MarketData } from '../reports/market-data.ts'
import type { Moment } from '../reports/moment.ts'
import { ACCURACY_PARAMETERS, DEAL_PARAMETERS, IPO_PARAMETERS } from './market-parameters.ts'
import { asOf, dayParameter, oneOrMore, type Parameters, type ValuesOf, wholeName } from './parameters.ts'

export const DOWNLOADS_BASE = '/downloads'
export const DOWNLOAD_FORMATS = ['csv', 'ndjson'] as const
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number]
export const MEDIA_TYPES: Readonly<Record<DownloadFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
}

/** The file of all facts, its description, and the schema of a line. */
export const DATASET_PATHS = {
  file: `${DOWNLOADS_BASE}/dataset.ndjson.gz`,
  about: `${DOWNLOADS_BASE}/dataset.json`,
  schema: `${DOWNLOADS_BASE}/dataset.schema.json`,
} as const

/** The path of the description of a table's columns. */
export const columnsPath = ({ name }: Pick<Download, 'name'>): string =>
  `${DOWNLOADS_BASE}/${name}.csv-metadata.json`

/** The path of a table as of the start of the day, for tables that have `hasParquet`. */
export const parquetPath = ({ name }: Pick<Download, 'name'>): string => `${DOWNLOADS_BASE}/${name}.parquet`

/** A table that can be downloaded whole, in each of the formats, at `/downloads/NAME.FORMAT`. */
export interface Download<P extends Parameters = Parameters> {
  readonly name: string
  readonly summary: string
  /** True for tables that are also made once a day as a Parquet file. */
  readonly hasParquet: boolean
  readonly parameters: P
  readonly columns: readonly DownloadColumn[]
  /** `undefined` when no IPO has the slug of the filter. */
  rows(
    market: MarketData,
    moment: Moment,
    filter: Omit<ValuesOf<P>, 'asOf'>,
  ): Promise<DownloadRows | undefined>
}

const { status, board, q, lockIn } = IPO_PARAMETERS
const { limit: _limit, cursor: _cursor, ...dealParameters } = DEAL_PARAMETERS

/** For reports about IPOs. */
const REPORT_PARAMETERS = {
  slug: wholeName('Only reports on this IPO.', 'acme-foods'),
  board,
  from: dayParameter('Only reports about this day or later ones.', '2026-01-01'),
  to: dayParameter('Only reports about this day or earlier ones.', '2026-01-31'),
  asOf,
}

/** Infers the filter of a table from its parameters. */
const download = <P extends Parameters>(table: Download<P>): Download => table

/** Every table, in the order in which they are shown. */
export const DOWNLOADS: readonly Download[] = [
  download({
    name: 'ipos',
    summary: 'Every tracked IPO with its terms and latest figures, in the order of the list.',
    hasParquet: true,
    parameters: { status, board, q, lockIn, asOf },
    columns: IPO_ROW_COLUMNS,
    rows: ipoRows,
  }),
  download({
    name: 'gmp',
    summary: 'Every grey-market report that is not retracted, as its source printed it, IPO by IPO.',
    hasParquet: true,
    parameters: REPORT_PARAMETERS,
    columns: GMP_ROW_COLUMNS,
    rows: gmpRows,
  }),
  download({
    name: 'subscription',
    summary: 'Every subscription reading that is not retracted, IPO by IPO.',
    hasParquet: true,
    parameters: REPORT_PARAMETERS,
    columns: SUBSCRIPTION_ROW_COLUMNS,
    rows: subscriptionRows,
  }),
  download({
    name: 'deals',
    summary: 'Every bulk and block deal, newest day first.',
    hasParquet: true,
    parameters: dealParameters,
    columns: DEAL_ROW_COLUMNS,
    rows: dealRows,
  }),
  download({
    name: 'scoreboard',
    summary: 'Every scored listing, with the inputs of its score.',
    hasParquet: true,
    parameters: { board, asOf },
    columns: SCORE_ROW_COLUMNS,
    rows: scoreRows,
  }),
  download({
    name: 'ranges',
    summary: 'Every listing that had a range around its GMP before, and whether it opened within it.',
    hasParquet: false,
    parameters: { board, horizon: oneOrMore(HORIZONS, 'Only ranges at this horizon.'), asOf },
    columns: RANGE_ROW_COLUMNS,
    rows: rangeRows,
  }),
  download({
    name: 'accuracy',
    summary: 'The accuracy of the median and of each source, as a whole and by board, year and size of GMP.',
    hasParquet: false,
    parameters: {
      horizon: oneOrMore(HORIZONS, 'Only figures at this horizon.'),
      source: ACCURACY_PARAMETERS.source,
      group: oneOrMore(ACCURACY_GROUPS, 'Only groups of this kind; all is the whole.'),
      asOf,
    },
    columns: ACCURACY_ROW_COLUMNS,
    rows: accuracyRows,
  }),
]
